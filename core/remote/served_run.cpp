#include "core/remote/served_run.h"

#include "core/bytes/sha256.h"
#include "core/record/error.h"
#include "core/record/stoppable_sleep.h"
#include "core/remote/remote_protocol.h"
#include "core/runs/listed_runs.h"
#include "core/store/columns/column_range.h"

#include "remote_messages.pb.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>

namespace lensboard::remote {

using namespace std::chrono_literals;
using store::Chunk;
using store::ChunkPart;

namespace {

constexpr auto kProgressInterval = 500ms;
constexpr auto kLookInterval = 100ms;         ///< keeps the delay of a point on the other machine below 0.3 s
constexpr std::size_t kMaxBehind = 512 << 10; ///< limit of unsent bytes; news wait above it
constexpr std::size_t kMaxAtOnce = 256 << 10; ///< bytes of a message, about
constexpr std::size_t kSeriesAtOnce = 4096;
constexpr std::size_t kValuesAtOnce = kMaxAtOnce / sizeof(double);
constexpr std::size_t kFewTicks = 4 * kMaxTicks; ///< sent exactly at once
constexpr std::size_t kBlock = store::PackedTicks::kSize;

/// Returns a number that stays equal while the known values of the run at \p path, or their chunks' outlines, are unchanged. Uses inode and
/// creation time of a run file; inode, size and modification time of files that other tools may rewrite.
std::uint64_t contentOf(const std::filesystem::path &path)
{
    const bool isRunFile = path.extension() == ".lbrun";
    std::string content;
    for (const std::filesystem::path &file : isRunFile ? std::vector{path} : runs::filesOf(path)) {
        struct statx state = {};
        if (::statx(AT_FDCWD, file.c_str(), 0, STATX_BASIC_STATS | STATX_BTIME, &state) != 0)
            continue;
        const struct statx_timestamp &time = isRunFile ? state.stx_btime : state.stx_mtime;
        content += file.filename().string() + std::to_string(state.stx_ino) + ' ' + std::to_string(time.tv_sec) + '.' + std::to_string(time.tv_nsec) + ' ';
        if (!isRunFile)
            content += std::to_string(state.stx_size) + '\n';
    }
    return std::stoull(bytes::sha256(content).substr(0, 16), nullptr, 16);
}

} // namespace

ServedRun::ServedRun(std::filesystem::path path, messages::Request request, control::Outbox &replies)
    : m_path(std::move(path)), m_request(std::make_unique<messages::Request>(std::move(request))), m_replies(replies),
      m_thread([this](const std::stop_token &stop) { run(stop); })
{}

ServedRun::~ServedRun() = default;

void ServedRun::ask(messages::Request request)
{
    {
        const std::lock_guard lock(m_mutex);
        m_requests.push_back(std::move(request));
    }
    m_asked.notify_one();
}

void ServedRun::send(const record::Progress &progress)
{
    messages::Reply reply;
    reply.mutable_progress()->set_done(progress.done);
    reply.mutable_progress()->set_total(progress.total);
    send(std::move(reply));
}

void ServedRun::send(messages::Reply reply)
{
    reply.set_channel(m_request->channel());
    m_replies.put(reply.SerializeAsString());
}

void ServedRun::run(const std::stop_token &stop)
{
    try {
        open(stop);
        auto nextLook = std::chrono::steady_clock::now();
        imports::ReadProgress progress{stop};
        while (m_run && !stop.stop_requested()) {
            std::unique_lock lock(m_mutex);
            m_asked.wait_until(lock, stop, nextLook, [this] { return !m_requests.empty(); });
            const auto requests = std::exchange(m_requests, {});
            lock.unlock();
            bool wantsMore = false;
            for (const messages::Request &request : requests) {
                answer(request);
                wantsMore |= request.has_wanted() || request.has_media();
            }
            const bool isBehind = m_replies.bytes() >= kMaxBehind; // the run then stays as last sent
            if (const auto now = std::chrono::steady_clock::now(); now >= nextLook) {
                nextLook = now + kLookInterval;
                if (!isBehind)
                    m_source->refresh(progress);
            } else if (!wantsMore) {
                continue;
            }
            if (!isBehind)
                tellNews();
        }
    } catch (const std::exception &error) {
        messages::Reply reply;
        putError(record::messageOf(error), reply);
        send(std::move(reply));
    }
}

void ServedRun::open(const std::stop_token &stop)
{
    if (runs::holdsRuns(m_path)) {
        messages::Reply reply;
        reply.mutable_news()->set_is_folder(true);
        return send(std::move(reply));
    }
    imports::ReadProgress progress{stop};
    m_content = contentOf(m_path); // before reading, so that later writes give another number
    send(progress);
    {
        const std::jthread reporter([&](const std::stop_token &ended) {
            while (record::sleepUnlessStopped(ended, kProgressInterval), !ended.stop_requested())
                send(progress);
        });
        m_source = runs::openRun(m_path, progress, choiceFrom(m_request->open()));
    }
    m_run = m_source->run();
    if (const messages::OpenRun &known = m_request->open(); known.frames() > 0 || known.series() > 0 || known.events() > 0)
        resume();
    tellNews();
}

/// Continues from the other side's data if they are the beginning of this run.
void ServedRun::resume()
{
    const messages::OpenRun &known = m_request->open();
    store::RunCursor cursor;
    const store::RunChanges all = m_run->since(cursor);
    const auto isSame = [&] {
        const auto series = std::span(all.series).first(known.series());
        const double created = m_run->info().createdSeconds;
        std::uint64_t fingerprint = 0;
        m_run->visit({}, [&](auto, auto &ticks) { fingerprint = fingerprintOf(created, series, ticks, known.frames()); });
        return fingerprint == known.fingerprint();
    };
    if (known.frames() <= all.lastFrame && known.series() <= all.series.size() && known.events() <= all.events.size()
        && isSame()) {
        m_cursor = {cursor.generation, 0, cursor.edits, 0, known.series(), known.frames(), known.events()};
        if (known.content() != m_content)
            --m_cursor.edits; // the edits are new to the other side
        return;
    }
    messages::Reply reply;
    reply.mutable_news()->set_restarted(true);
    reply.mutable_news()->set_more(true);
    send(std::move(reply));
}

void ServedRun::tellNews()
{
    const bool isFirst = m_cursor.generation == 0 || m_cursor.info == 0;
    const store::RunChanges changes = m_run->since(m_cursor);
    if (changes.restarted || changes.edited)
        m_wanted.clear(); // the other side requests the shown series again
    if (changes.restarted)
        m_tallies.clear();
    tellCatalogue(changes);
    if (changes.edited || changes.firstFrame < changes.lastFrame || isFirst)
        tellTallies();
    const bool anyAnew = std::ranges::any_of(m_wanted, [](const auto &wanted) { return wanted.second.anew; });
    if (!changes.empty() || isFirst || anyAnew)
        tellValues();
    if (m_media)
        m_media->tellNews(m_run->media());
}

void ServedRun::tellCatalogue(const store::RunChanges &changes)
{
    if (changes.empty())
        return;
    messages::Reply reply;
    const auto pass = [&] {
        reply.mutable_news()->set_more(true);
        send(std::exchange(reply, {}));
    };
    messages::News &first = *reply.mutable_news();
    first.set_restarted(changes.restarted);
    first.set_edited(changes.edited);
    if (changes.info) {
        put(*changes.info, *first.mutable_info());
        first.set_content(m_content);
        first.set_uses(static_cast<std::uint32_t>(m_request->open().uses_size()));
        if (const auto reading = m_source->reading())
            put(*reading, *first.mutable_reading());
    }
    for (const auto &[index, tag] : changes.tags)
        put(index, tag, *reply.mutable_news()->add_tags());
    for (const record::SeriesSpec &series : changes.series) {
        put(series, *reply.mutable_news()->add_series());
        if (static_cast<std::size_t>(reply.news().series_size()) == kSeriesAtOnce)
            pass();
    }
    for (std::size_t at = changes.firstFrame; at < changes.lastFrame;) {
        at = addTicks(at, changes.lastFrame, *reply.mutable_news());
        if (at < changes.lastFrame)
            pass();
    }
    for (const record::RunEvent &event : changes.events) {
        put(event, *reply.mutable_news()->add_events());
        if (reply.ByteSizeLong() > kMaxAtOnce)
            pass();
    }
    pass();
}

/// Adds ticks from \p at on, as many as fit into a message. Returns the next one. For many ticks, adds every 256th; the others are sent on
/// request.
std::size_t ServedRun::addTicks(std::size_t at, std::size_t last, messages::News &news)
{
    const bool areMany = last - at > kFewTicks && at < kMaxCoarseTicks;
    if (!areMany || at % kBlock != 0) {
        const std::size_t end = std::min(last, areMany ? (at / kBlock + 1) * kBlock : at + kMaxTicks);
        put(m_run->ticks(at, end), *news.mutable_ticks());
        return end;
    }
    std::vector<record::TickStamp> coarse;
    m_run->visit({}, [&](auto, auto &ticks) {
        for (std::size_t tick = at; tick < last && tick <= kMaxCoarseTicks && coarse.size() < kMaxTicks; tick += kBlock)
            coarse.push_back(ticks[tick]);
    });
    put(coarse, *news.mutable_coarse());
    return at + (coarse.size() - 1) * kBlock;
}

/// Also marks the news as complete.
void ServedRun::tellValues()
{
    messages::Reply reply;
    std::size_t bytes = 0;
    for (auto &[series, told] : m_wanted)
        for (messages::SeriesNews news; addNews(series, told, news); news = {}) {
            bytes += news.ByteSizeLong();
            *reply.mutable_news()->add_values() = std::move(news);
            if (bytes > kMaxAtOnce) {
                reply.mutable_news()->set_more(true);
                send(std::exchange(reply, {}));
                bytes = 0;
            }
        }
    reply.mutable_news()->set_more(false);
    send(std::move(reply));
}

/// Adds as many values of \p index as fit into a message. Returns false if there is nothing to send, or its values cannot be sent yet.
bool ServedRun::addNews(std::uint32_t index, Told &told, messages::SeriesNews &news)
{
    bool hasNews = false;
    m_run->visit({&index, 1}, [&](auto columns, auto &) {
        const store::ColumnView &series = columns.front();
        const std::vector<Chunk> &chunks = series.column.chunks();
        const auto isToCome = [this](const Chunk &chunk) { return chunk.lastFrame() >= m_cursor.frames; };
        if (told.anew && !chunks.empty() && std::ranges::any_of(chunks.begin(), chunks.end() - 1, isToCome))
            return;
        const bool wasAnew = std::exchange(told.anew, false);
        if (wasAnew) {
            told.count = 0;
            if (!chunks.empty()) {
                const std::span<const Chunk> first(chunks.data(), chunks.size() - 1);
                put(first, *news.mutable_outlines());
                for (const Chunk &chunk : first)
                    told.count += chunk.size();
            }
            news.set_first(0);
        } else {
            news.set_first(told.count);
        }
        auto values = store::valuesFrom(series, told.count, std::min(kValuesAtOnce, series.column.size() - std::min(told.count, series.column.size())));
        const auto toCome = std::ranges::find_if(values, [this](const auto &placed) { return placed.frame >= m_cursor.frames; });
        values.erase(toCome, values.end());
        put(values, *news.mutable_values());
        told.count += values.size();
        news.set_series(index);
        hasNews = wasAnew || !values.empty();
    });
    return hasNews;
}

void ServedRun::tellTallies()
{
    messages::Reply reply;
    m_tallies.resize(m_run->seriesCount());
    for (std::uint32_t series = 0; series < m_tallies.size(); ++series) {
        const store::SeriesTally tally = m_run->tally(series), before = std::exchange(m_tallies[series], tally);
        if (tally == before)
            continue;
        messages::Tally &told = *reply.mutable_news()->add_tallies();
        told.set_series(series);
        told.set_count(tally.count);
        told.set_non_finite(tally.nonFinite);
    }
    if (!reply.has_news())
        return;
    reply.mutable_news()->set_more(true);
    send(std::move(reply));
}

void ServedRun::answer(const messages::Request &request)
{
    switch (request.content_case()) {
    case messages::Request::kWanted: {
        const messages::Wanted &wanted = request.wanted();
        for (int i = 0; i < wanted.series_size(); ++i)
            if (wanted.series(i) < m_cursor.series) {
                const std::size_t known = i < wanted.known_size() ? wanted.known(i) : 0;
                m_wanted[wanted.series(i)] = {known, known == 0};
            }
        for (const std::uint32_t series : wanted.unwanted())
            m_wanted.erase(series);
        return;
    }
    case messages::Request::kTicks: return sendTicks(request);
    case messages::Request::kChunks: return sendChunks(request);
    case messages::Request::kHistograms: return sendHistograms(request);
    case messages::Request::kTensorPlaces: {
        messages::Reply reply;
        messages::TensorPlaces &places = *reply.mutable_tensor_places();
        places.set_series(request.tensor_places().series());
        for (const store::TensorPlace &place : m_run->tensorPlaces(request.tensor_places().series()))
            if (place.frame < m_cursor.frames)
                places.add_frames(place.frame);
        return send(std::move(reply));
    }
    case messages::Request::kTensor: return sendTensor(request);
    case messages::Request::kMedia: m_media = std::make_unique<ServedMedia>([this](messages::Reply reply) { send(std::move(reply)); }); return;
    case messages::Request::kMedium:
        if (m_media)
            m_media->answer(m_run->media().get(), request.medium());
        return;
    case messages::Request::kJudge:
        if (!m_judge)
            m_judge = std::make_unique<health::RunJudge>(m_run, health::rulesOf(m_run->info()), [this](const health::Judgement &judgement) {
                messages::Reply reply;
                put(judgement, *reply.mutable_judgement());
                send(std::move(reply));
            });
        return;
    default: return;
    }
}

void ServedRun::sendTicks(const messages::Request &request)
{
    const messages::TicksAsked &asked = request.ticks();
    const std::size_t first = std::min<std::size_t>(asked.first(), m_cursor.frames);
    messages::Reply reply;
    reply.mutable_news()->set_exact_first(first);
    put(m_run->ticks(first, first + std::min<std::size_t>({asked.count(), kMaxTicks, m_cursor.frames - first})), *reply.mutable_news()->mutable_exact());
    send(std::move(reply));
}

void ServedRun::sendChunks(const messages::Request &request)
{
    const messages::ChunksAsked &asked = request.chunks();
    const ChunkPart part = partFrom(asked.part());
    const std::uint32_t index = asked.series();
    messages::Reply reply;
    messages::Chunks &sent = *reply.mutable_chunks();
    sent.set_series(index);
    sent.set_first(asked.first());
    sent.set_part(asked.part());
    sent.set_asked(static_cast<std::uint32_t>(asked.counts_size()));
    m_run->visit({&index, 1}, [&](auto columns, auto &) {
        const store::ColumnView &series = columns.front();
        std::size_t at = 0, begin = 0, wanted = asked.first(); // at: chunk index; begin, wanted: value numbers
        const auto chunkCount = series.column.chunks().size();
        for (int i = 0; i < std::min(asked.counts_size(), static_cast<int>(kMaxChunksAsked)); ++i) {
            const std::size_t count = asked.counts(i);
            while (at < chunkCount && begin < wanted)
                begin += series.column.chunks()[at++].size();
            if (at < chunkCount && begin == wanted && series.column.chunks()[at].size() == count) {
                put(store::with(part == ChunkPart::Ends ? ChunkPart::Places : part, series, series.column.chunk(at)), part, *sent.add_chunks());
            } else if (const auto values = store::valuesFrom(series, wanted, std::min(count, Chunk::kSize)); !values.empty()) { // other chunks now
                Chunk chunk(values.front().frame);
                for (const store::PlacedValue &placed : values)
                    chunk.append(placed);
                put(chunk, part, *sent.add_chunks());
            }
            wanted += count;
        }
    });
    send(std::move(reply));
}

void ServedRun::sendHistograms(const messages::Request &request)
{
    const messages::HistogramsAsked &asked = request.histograms();
    const auto begun = [&] {
        messages::Reply reply;
        reply.mutable_histograms()->set_series(asked.series());
        reply.mutable_histograms()->set_first_frame(asked.first_frame());
        return reply;
    };
    messages::Reply reply = begun();
    const std::size_t first = std::min<std::size_t>(asked.first_frame(), m_cursor.frames);
    const auto ticks = m_run->ticks(first, m_cursor.frames);
    const auto before = first == 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(first - 1));
    for (const store::StampedHistogram &histogram : m_run->histogramsAfter(asked.series(), before, store::Run::kAll)) {
        if (histogram.frame < first || histogram.frame >= m_cursor.frames)
            continue;
        put(histogram, ticks[histogram.frame - first].wallSeconds, *reply.mutable_histograms()->add_all());
        if (reply.ByteSizeLong() > kMaxAtOnce) {
            reply.mutable_histograms()->set_more(true);
            send(std::exchange(reply, begun()));
        }
    }
    send(std::move(reply));
}

void ServedRun::sendTensor(const messages::Request &request)
{
    const messages::TensorAsked &asked = request.tensor();
    const auto tensor = m_run->tensor(asked.series(), asked.frame());
    const std::size_t bytes = tensor ? tensor->values.size() * sizeof(float) : 0;
    const bool isThere = tensor && (asked.in_parts() ? bytes <= kLargestTensor : bytes < kLongestReply / 2);
    const std::size_t atOnce = asked.in_parts() ? kMaxAtOnce / sizeof(float) : kLongestReply;
    std::size_t first = 0;
    do {
        messages::Reply reply;
        messages::Tensor &sent = *reply.mutable_tensor();
        sent.set_series(asked.series());
        sent.set_frame(asked.frame());
        sent.set_is_there(isThere);
        if (isThere)
            put(*tensor, first, atOnce, sent);
        send(std::move(reply));
        first += atOnce;
    } while (isThere && first < tensor->values.size());
}

} // namespace lensboard::remote
