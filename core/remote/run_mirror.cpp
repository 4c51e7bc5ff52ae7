#include "core/remote/run_mirror.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/remote/remote_protocol.h"
#include "core/store/file/run_file_format.h"

#include "remote_messages.pb.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace lensboard::remote {

using namespace std::chrono_literals;
using store::Chunk;
using store::RunFileError;

namespace {

constexpr auto kForgetAfter = 30s; ///< since the last look at a series
constexpr auto kForgetInterval = 5s;
constexpr std::size_t kMaxSeries = 1'000'000;
constexpr int kMaxWanted = 50'000; ///< series per request; 1 MB holds five times as many numbers

/// Returns true if the local parts of \p known are valid for \p other.
bool isSame(const Chunk &known, const Chunk &other)
{
    return known.size() == other.size() && known.firstFrame() == other.firstFrame() && known.lastFrame() == other.lastFrame()
        && known.nonFinite() == other.nonFinite() && known.isConsecutive() == other.isConsecutive() && known.hasTimes() == other.hasTimes()
        && known.extent() == other.extent();
}

} // namespace

RunMirror::RunMirror(RemoteAddress address, Values values, bool addsNews)
    : m_address(std::move(address)), m_values(values), m_addsNews(addsNews), m_channel(m_address.link, m_address.name, m_known), m_chunks(m_known, m_channel, m_address.cache, isExact())
{}

void RunMirror::open()
{
    if (m_address.cache && !m_address.cache->replay([&](const messages::News &news) { applyNews(news); }))
        restart();
    m_known.isOpen = false; // until the other side confirms it
    m_channel.open();
}

// ---- arrived messages

void RunMirror::update()
{
    takeIn();
    if (isExact())
        awaitThat([this] { return m_known.isOpen; });
}

void RunMirror::takeIn()
{
    const RunInbox::Arrivals arrivals = m_channel.inbox().takeAll();
    if (arrivals.linkNews && !m_known.hasFailed) {
        m_known.problem = arrivals.linkNews->text();
        m_known.hasFailed = arrivals.linkNews->kind == LinkState::Kind::Failed;
        ++m_known.catalogue.infoVersion;
    }
    if (arrivals.isTooMuch)
        return m_channel.fail(record::message("the other side sent more at once than the %1 MiB that are allowed", RunInbox::kMaxUnread >> 20));
    if (arrivals.mustReopen) {
        m_channel.close();
        return m_channel.open();
    }
    if (arrivals.mustOpen)
        openAnew();
    for (const messages::Reply &reply : arrivals.replies)
        try {
            apply(reply);
        } catch (const std::exception &error) { // ignore the rest
            clearCache();
            return m_channel.fail(record::messageOf(error));
        }
    if (!arrivals.replies.empty()) {
        m_chunks.sendWaiting();
        m_ticks.request();
    }
    for (messages::Request &request : m_media->takeRequests())
        m_channel.send(std::move(request));
}

/// Sends the known state and repeats unanswered requests.
void RunMirror::openAnew()
{
    messages::Request request;
    messages::OpenRun &open = *request.mutable_open();
    open.set_path(m_address.path);
    open.set_content(m_known.content);
    put(m_address.choice, open);
    if (m_known.isOpen || m_address.cache) {
        const store::Catalogue &catalogue = m_known.catalogue;
        open.set_frames(catalogue.ticks.size());
        open.set_series(catalogue.series.size());
        open.set_events(catalogue.events.size());
        const std::uint64_t known = fingerprintOf(catalogue.info.createdSeconds, catalogue.series, catalogue.ticks, catalogue.ticks.size());
        open.set_fingerprint(std::exchange(m_isReadAnew, false) ? ~known : known);
    }
    m_channel.send(std::move(request));
    m_ticks.forget();
    forget(false);
    if (std::exchange(m_isJudged, false))
        requestJudgement();
    if (std::exchange(m_areMediaRequested, false))
        requestMedia();
    m_media->requestAgain();
    m_chunks.repeat();
}

void RunMirror::apply(const messages::Reply &reply)
{
    if (!reply.error().empty())
        return m_channel.fail(errorFrom(reply));
    switch (reply.content_case()) {
    case messages::Reply::kNews:
        applyNews(reply.news());
        if (m_address.cache && m_addsNews)
            m_address.cache->add(reply.news());
        return;
    case messages::Reply::kChunks: return m_chunks.apply(reply.chunks());
    case messages::Reply::kHistograms: return m_histograms.apply(reply.histograms());
    case messages::Reply::kTensorPlaces: return m_tensors.apply(reply.tensor_places());
    case messages::Reply::kTensor: return m_tensors.apply(reply.tensor());
    case messages::Reply::kProgress:
        if (record::Progress *progress = m_channel.progress) {
            progress->total = reply.progress().total();
            progress->done = reply.progress().done();
        }
        return;
    case messages::Reply::kMedia: return m_media->apply(reply.media());
    case messages::Reply::kMedium: return m_media->apply(reply.medium());
    case messages::Reply::kJudgement: m_judgement = std::make_shared<const health::Judgement>(judgementFrom(reply.judgement())); return;
    default: return;
    }
}

void RunMirror::restart()
{
    clearCache();
    m_known.catalogue.restart({.info = std::move(m_known.catalogue.info)});
    m_known.tags.clear();
    m_known.series.clear();
    m_ticks.forget();
    m_chunks.clear();
    m_histograms.clear();
    m_tensors.clear();
}

/// Clears the cache, because later additions would belong to another run.
void RunMirror::clearCache()
{
    if (m_address.cache)
        m_addsNews ? m_address.cache->clear() : m_address.cache->clearParts();
}

/// Discards data of the previous connection or before an edit. Requests shown series again and keeps them until the new data arrive. Keeps chunks
/// with equal outlines, unless values \p areEdited.
void RunMirror::forget(bool areEdited)
{
    if (areEdited && m_address.cache)
        m_address.cache->clearParts();
    messages::Wanted again;
    for (std::uint32_t number = 0; KnownRun::Series &series : m_known.series) {
        series.isVoid = series.isVoid || areEdited;
        if (isExact() || !series.isWanted)
            series.isKnown = false;
        if (series.isWanted) {
            again.add_series(number);
            again.add_known(0);
        }
        ++number;
    }
    sendWanted(again);
    m_histograms.forget();
    m_tensors.forget();
    m_known.hasArrived = true; // readers must read again
}

void RunMirror::applyNews(const messages::News &news)
{
    store::Catalogue &catalogue = m_known.catalogue;
    if (news.restarted())
        restart();
    if (news.edited())
        forget(true);
    if (news.has_info() && news.uses() != m_address.choice.size())
        return m_channel.fail(record::message("is on another machine, where Lensboard is too old to choose columns"));
    if (news.has_info()) {
        catalogue.info = infoFrom(news.info());
        m_known.content = news.content();
        m_reading = news.has_reading() ? std::optional(readingFrom(news.reading())) : std::nullopt;
        ++catalogue.infoVersion;
    }
    applyTags(news);
    for (const messages::Series &sent : news.series()) {
        require(m_known.series.size() < kMaxSeries, "more series than can be");
        catalogue.series.push_back(seriesFrom(sent, m_known.tags.size()));
        m_known.series.emplace_back();
    }
    m_ticks.apply(news);
    for (const messages::Event &sent : news.events())
        catalogue.events.push_back(eventFrom(sent));
    for (const messages::Tally &sent : news.tallies())
        if (sent.series() < m_known.series.size())
            m_known.series[sent.series()].tally = {sent.count(), sent.non_finite()};
    for (const messages::SeriesNews &sent : news.values())
        applyValues(sent);
    m_known.isFolder = news.is_folder();
    m_known.isOpen = m_known.isOpen || !news.more();
}

void RunMirror::applyTags(const messages::News &news)
{
    for (const messages::Tag &sent : news.tags()) {
        record::TagSpec tag = tagFrom(sent);
        require(sent.index() <= m_known.tags.size(), "tags that are not numbered from 0");
        if (sent.index() == m_known.tags.size())
            m_known.tags.emplace_back();
        else if (m_known.tags[sent.index()] == tag)
            continue;
        m_known.tags[sent.index()] = tag;
        m_known.catalogue.tagLog.emplace_back(sent.index(), std::move(tag));
    }
}

void RunMirror::applyValues(const messages::SeriesNews &news)
{
    require(news.series() < m_known.series.size(), "values of a series that is not there");
    KnownRun::Series &series = m_known.series[news.series()];
    const std::size_t frameCount = m_known.catalogue.ticks.size();
    if (news.first() == 0) {
        std::vector<Chunk> known;
        for (std::size_t i = 0; !series.isVoid && i < series.column.chunks().size(); ++i)
            known.push_back(std::move(series.column.chunk(i)));
        for (Chunk &chunk : known)
            if (chunk.isStandIn()) // the new chunk has another number
                chunk.drop();
        m_chunks.forget(news.series());
        series.column = store::Column();
        for (Chunk &chunk : chunksFrom(news.outlines(), 0, frameCount)) {
            const std::size_t i = series.column.chunks().size();
            series.column.addChunk(i < known.size() && known[i].number() == i && isSame(known[i], chunk) ? std::move(known[i]) : std::move(chunk));
        }
        series.outlined = series.column.chunks().size();
        series.isVoid = false;
        series.isKnown = m_known.hasArrived = true;
    } else if (!series.isKnown || series.isVoid || news.first() != series.column.size()) { // edited since the request
        series.isWanted = false;
        return;
    }
    const auto values = valuesFrom(news.values(), frameCount);
    if (!values.empty() && series.column.chunks().size() == series.outlined)
        series.column.beginChunk(values.front().frame); // never append to a chunk that may have missing parts
    for (const store::PlacedValue &placed : values) {
        const auto &chunks = series.column.chunks();
        const std::size_t before = chunks.size();
        series.column.append(placed);
        if (before > 0 && chunks.size() > before) // loadable from here on
            m_chunks.add(news.series(), chunks[before - 1]);
    }
}

// ---- waiting

void RunMirror::awaitThat(const std::function<bool()> &isSo)
{
    while (!isSo() || !m_known.catalogue.ticks.isExact()) {
        if (m_known.hasFailed || (!m_known.problem.empty() && (m_known.isOpen || isExact())))
            throw RunFileError(m_address.name, m_known.problem);
        if (!m_channel.await())
            throw RunFileError(m_address.name, record::message("the wait for its values was cancelled"));
        takeIn();
    }
}

void RunMirror::awaitOpened(record::Progress &progress)
{
    const std::stop_token &stop = progress.stop;
    m_channel.progress = &progress;
    takeIn();
    const auto isThere = [this] { return m_known.isOpen && (!isExact() || m_known.catalogue.ticks.isExact()); };
    while (!isThere() && !m_known.hasFailed && !stop.stop_requested()) { // may take long: a password prompt, or a large run of another tool
        m_channel.await();
        takeIn();
    }
    m_channel.progress = nullptr;
    if (!isThere() && !stop.stop_requested())
        throw RunFileError(m_address.name, m_known.problem);
}

// ---- subscriptions

void RunMirror::want(std::span<const std::uint32_t> series)
{
    messages::Wanted wanted;
    const auto now = KnownRun::Clock::now();
    for (const std::uint32_t number : series) {
        if (number >= m_known.series.size())
            continue;
        KnownRun::Series &each = m_known.series[number];
        each.lookedAt = now;
        if (std::exchange(each.isWanted, true))
            continue;
        wanted.add_series(number);
        wanted.add_known(each.isKnown && !each.isVoid ? each.column.size() : 0);
    }
    sendWanted(wanted);
}

void RunMirror::endLook()
{
    m_chunks.trim();
    m_chunks.sendWaiting();
    forgetUnwanted();
}

void RunMirror::forgetUnwanted()
{
    const auto now = KnownRun::Clock::now();
    if (now < m_nextForget)
        return;
    m_nextForget = now + kForgetInterval;
    messages::Wanted wanted;
    for (std::uint32_t number = 0; number < m_known.series.size(); ++number)
        if (KnownRun::Series &series = m_known.series[number]; series.isWanted && now - series.lookedAt > kForgetAfter) {
            series.isWanted = false;
            series.isKnown = series.isKnown && !isExact(); // waiting readers never use old data
            series.tally = {series.column.size(), series.column.nonFinite()};
            wanted.add_unwanted(number);
        }
    sendWanted(wanted);
}

/// Splits the message into several requests if necessary.
void RunMirror::sendWanted(const messages::Wanted &wanted)
{
    for (int first = 0; first < std::max(wanted.series_size(), wanted.unwanted_size()); first += kMaxWanted) {
        messages::Request request;
        const auto pass = [first](const auto &from, auto *to) { to->Add(from.begin() + std::min(first, from.size()), from.begin() + std::min(first + kMaxWanted, from.size())); };
        pass(wanted.series(), request.mutable_wanted()->mutable_series());
        pass(wanted.known(), request.mutable_wanted()->mutable_known());
        pass(wanted.unwanted(), request.mutable_wanted()->mutable_unwanted());
        m_channel.send(std::move(request));
    }
}

// ---- health

std::shared_ptr<const health::Judgement> RunMirror::judgement()
{
    requestJudgement();
    return m_judgement;
}

void RunMirror::requestJudgement()
{
    if (std::exchange(m_isJudged, true))
        return;
    messages::Request request;
    request.mutable_judge();
    m_channel.send(std::move(request));
}

// ---- media, columns

std::shared_ptr<const store::Media> RunMirror::media()
{
    requestMedia();
    return m_media->tags().empty() ? nullptr : m_media;
}

void RunMirror::requestMedia()
{
    if (isExact() || std::exchange(m_areMediaRequested, true))
        return;
    messages::Request request;
    request.mutable_media();
    m_channel.send(std::move(request));
}

void RunMirror::choose(const imports::RoleChoice &choice)
{
    m_address.choice = choice;
    m_address.cache.reset();
    m_isReadAnew = true;
    m_channel.close();
    m_channel.open();
}

} // namespace lensboard::remote
