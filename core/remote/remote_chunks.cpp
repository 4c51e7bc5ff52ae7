#include "core/remote/remote_chunks.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/stoppable_sleep.h"
#include "core/remote/remote_protocol.h"
#include "core/store/file/run_file_format.h"

#include "remote_messages.pb.h"

#include <algorithm>
#include <stdexcept>

namespace lensboard::remote {

using namespace std::chrono_literals;
using store::Chunk;
using store::ChunkPart;
using store::RunFileError;

namespace {

constexpr std::size_t kMaxSent = 64; ///< requests at a time: half a MB of values
constexpr std::size_t kMaxWaiting = 4096;

/// Returns true if the received \p part matches the outline of \p chunk. Values may have been edited in between.
bool fitsOutline(const Chunk &chunk, ChunkPart part)
{
    return part == ChunkPart::Ends || part == ChunkPart::Places || chunk.pyramid().back().front() == chunk.extent();
}

} // namespace

void RemoteChunks::load(std::uint32_t series, Chunk &chunk, ChunkPart part)
{
    store::Column &column = m_known.series[series].column;
    const auto first = static_cast<std::size_t>(&chunk - column.chunks().data());
    const std::size_t most = part == ChunkPart::Values && !m_waits ? 1 : kMaxChunksAsked; // a reader of one chunk mostly reads the next
    Question question{{series, 0, part, 0}, {}};
    for (std::size_t i = 0; i < first; ++i)
        question.what.firstValue += column.chunks()[i].size();
    std::size_t last = first;
    std::vector<std::size_t> before;
    for (; last < std::min(column.chunks().size(), first + most) && !column.chunks()[last].has(part); ++last)
        before.push_back(column.chunks()[last].bytes());
    if (m_cache)
        m_cache->give(series, question.what.firstValue, {&chunk, last - first}, part, m_known.catalogue.ticks.size());
    std::size_t begin = first, end = last; // range to request
    for (; begin < end && column.chunks()[begin].has(part); ++begin)
        question.what.firstValue += column.chunks()[begin].size();
    while (begin < end && column.chunks()[end - 1].has(part))
        --end;
    for (std::size_t i = begin; i < end; ++i)
        question.counts.push_back(static_cast<std::uint32_t>(column.chunks()[i].size()));
    question.what.count = question.counts.size();
    const Asked what = question.what;
    if (what.count > 0 && !m_sent.contains(what))
        m_waiting.push_back(std::move(question));
    if (m_waits && what.count > 0) {
        sendWaiting();
        awaitAnswer(what);
        if (!chunk.has(part))
            throw RunFileError(m_channel.name(), m_known.problem.empty() ? record::message("values that are not there") : m_known.problem);
    }
    for (std::size_t i = begin; i < end && !m_waits; ++i)
        if (!column.chunks()[i].has(part))
            column.chunk(i).standIn(part);
    for (std::size_t i = first; i < last; ++i)
        m_loaded.add(series, column.chunk(i).number(), column.chunk(i).bytes() - std::min(before[i - first], column.chunk(i).bytes()));
}

/// Applies chunks only, so that the columns in use do not change.
/// Errors: RunFileError.
void RemoteChunks::awaitAnswer(const Asked &what)
{
    while (m_sent.contains(what)) {
        if (!m_known.problem.empty() || !m_channel.await())
            throw RunFileError(m_channel.name(), m_known.problem.empty() ? record::message("the wait for its values was cancelled") : m_known.problem);
        std::vector<messages::Reply> replies;
        try {
            replies = m_channel.inbox().takeChunks();
        } catch (const std::runtime_error &error) {
            throw RunFileError(m_channel.name(), record::messageOf(error));
        }
        try {
            for (const messages::Reply &reply : replies)
                apply(reply.chunks());
        } catch (const std::exception &error) {
            m_channel.fail(record::messageOf(error));
            throw RunFileError(m_channel.name(), m_known.problem);
        }
        if (replies.empty()) // other news stay for the next look
            record::sleepUnlessStopped({}, 1ms);
    }
}

std::optional<std::size_t> RemoteChunks::chunkAt(std::uint32_t series, std::uint64_t firstValue) const
{
    const auto &chunks = m_known.series[series].column.chunks();
    std::uint64_t begin = 0;
    for (std::size_t i = 0; i < chunks.size() && begin <= firstValue; begin += chunks[i++].size())
        if (begin == firstValue)
            return i;
    return std::nullopt;
}

void RemoteChunks::apply(const messages::Chunks &chunks)
{
    const Asked what{chunks.series(), chunks.first(), partFrom(chunks.part()), chunks.asked()};
    const auto question = m_sent.extract(what);
    if (!question || what.series >= m_known.series.size())
        return; // from before a restart
    const auto first = chunkAt(what.series, what.firstValue);
    store::Column &column = m_known.series[what.series].column;
    std::uint64_t firstValue = what.firstValue;
    for (std::size_t i = 0; first && i < question.mapped().size() && *first + i < column.chunks().size(); firstValue += question.mapped()[i++]) {
        Chunk &chunk = column.chunk(*first + i);
        if (chunk.size() != question.mapped()[i] || (chunk.has(what.part) && !chunk.isStandIn()))
            continue;
        require(static_cast<int>(i) < chunks.chunks_size(), "fewer values than it has");
        if (chunk.isStandIn())
            column.replaceStandIn(*first + i);
        const messages::Chunk &sent = chunks.chunks(static_cast<int>(i));
        try {
            take(sent, what.part, chunk, m_known.catalogue.ticks.size());
        } catch (const std::invalid_argument &) { // edited in between; news will report it
            continue;
        }
        if (m_cache && fitsOutline(chunk, what.part))
            m_cache->add(what.series, firstValue, chunk, what.part, sent);
        m_known.hasArrived = true;
    }
}

/// Marks the chunks as not requested. The next look requests them again.
void RemoteChunks::giveUp(const Question &question)
{
    store::Column &column = m_known.series[question.what.series].column;
    const auto first = chunkAt(question.what.series, question.what.firstValue);
    if (!first)
        return;
    const std::size_t end = std::min(*first + question.counts.size(), column.chunks().size());
    for (std::size_t i = *first; i < end; ++i)
        if (column.chunks()[i].isStandIn())
            column.replaceStandIn(i);
}

void RemoteChunks::sendWaiting()
{
    if (!m_known.problem.empty())
        return;
    for (; m_waiting.size() > kMaxWaiting; m_waiting.pop_front()) // no longer on view
        giveUp(m_waiting.front());
    for (; m_sent.size() < kMaxSent && !m_waiting.empty(); m_waiting.pop_back()) {
        auto &[what, counts] = m_waiting.back();
        messages::Request request;
        messages::ChunksAsked &asked = *request.mutable_chunks();
        asked.set_series(what.series);
        asked.set_first(what.firstValue);
        asked.mutable_counts()->Assign(counts.begin(), counts.end());
        asked.set_part(static_cast<std::uint32_t>(what.part));
        if (m_sent.emplace(what, std::move(counts)).second)
            m_channel.send(std::move(request));
    }
}

void RemoteChunks::repeat()
{
    for (auto &[what, counts] : std::exchange(m_sent, {}))
        m_waiting.push_back({what, std::move(counts)});
    sendWaiting();
}

void RemoteChunks::forget(std::uint32_t series)
{
    std::erase_if(m_waiting, [series](const Question &question) { return question.what.series == series; });
    std::erase_if(m_sent, [series](const auto &sent) { return sent.first.series == series; });
}

void RemoteChunks::clear()
{
    m_waiting.clear();
    m_sent.clear();
    m_loaded.clear();
}

void RemoteChunks::trim()
{
    m_loaded.trim([this](std::uint32_t series, std::uint32_t number) -> Chunk * {
        if (series >= m_known.series.size())
            return nullptr;
        store::Column &column = m_known.series[series].column;
        const auto place = column.placeOf(number);
        return place && *place + 1 < column.chunks().size() ? &column.chunk(*place) : nullptr;
    });
}

} // namespace lensboard::remote
