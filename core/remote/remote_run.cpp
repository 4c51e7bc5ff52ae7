#include "core/remote/remote_run.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/message.h"
#include "core/record/stoppable_sleep.h"
#include "core/remote/remote_protocol.h"
#include "core/remote/run_cache.h"
#include "core/store/columns/column_range.h"
#include "core/store/file/chunk_rows.h"
#include "core/store/file/run_file_format.h"

#include "remote_messages.pb.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace lensboard::remote {

using namespace std::chrono_literals;
using store::Chunk;
using store::ChunkPart;
using store::PackedTicks;
using store::RunFileError;

namespace {

constexpr auto kForgetAfter = 30s;    ///< since the last look at a series
constexpr auto kForgetInterval = 5s;
constexpr auto kTicksInterval = 250ms; ///< between redraws for ticks alone
constexpr double kMaxTickBytes = 256 << 10; ///< requested at a time; at 10 MB/s, other requests wait about 20 ms for them
constexpr std::size_t kMaxSent = 64;        ///< requests at a time: half a MB of values
constexpr std::size_t kMaxWaiting = 4096;
constexpr std::size_t kMaxUnread = std::size_t{256} << 20; ///< bytes in the inbox
constexpr std::size_t kMaxTensors = 64;
constexpr std::size_t kMaxTensorBytes = std::size_t{256} << 20; ///< except the last tensor
constexpr std::size_t kMaxSeries = 1'000'000;
constexpr int kMaxWanted = 50'000; ///< series per request; 1 MB holds five times as many numbers

/// Returns true if the local parts of \p known are valid for \p other.
bool isSame(const Chunk &known, const Chunk &other)
{
    return known.size() == other.size() && known.firstFrame() == other.firstFrame() && known.lastFrame() == other.lastFrame()
        && known.nonFinite() == other.nonFinite() && known.isConsecutive() == other.isConsecutive() && known.hasTimes() == other.hasTimes()
        && known.extent() == other.extent();
}

/// Returns true if the received \p part matches the outline of \p chunk. Values may have been edited in between.
bool fitsOutline(const Chunk &chunk, ChunkPart part)
{
    return part == ChunkPart::Ends || part == ChunkPart::Places || chunk.pyramid().back().front() == chunk.extent();
}

} // namespace

std::shared_ptr<RemoteRun> RemoteRun::open(std::shared_ptr<Link> link, std::string path, std::string name, Waits waits, std::shared_ptr<RunCache> cache,
                                           imports::RoleChoice choice)
{
    return open(std::shared_ptr<RemoteRun>(new RemoteRun(std::move(link), std::move(path), std::move(name), waits, std::move(cache), std::move(choice), true)));
}

std::shared_ptr<RemoteRun> RemoteRun::open(std::shared_ptr<RemoteRun> run)
{
    const std::lock_guard lock(run->m_mutex);
    if (run->m_runCache && !run->m_runCache->replay([&](const messages::News &news) { run->applyNews(news); }))
        run->restart();
    run->m_isOpen = false; // until the other side confirms it
    run->m_channel = run->m_link->open(run->m_inbox);
    return run;
}

RemoteRun::RemoteRun(std::shared_ptr<Link> link, std::string path, std::string name, Waits waits, std::shared_ptr<RunCache> cache, imports::RoleChoice choice, bool addsNews)
    : m_link(std::move(link)), m_path(std::move(path)), m_name(std::move(name)), m_waits(waits), m_runCache(std::move(cache)), m_choice(std::move(choice)),
      m_addsNews(addsNews), m_inbox(std::make_shared<Inbox>())
{}

RemoteRun::~RemoteRun()
{
    m_link->close(m_channel);
}

// ---- the link's thread

RemoteRun::Inbox::Inbox() = default;

RemoteRun::Inbox::~Inbox() = default;

std::vector<messages::Request> RemoteRun::Inbox::begin()
{
    const std::lock_guard lock(mutex);
    replies.clear(); // from a closed connection
    unfinished.clear();
    bytes = unfinishedBytes = 0;
    isOverfull = mustReopen = false;
    mustOpen = true;
    arrived.notify_all();
    return {};
}

void RemoteRun::Inbox::take(messages::Reply reply)
{
    const std::lock_guard lock(mutex);
    if (isOverfull)
        return;
    const std::size_t size = reply.ByteSizeLong();
    bytes += size;
    unfinishedBytes += reply.has_news() ? size : 0;
    if (bytes > kMaxUnread) {
        isOverfull = mustReopen = true;
        isTooMuch = unfinishedBytes > kMaxUnread;
        replies.clear();
        unfinished.clear();
    } else if (reply.has_news()) { // apply all news of a moment together
        const bool isLast = !reply.news().more();
        unfinished.push_back(std::move(reply));
        if (!isLast)
            return;
        std::ranges::move(std::exchange(unfinished, {}), std::back_inserter(replies));
        unfinishedBytes = 0;
    } else {
        replies.push_back(std::move(reply));
    }
    arrived.notify_all();
}

void RemoteRun::Inbox::stateChanged(const LinkState &state)
{
    const std::lock_guard lock(mutex);
    linkNews = state;
    arrived.notify_all();
}

bool RemoteRun::Inbox::isEmpty() const
{
    return replies.empty() && !linkNews && !mustOpen && !mustReopen;
}

// ---- arrived messages

std::unique_lock<std::mutex> RemoteRun::locked() const
{
    std::unique_lock lock(m_mutex);
    takeIn();
    if (m_waits == Waits::ForAll)
        awaitThat([this] { return m_isOpen; });
    return lock;
}

void RemoteRun::takeIn() const
{
    std::unique_lock lock(m_inbox->mutex);
    const auto arrived = std::exchange(m_inbox->replies, {});
    const auto linkNews = std::exchange(m_inbox->linkNews, std::nullopt);
    const bool mustOpen = std::exchange(m_inbox->mustOpen, false), mustReopen = std::exchange(m_inbox->mustReopen, false);
    const bool isTooMuch = std::exchange(m_inbox->isTooMuch, false);
    m_inbox->bytes = m_inbox->unfinishedBytes;
    lock.unlock();
    if (linkNews && !m_hasFailed) {
        m_problem = linkNews->text();
        m_hasFailed = linkNews->kind == LinkState::Kind::Failed;
        ++m_catalogue.infoVersion;
    }
    if (isTooMuch)
        return fail(record::message("the other side sent more at once than the %1 MiB that are allowed", kMaxUnread >> 20));
    if (mustReopen)
        return reopen();
    if (mustOpen)
        openAnew();
    for (const messages::Reply &reply : arrived)
        try {
            apply(reply);
        } catch (const std::exception &error) { // ignore the rest
            clearCache();
            return fail(error.what());
        }
    if (!arrived.empty()) {
        sendWaiting();
        askForTicks();
    }
}

/// Reopens the channel after its backlog exceeded the limit and was discarded.
void RemoteRun::reopen() const
{
    m_link->close(m_channel);
    m_channel = m_link->open(m_inbox);
}

void RemoteRun::fail(const std::string &problem) const
{
    m_problem = problem;
    m_hasFailed = true;
    ++m_catalogue.infoVersion;
    m_link->close(m_channel);
}

/// Sends the known state and repeats unanswered requests.
void RemoteRun::openAnew() const
{
    messages::Request request;
    messages::OpenRun &open = *request.mutable_open();
    open.set_path(m_path);
    open.set_content(m_content);
    put(m_choice, open);
    if (m_isOpen || m_runCache) {
        const store::TickTable &ticks = m_catalogue.ticks;
        open.set_frames(ticks.size());
        open.set_series(m_series.size());
        open.set_events(m_catalogue.events.size());
        open.set_fingerprint(fingerprintOf(m_catalogue.info.createdSeconds, m_catalogue.series, ticks, ticks.size()));
    }
    send(std::move(request));
    m_ticksAsked = 0;
    forget(false);
    if (std::exchange(m_isJudged, false))
        askForJudgement();
    for (auto &[what, counts] : std::exchange(m_sent, {}))
        m_waiting.push_back({what, std::move(counts)});
    sendWaiting();
}

void RemoteRun::apply(const messages::Reply &reply) const
{
    if (!reply.error().empty())
        return fail(bytes::clipped(reply.error(), 4096));
    switch (reply.what_case()) {
    case messages::Reply::kNews:
        applyNews(reply.news());
        if (m_runCache && m_addsNews)
            m_runCache->add(reply.news());
        return;
    case messages::Reply::kChunks: return applyChunks(reply.chunks());
    case messages::Reply::kHistograms: return applyHistograms(reply.histograms());
    case messages::Reply::kTensorPlaces: return applyTensorPlaces(reply.tensor_places());
    case messages::Reply::kTensor: return applyTensor(reply.tensor());
    case messages::Reply::kProgress:
        if (m_progress) {
            m_progress->total = reply.progress().total();
            m_progress->done = reply.progress().done();
        }
        return;
    case messages::Reply::kJudgement: m_judgement = std::make_shared<const health::Judgement>(judgementFrom(reply.judgement())); return;
    default: return;
    }
}

void RemoteRun::restart() const
{
    clearCache();
    m_catalogue.restart({.info = std::move(m_catalogue.info)});
    m_tags.clear();
    m_series.clear();
    m_ticksAsked = 0;
    m_waiting.clear();
    m_sent.clear();
    m_cache.clear();
    m_tensors.clear();
    m_tensorsAsked.clear();
}

/// Clears the cache, because later additions would belong to another run.
void RemoteRun::clearCache() const
{
    if (m_runCache)
        m_addsNews ? m_runCache->clear() : m_runCache->clearParts();
}

/// Discards data of the previous connection or before an edit. Requests shown series again and keeps them until the new data arrive. Keeps chunks
/// with equal outlines, unless values \p areEdited.
void RemoteRun::forget(bool areEdited) const
{
    if (areEdited && m_runCache)
        m_runCache->clearParts();
    ++m_histogramEdits;
    messages::Wanted again;
    for (std::uint32_t series = 0; series < m_series.size(); ++series) {
        SeriesState &state = m_series[series];
        state.isVoid = state.isVoid || areEdited;
        if (m_waits == Waits::ForAll || !state.isWanted)
            state.isKnown = false;
        state.histograms.clear();
        state.histogramsAsked = state.tensorsAsked = 0;
        state.histogramsCome = state.tensorPlacesCome = false;
        if (state.isWanted) {
            again.add_series(series);
            again.add_known(0);
        }
    }
    sendWanted(again);
    m_tensors.clear();
    m_tensorsAsked.clear();
    m_hasArrived = true; // readers must read again
}

void RemoteRun::applyNews(const messages::News &news) const
{
    if (news.restarted())
        restart();
    if (news.edited())
        forget(true);
    if (news.has_info() && news.uses() != m_choice.size())
        return fail(record::message("is on another machine, where Lensboard is too old to choose columns"));
    if (news.has_info()) {
        m_catalogue.info = infoFrom(news.info());
        m_content = news.content();
        ++m_catalogue.infoVersion;
    }
    for (const messages::Tag &sent : news.tags()) {
        record::TagSpec tag = tagFrom(sent);
        require(sent.index() <= m_tags.size(), "tags that are not numbered from 0");
        if (sent.index() == m_tags.size())
            m_tags.emplace_back();
        else if (m_tags[sent.index()] == tag)
            continue;
        m_tags[sent.index()] = tag;
        m_catalogue.tagLog.emplace_back(sent.index(), std::move(tag));
    }
    for (const messages::Series &sent : news.series()) {
        require(m_series.size() < kMaxSeries, "more series than can be");
        m_catalogue.series.push_back(seriesFrom(sent, m_tags.size()));
        m_series.emplace_back();
    }
    for (const record::TickStamp &stamp : ticksFrom(news.ticks())) {
        require(m_catalogue.ticks.size() + 1 < store::run_file::kMaxFrames, "more ticks than can be");
        m_catalogue.ticks.push_back(stamp);
    }
    applyCoarseTicks(ticksFrom(news.coarse()));
    applyExactTicks(news);
    for (const messages::Event &sent : news.events())
        m_catalogue.events.push_back(eventFrom(sent));
    for (const messages::Tally &sent : news.tallies())
        if (sent.series() < m_series.size())
            m_series[sent.series()].tally = {sent.count(), sent.non_finite()};
    for (const messages::SeriesNews &sent : news.values())
        applyValues(sent);
    m_isFolder = news.is_folder();
    m_isOpen = m_isOpen || !news.more();
}

/// \p stamps are one block of ticks apart; each pair is a stand-in for the ticks between.
void RemoteRun::applyCoarseTicks(std::span<const record::TickStamp> stamps) const
{
    store::TickTable &ticks = m_catalogue.ticks;
    require(stamps.empty() || ticks.size() % PackedTicks::kSize == 0, "ticks that begin between others");
    for (std::size_t i = 1; i < stamps.size(); ++i) {
        require(ticks.size() < kMaxCoarseTicks, "more ticks than can be");
        ticks.addStandIns(stamps[i - 1], stamps[i]);
    }
}

void RemoteRun::applyExactTicks(const messages::News &news) const
{
    store::TickTable &ticks = m_catalogue.ticks;
    if (!news.has_exact() || ticks.isExact() || news.exact_first() != ticks.exactCount())
        return; // from before a restart
    const auto stamps = ticksFrom(news.exact());
    require(!stamps.empty() && stamps.size() % PackedTicks::kSize == 0, "ticks that end between others");
    m_bytesPerTick = static_cast<double>(news.exact().ByteSizeLong()) / static_cast<double>(stamps.size());
    for (std::size_t i = 0; i < stamps.size() && !ticks.isExact(); i += PackedTicks::kSize)
        ticks.settle(std::span(stamps).subspan(i).first<PackedTicks::kSize>());
    if (ticks.isExact())
        for (SeriesState &state : m_series)
            state.column.forgetOrders();
    if (const auto now = Clock::now(); ticks.isExact() || now >= m_nextTicksShown) {
        m_hasArrived = true;
        m_nextTicksShown = now + kTicksInterval;
    }
}

/// Requests the ticks with stand-ins, limited so that other requests do not wait long.
void RemoteRun::askForTicks() const
{
    const store::TickTable &ticks = m_catalogue.ticks;
    if (ticks.isExact())
        return;
    const auto most = static_cast<std::size_t>(kMaxTickBytes / std::max(m_bytesPerTick, 0.5));
    const std::size_t all = ticks.size() / PackedTicks::kSize * PackedTicks::kSize, end = std::min(ticks.exactCount() + most, all);
    m_ticksAsked = std::max(m_ticksAsked, ticks.exactCount());
    while (m_ticksAsked < end) {
        messages::Request request;
        request.mutable_ticks()->set_first(m_ticksAsked);
        request.mutable_ticks()->set_count(std::min(kMaxTicks, all - m_ticksAsked));
        m_ticksAsked += request.ticks().count();
        send(std::move(request));
    }
}

void RemoteRun::applyValues(const messages::SeriesNews &news) const
{
    require(news.series() < m_series.size(), "values of a series that is not there");
    SeriesState &state = m_series[news.series()];
    const std::size_t frameCount = m_catalogue.ticks.size();
    if (news.first() == 0) {
        std::vector<Chunk> known;
        for (std::size_t i = 0; !state.isVoid && i < state.column.chunks().size(); ++i)
            known.push_back(std::move(state.column.chunk(i)));
        for (Chunk &chunk : known)
            if (chunk.isStandIn()) // the new chunk has another number
                chunk.drop();
        std::erase_if(m_waiting, [&](const Question &question) { return question.what.series == news.series(); });
        std::erase_if(m_sent, [&](const auto &sent) { return sent.first.series == news.series(); });
        state.column = store::Column();
        for (Chunk &chunk : chunksFrom(news.outlines(), 0, frameCount)) {
            const std::size_t i = state.column.chunks().size();
            state.column.addChunk(i < known.size() && known[i].number() == i && isSame(known[i], chunk) ? std::move(known[i]) : std::move(chunk));
        }
        state.outlined = state.column.chunks().size();
        state.isVoid = false;
        state.isKnown = m_hasArrived = true;
    } else if (!state.isKnown || state.isVoid || news.first() != state.column.size()) { // edited since the request
        state.isWanted = false;
        return;
    }
    const auto values = valuesFrom(news.values(), frameCount);
    if (!values.empty() && state.column.chunks().size() == state.outlined)
        state.column.beginChunk(values.front().frame); // never append to a chunk that may have missing parts
    for (const store::PlacedValue &placed : values) {
        const auto &chunks = state.column.chunks();
        const std::size_t before = chunks.size();
        state.column.append(placed);
        if (before > 0 && chunks.size() > before) // loadable from here on
            m_cache.add(news.series(), chunks[before - 1].number(), chunks[before - 1].bytes());
    }
}

std::optional<std::size_t> RemoteRun::chunkAt(std::uint32_t series, std::uint64_t firstValue) const
{
    const auto &chunks = m_series[series].column.chunks();
    std::uint64_t begin = 0;
    for (std::size_t i = 0; i < chunks.size() && begin <= firstValue; begin += chunks[i++].size())
        if (begin == firstValue)
            return i;
    return std::nullopt;
}

void RemoteRun::applyChunks(const messages::Chunks &chunks) const
{
    const Asked what{chunks.series(), chunks.first(), partFrom(chunks.part()), chunks.asked()};
    const auto question = m_sent.extract(what);
    if (!question || what.series >= m_series.size())
        return; // from before a restart
    const auto first = chunkAt(what.series, what.firstValue);
    store::Column &column = m_series[what.series].column;
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
            remote::take(sent, what.part, chunk, m_catalogue.ticks.size());
        } catch (const std::invalid_argument &) { // edited in between; news will report it
            continue;
        }
        if (m_runCache && fitsOutline(chunk, what.part))
            m_runCache->add(what.series, firstValue, chunk, what.part, sent);
        m_hasArrived = true;
    }
}

void RemoteRun::applyHistograms(const messages::Histograms &histograms) const
{
    if (histograms.series() >= m_series.size())
        return;
    SeriesState &state = m_series[histograms.series()];
    if (state.histogramsCome || histograms.first_frame() != state.histogramsFrom)
        return; // from before an edit
    if (!m_catalogue.ticks.isExact()) { // ticks got stand-ins in between; requested again once they are exact
        state.histogramsCome = true;
        state.histogramsAsked = 0;
        return;
    }
    for (const messages::Histogram &sent : histograms.all())
        if (state.histograms.empty() || sent.frame() > state.histograms.back().frame)
            state.histograms.push_back(histogramFrom(sent, m_catalogue.ticks));
    m_hasArrived = m_hasArrived || histograms.all_size() > 0;
    state.histogramsCome = !histograms.more();
}

void RemoteRun::applyTensorPlaces(const messages::TensorPlaces &places) const
{
    if (places.series() >= m_series.size())
        return;
    SeriesState &state = m_series[places.series()];
    std::vector<std::uint32_t> frames(places.frames().begin(), places.frames().end());
    std::erase_if(frames, [this](std::uint32_t frame) { return frame >= m_catalogue.ticks.size(); });
    m_hasArrived = m_hasArrived || frames != state.tensorFrames;
    state.tensorFrames = std::move(frames);
    state.tensorPlacesCome = true;
}

void RemoteRun::applyTensor(const messages::Tensor &tensor) const
{
    const auto asked = m_tensorsAsked.find({tensor.series(), tensor.frame()});
    if (asked == m_tensorsAsked.end() || (tensor.is_there() && !take(tensor, asked->second)))
        return;
    std::size_t bytes = asked->second.values.size() * sizeof(float);
    for (const auto &[place, kept] : m_tensors)
        bytes += kept.value ? kept.value->values.size() * sizeof(float) : 0;
    while (!m_tensors.empty() && (m_tensors.size() >= kMaxTensors || bytes > kMaxTensorBytes)) {
        const auto oldest = std::ranges::min_element(m_tensors, {}, [](const auto &each) { return each.second.lastLook; });
        bytes -= oldest->second.value ? oldest->second.value->values.size() * sizeof(float) : 0;
        m_tensors.erase(oldest);
    }
    auto value = tensor.is_there() ? std::make_shared<const record::TensorValue>(std::move(asked->second)) : nullptr;
    m_tensors[asked->first] = {std::move(value), ++m_tensorLooks};
    m_tensorsAsked.erase(asked);
    m_hasArrived = true;
}

// ---- waiting

/// Returns false if a stop is requested.
bool RemoteRun::awaitNews() const
{
    std::unique_lock lock(m_inbox->mutex);
    return m_inbox->arrived.wait(lock, m_progress ? m_progress->stop : std::stop_token(), [this] { return !m_inbox->isEmpty(); });
}

/// Errors: RunFileError.
void RemoteRun::awaitThat(const std::function<bool()> &isSo) const
{
    while (!isSo() || !m_catalogue.ticks.isExact()) {
        if (m_hasFailed || (!m_problem.empty() && (m_isOpen || m_waits == Waits::ForAll)))
            throw RunFileError(m_name, m_problem);
        if (!awaitNews())
            throw RunFileError(m_name, record::message("the wait for its values was cancelled"));
        takeIn();
    }
}

RemoteRun::What RemoteRun::awaitOpened(record::Progress &progress) const
{
    const std::lock_guard lock(m_mutex);
    const std::stop_token &stop = progress.stop;
    m_progress = &progress;
    takeIn();
    const auto isThere = [this] { return m_isOpen && (m_waits == Waits::Never || m_catalogue.ticks.isExact()); };
    while (!isThere() && !m_hasFailed && !stop.stop_requested()) { // may take long: a password prompt, or a large run of another tool
        awaitNews();
        takeIn();
    }
    m_progress = nullptr;
    if (!isThere() && !stop.stop_requested())
        throw RunFileError(m_name, m_problem);
    return m_isFolder ? What::Folder : What::Run;
}

/// Applies chunks only, so that the columns in use do not change.
/// Errors: RunFileError.
void RemoteRun::awaitAnswer(const Asked &what) const
{
    const auto isOther = [](const messages::Reply &reply) { return !reply.error().empty() || reply.news().restarted() || reply.news().edited(); };
    while (m_sent.contains(what)) {
        if (!m_problem.empty() || !awaitNews())
            throw RunFileError(m_name, m_problem.empty() ? record::message("the wait for its values was cancelled") : m_problem);
        std::unique_lock lock(m_inbox->mutex);
        if (m_inbox->mustOpen || m_inbox->linkNews)
            throw RunFileError(m_name, record::message("the connection was lost"));
        auto &replies = m_inbox->replies;
        if (std::ranges::any_of(replies, isOther))
            throw RunFileError(m_name, record::message("it changed while it was read; try again"));
        const auto others = std::stable_partition(replies.begin(), replies.end(), [](const messages::Reply &reply) { return !reply.has_chunks(); });
        const std::vector<messages::Reply> chunks(std::make_move_iterator(others), std::make_move_iterator(replies.end()));
        replies.erase(others, replies.end());
        lock.unlock();
        try {
            for (const messages::Reply &reply : chunks)
                applyChunks(reply.chunks());
        } catch (const std::exception &error) {
            fail(error.what());
            throw RunFileError(m_name, m_problem);
        }
        if (chunks.empty()) // other news stay for the next look
            record::sleepUnlessStopped({}, 1ms);
    }
}

// ---- readers

record::RunInfo RemoteRun::info() const
{
    const auto lock = locked();
    record::RunInfo info = m_catalogue.info;
    if (!m_problem.empty())
        info.message = m_problem;
    return info;
}

store::RunChanges RemoteRun::since(store::RunCursor &cursor) const
{
    const auto lock = locked();
    if (std::exchange(m_hasArrived, false))
        ++m_catalogue.edits;
    store::RunChanges changes = m_catalogue.since(cursor);
    if (changes.info && !m_problem.empty())
        changes.info->message = m_problem;
    return changes;
}

std::size_t RemoteRun::seriesCount() const
{
    const auto lock = locked();
    return m_series.size();
}

store::SeriesTally RemoteRun::tally(std::uint32_t series) const
{
    const auto lock = locked();
    if (series >= m_series.size())
        return {};
    const SeriesState &state = m_series[series];
    return state.isKnown && state.isWanted ? store::SeriesTally{state.column.size(), state.column.nonFinite()} : state.tally;
}

std::shared_ptr<const store::Run> RemoteRun::exact() const
{
    if (m_waits == Waits::ForAll)
        return nullptr;
    const std::lock_guard lock(m_mutex);
    auto exact = m_exact.lock();
    if (!exact)
        m_exact = exact = open(std::shared_ptr<RemoteRun>(new RemoteRun(m_link, m_path, m_name, Waits::ForAll, m_runCache, m_choice, false)));
    return exact;
}

std::shared_ptr<const store::Run> RemoteRun::exact(record::Progress &progress) const
{
    const std::shared_ptr<RemoteRun> run(new RemoteRun(m_link, m_path, m_name, Waits::ForAll, m_runCache, m_choice, false));
    run->m_progress = &progress;
    return open(run);
}

void RemoteRun::visit(std::span<const std::uint32_t> series, const Visitor &visitor) const
{
    const auto lock = locked();
    want(series);
    if (m_waits == Waits::ForAll)
        awaitThat([&] { return std::ranges::all_of(series, [this](std::uint32_t each) { return each >= m_series.size() || m_series[each].isKnown; }); });
    std::vector<store::ColumnView> views;
    for (const std::uint32_t each : series) {
        if (each >= m_series.size())
            views.push_back({store::noColumn(), m_catalogue.ticks});
        else
            views.push_back({m_series[each].column, m_catalogue.ticks, [this, each](Chunk &chunk, ChunkPart part) { load(each, chunk, part); }});
    }
    visitor(views, m_catalogue.ticks);
    trim();
    sendWaiting();
    forgetUnwanted();
}

/// Subscribes to the values of \p series.
void RemoteRun::want(std::span<const std::uint32_t> series) const
{
    messages::Wanted wanted;
    const auto now = Clock::now();
    for (const std::uint32_t each : series) {
        if (each >= m_series.size())
            continue;
        SeriesState &state = m_series[each];
        state.lookedAt = now;
        if (std::exchange(state.isWanted, true))
            continue;
        wanted.add_series(each);
        wanted.add_known(state.isKnown && !state.isVoid ? state.column.size() : 0);
    }
    sendWanted(wanted);
}

void RemoteRun::forgetUnwanted() const
{
    const auto now = Clock::now();
    if (now < m_nextForget)
        return;
    m_nextForget = now + kForgetInterval;
    messages::Wanted wanted;
    for (std::uint32_t series = 0; series < m_series.size(); ++series)
        if (SeriesState &state = m_series[series]; state.isWanted && now - state.lookedAt > kForgetAfter) {
            state.isWanted = false;
            state.isKnown = state.isKnown && m_waits == Waits::Never; // waiting readers never use old data
            state.tally = {state.column.size(), state.column.nonFinite()};
            wanted.add_unwanted(series);
        }
    sendWanted(wanted);
}

/// Splits the message into several requests if necessary.
void RemoteRun::sendWanted(const messages::Wanted &wanted) const
{
    for (int first = 0; first < std::max(wanted.series_size(), wanted.unwanted_size()); first += kMaxWanted) {
        messages::Request request;
        const auto pass = [first](const auto &from, auto *to) { to->Add(from.begin() + std::min(first, from.size()), from.begin() + std::min(first + kMaxWanted, from.size())); };
        pass(wanted.series(), request.mutable_wanted()->mutable_series());
        pass(wanted.known(), request.mutable_wanted()->mutable_known());
        pass(wanted.unwanted(), request.mutable_wanted()->mutable_unwanted());
        send(std::move(request));
    }
}

void RemoteRun::load(std::uint32_t series, Chunk &chunk, ChunkPart part) const
{
    store::Column &column = m_series[series].column;
    const auto first = static_cast<std::size_t>(&chunk - column.chunks().data());
    const bool waits = m_waits == Waits::ForAll;
    const std::size_t most = part == ChunkPart::Values && !waits ? 1 : kMaxChunksAsked; // a reader of one chunk mostly reads the next
    Question question{{series, 0, part, 0}, {}};
    for (std::size_t i = 0; i < first; ++i)
        question.what.firstValue += column.chunks()[i].size();
    std::size_t last = first;
    std::vector<std::size_t> before;
    for (; last < std::min(column.chunks().size(), first + most) && !column.chunks()[last].has(part); ++last)
        before.push_back(column.chunks()[last].bytes());
    if (m_runCache)
        m_runCache->give(series, question.what.firstValue, {&chunk, last - first}, part, m_catalogue.ticks.size());
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
    if (waits && what.count > 0) {
        sendWaiting();
        awaitAnswer(what);
        if (!chunk.has(part))
            throw RunFileError(m_name, m_problem.empty() ? record::message("values that are not there") : m_problem);
    }
    for (std::size_t i = begin; i < end && !waits; ++i)
        if (!column.chunks()[i].has(part))
            column.chunk(i).standIn(part);
    for (std::size_t i = first; i < last; ++i)
        m_cache.add(series, column.chunk(i).number(), column.chunk(i).bytes() - std::min(before[i - first], column.chunk(i).bytes()));
}

/// Marks the chunks as not requested. The next look requests them again.
void RemoteRun::giveUp(const Question &question) const
{
    store::Column &column = m_series[question.what.series].column;
    const auto first = chunkAt(question.what.series, question.what.firstValue);
    if (!first)
        return;
    const std::size_t end = std::min(*first + question.counts.size(), column.chunks().size());
    for (std::size_t i = *first; i < end; ++i)
        if (column.chunks()[i].isStandIn())
            column.replaceStandIn(i);
}

/// Sends the newest requests first, since they are for the current view.
void RemoteRun::sendWaiting() const
{
    if (!m_problem.empty())
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
            send(std::move(request));
    }
}

void RemoteRun::trim() const
{
    m_cache.trim([this](std::uint32_t series, std::uint32_t number) -> Chunk * {
        if (series >= m_series.size())
            return nullptr;
        store::Column &column = m_series[series].column;
        const auto place = column.placeOf(number);
        return place && *place + 1 < column.chunks().size() ? &column.chunk(*place) : nullptr;
    });
}

std::vector<store::StampedHistogram> RemoteRun::histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const
{
    const auto lock = locked();
    if (series >= m_series.size() || m_catalogue.ticks.empty())
        return {};
    SeriesState &state = m_series[series];
    if (m_catalogue.ticks.isExact() && state.histogramsAsked < m_catalogue.ticks.size() && (state.histogramsCome || state.histogramsAsked == 0)) {
        messages::Request request;
        request.mutable_histograms()->set_series(series);
        state.histogramsFrom = state.histograms.empty() ? 0 : state.histograms.back().frame + 1;
        request.mutable_histograms()->set_first_frame(state.histogramsFrom);
        state.histogramsAsked = m_catalogue.ticks.size();
        state.histogramsCome = false;
        send(std::move(request));
    }
    if (m_waits == Waits::ForAll)
        awaitThat([&] { return series >= m_series.size() || m_series[series].histogramsCome; });
    if (series >= m_series.size())
        return {};
    const auto &all = m_series[series].histograms;
    const auto first = frame ? std::ranges::upper_bound(all, *frame, {}, &store::StampedHistogram::frame) : all.begin();
    return {first, first + static_cast<std::ptrdiff_t>(std::min(most, static_cast<std::size_t>(all.end() - first)))};
}

std::uint64_t RemoteRun::histogramEdits() const
{
    const auto lock = locked();
    return m_histogramEdits;
}

std::vector<store::TensorPlace> RemoteRun::tensorPlaces(std::uint32_t series) const
{
    const auto lock = locked();
    if (series >= m_series.size() || m_catalogue.ticks.empty())
        return {};
    SeriesState &state = m_series[series];
    if (state.tensorsAsked < m_catalogue.ticks.size() && (state.tensorPlacesCome || state.tensorsAsked == 0)) {
        messages::Request request;
        request.mutable_tensor_places()->set_series(series);
        state.tensorsAsked = m_catalogue.ticks.size();
        state.tensorPlacesCome = false;
        send(std::move(request));
    }
    if (m_waits == Waits::ForAll)
        awaitThat([&] { return series >= m_series.size() || m_series[series].tensorPlacesCome; });
    std::vector<store::TensorPlace> places;
    if (series < m_series.size())
        for (const std::uint32_t frame : m_series[series].tensorFrames)
            if (m_catalogue.ticks.isExact(frame))
                places.push_back({frame, m_catalogue.ticks[frame]});
    return places;
}

std::shared_ptr<const record::TensorValue> RemoteRun::tensor(std::uint32_t series, std::uint32_t frame) const
{
    const auto lock = locked();
    const auto isThere = [&] { return m_tensors.contains({series, frame}); };
    if (isThere())
        m_tensors[{series, frame}].lastLook = ++m_tensorLooks;
    else if (m_tensorsAsked.try_emplace({series, frame}).second) {
        messages::Request request;
        request.mutable_tensor()->set_series(series);
        request.mutable_tensor()->set_frame(frame);
        request.mutable_tensor()->set_in_parts(true);
        send(std::move(request));
    }
    if (m_waits == Waits::ForAll)
        awaitThat(isThere);
    return isThere() ? m_tensors.at({series, frame}).value : nullptr;
}

std::shared_ptr<const health::Judgement> RemoteRun::judgement() const
{
    const auto lock = locked();
    askForJudgement();
    return m_judgement;
}

void RemoteRun::askForJudgement() const
{
    if (std::exchange(m_isJudged, true))
        return;
    messages::Request request;
    request.mutable_judge();
    send(std::move(request));
}

void RemoteRun::send(messages::Request request) const
{
    m_link->send(m_channel, std::move(request));
}

} // namespace lensboard::remote
