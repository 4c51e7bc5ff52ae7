#include "core/store/file/run_saver.h"

#include "core/record/clock.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/stoppable_sleep.h"
#include "core/store/file/run_folder.h"
#include "core/store/file/shared_folder.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace lensboard::store {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kSharedGather{500};

} // namespace

RunSaver::RunSaver(std::shared_ptr<RunStore> store, const std::filesystem::path &path, const std::filesystem::path &superseded,
                   const SaverOptions &options, Complain complain)
    : m_store(std::move(store)), m_path(path), m_superseded(superseded), m_framesAtStart(m_store->frameCount()), m_options(options),
      m_complain(std::move(complain)), m_writer(path, options.keep), m_written(std::make_shared<WrittenRun>(path))
{
    if (isShared(path)) // a shared server needs several round trips per transaction, and readers copy the file between two of them
        m_options.gather = std::max(m_options.gather, kSharedGather);
    m_thread = std::jthread([this](std::stop_token stop) { follow(stop); });
}

RunSaver::~RunSaver()
{
    finish();
}

void RunSaver::follow(std::stop_token stop)
{
    for (; !stop.stop_requested() && !isClosed(); record::sleepUnlessStopped(stop, m_error.empty() ? m_options.gather : m_options.retry))
        try {
            followOnce(stop);
        } catch (const std::exception &) { // there may be no memory to report the error; the next try may succeed
        }
}

void RunSaver::followOnce(const std::stop_token &stop)
{
    if (m_error.empty())
        m_store->waitBeyond(m_seen, stop);
    writeOnce();
    if (m_error.empty() && m_store->info().status != record::RunStatus::Recording && !m_store->hasBeyond(m_seen))
        close();
}

void RunSaver::close()
{
    try {
        m_written->whileClosed([this] { m_writer.close(); });
        m_closed.store(true, std::memory_order_release);
    } catch (const std::exception &error) {
        warn(record::messageOf(error));
    }
}

void RunSaver::writeOnce()
{
    try {
        record::Message notThinned;
        const auto beforeEnd = [&] {
            m_acknowledged.store(m_writer.acknowledgedFrames(), std::memory_order_release);
            if (!m_superseded.empty() && m_writer.acknowledgedFrames() >= m_framesAtStart)
                removeRunFile(std::exchange(m_superseded, {}));
            releaseWritten();
            try {
                thinOld();
            } catch (const std::exception &error) { // the end of the run is written anyway
                notThinned = record::messageOf(error);
            }
        };
        do {
            m_store->since(m_seen);
            m_writer.write(*m_store, beforeEnd);
        } while (appendWarnings());
        notThinned.empty() ? setError({}) : warn(notThinned);
    } catch (const std::exception &error) { // no exception may leave the thread
        m_acknowledged.store(m_writer.acknowledgedFrames(), std::memory_order_release); // a part of the frames may have been written
        warn(record::messageOf(error));
    }
}

/// Appends the writer's warnings to the run. Returns true if there are any.
bool RunSaver::appendWarnings()
{
    const auto warnings = m_writer.takeWarnings();
    for (const record::RunEvent &warning : warnings)
        m_store->append(warning);
    return !warnings.empty();
}

void RunSaver::releaseWritten()
{
    const std::size_t frames = m_writer.chunkedFrames();
    if (frames == m_released)
        return;
    m_released = frames;
    try {
        if (m_written->open())
            m_store->release(frames, m_written);
    } catch (const RunFileError &) { // the frames stay in memory until more is written
    }
}

void RunSaver::thinOld()
{
    if (m_options.keep == 0)
        return;
    const auto inStore = [this](std::vector<ThinnedChunks> thinned, const std::function<void()> &commit) { m_store->thin(std::move(thinned), commit); };
    for (const record::Message &said : m_writer.thin(inStore)) {
        const std::size_t count = m_store->frameCount();
        m_store->append({record::RunEvent::Kind::Notice, m_store->ticks(count - 1, count).front().step, record::wallSeconds(), said});
    }
}

void RunSaver::warn(const record::Message &message)
{
    const bool isNew = m_error.empty();
    setError(message);
    if (!isNew)
        return;
    m_store->append({record::RunEvent::Kind::Warning, 0, record::wallSeconds(),
                     record::message("%1. Lensboard tries again every second; values already written stay readable.", m_error)});
    if (m_complain)
        m_complain(m_error);
}

void RunSaver::setError(const record::Message &message)
{
    const std::lock_guard lock(m_errorMutex);
    m_error = message;
}

record::Message RunSaver::problem() const
{
    const std::lock_guard lock(m_errorMutex);
    return m_error;
}

bool RunSaver::waitUntilWritten(std::chrono::milliseconds patience) const
{
    const auto end = std::chrono::steady_clock::now() + patience;
    const std::size_t frames = m_store->committedCount();
    while (acknowledgedFrames() < frames && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(1ms);
    return acknowledgedFrames() >= frames;
}

void RunSaver::requireWritten(std::chrono::milliseconds patience) const
{
    if (waitUntilWritten(patience))
        return;
    record::Message why = problem();
    if (why.empty())
        why = record::message("%1: is slow to write", m_path.string());
    throw record::Error(record::message("%1; %2 of %3 ticks are in the file", why, acknowledgedFrames(), m_store->committedCount()));
}

record::Message RunSaver::finish()
{
    if (!m_thread.joinable())
        return m_error;
    m_thread.request_stop();
    m_thread.join();
    if (!isClosed()) {
        m_store->awaitLate();
        writeOnce();
        close();
    }
    return m_error;
}

std::unique_ptr<RunSaver> saveRun(std::shared_ptr<RunStore> store, const std::filesystem::path &path, const std::string &name,
                                  const SaverOptions &options)
{
    if (!path.empty())
        return std::make_unique<RunSaver>(std::move(store), path, std::filesystem::path(), options);
    constexpr int kTries = 20; // another process may take the name in the same second
    for (int i = 1;; ++i) {
        const std::filesystem::path unused = newRunPath(runFolder(), name);
        try {
            return std::make_unique<RunSaver>(store, unused, std::filesystem::path(), options);
        } catch (const RunFileError &) {
            std::error_code ignored;
            if (i == kTries || !std::filesystem::exists(unused, ignored))
                throw;
        }
    }
}

} // namespace lensboard::store
