#include "core/store/columns/run_store.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/store/columns/trace.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <stdexcept>

namespace lensboard::store {

namespace {

/// Returns the histogram of \p frame, or an empty histogram if the file no longer has it.
std::shared_ptr<const record::Histogram> writtenAt(const ChunkSource::HistogramsByFrame &written, std::uint32_t frame)
{
    const auto found = written.find(frame);
    return found == written.end() ? std::make_shared<const record::Histogram>() : found->second;
}

constexpr std::chrono::milliseconds kLatePause{10}; ///< interval between checks for late values
constexpr std::size_t kMaxInbox = 256;              ///< frames; at this size commit() takes them in itself if no reader has done so
}

RunStore::RunStore(record::RunInfo info, std::size_t maxKept) : m_cache(maxKept)
{
    m_catalogue.info = std::move(info);
}

std::unique_lock<std::mutex> RunStore::locked() const
{
    std::unique_lock lock(m_mutex);
    takeIn();
    return lock;
}

std::unique_lock<std::mutex> RunStore::lockedWithLate() const
{
    awaitLate();
    return locked();
}

void RunStore::awaitLate() const
{
    std::vector<record::LateValue> late;
    {
        const std::lock_guard lock(m_inboxMutex);
        for (const record::Frame &frame : m_inbox)
            late.insert(late.end(), frame.late.begin(), frame.late.end());
    }
    for (const record::LateValue &each : late)
        each.value.wait();
}

std::size_t RunStore::committedCount() const
{
    const std::lock_guard lock(m_inboxMutex);
    return m_committed;
}

void RunStore::takeIn() const
{
    std::vector<record::Frame> frames;
    {
        const std::lock_guard lock(m_inboxMutex);
        const auto end = std::ranges::find_if_not(m_inbox, &record::Frame::isWhole);
        frames.assign(std::move_iterator(m_inbox.begin()), std::move_iterator(end));
        m_inbox.erase(m_inbox.begin(), end);
    }
    for (record::Frame &frame : frames) {
        frame.addLate();
        if (!m_catalogue.ticks.empty() && place(frame.stamp) < place(m_catalogue.ticks.back()))
            readBack();
        m_catalogue.ticks.push_back(frame.stamp);
        put(static_cast<std::uint32_t>(m_catalogue.ticks.size() - 1), frame);
    }
}

void RunStore::notify()
{
    {
        const std::lock_guard lock(m_inboxMutex);
        ++m_growth;
        m_committed = static_cast<std::uint32_t>(m_catalogue.ticks.size() + m_inbox.size());
    }
    m_grown.notify_all();
}

std::uint32_t RunStore::registerTag(const record::TagSpec &tag)
{
    const auto lock = locked();
    const auto index = static_cast<std::uint32_t>(m_tags.size());
    const auto [known, added] = m_tags.try_emplace(tag.name, index, tag);
    if (!added && known->second.second == tag)
        return known->second.first;
    known->second.second = tag;
    m_catalogue.tagLog.push_back(known->second);
    notify();
    return known->second.first;
}

std::uint32_t RunStore::registerSeries(const record::SeriesSpec &series)
{
    const auto lock = locked();
    if (series.tag >= m_tags.size())
        throw std::out_of_range("series \"" + series.label + "\" of a tag that was not registered");
    m_catalogue.series.push_back(series);
    m_columns.emplace_back();
    m_released.push_back(0);
    m_seriesKnown.store(m_columns.size(), std::memory_order_release);
    notify();
    return static_cast<std::uint32_t>(m_catalogue.series.size() - 1);
}

void RunStore::check(const record::Frame &frame) const
{
    const auto isUnknown = [&](const auto &measured) { return measured.series >= m_seriesKnown.load(std::memory_order_acquire); };
    if (std::any_of(frame.values.begin(), frame.values.end(), isUnknown)
        || std::any_of(frame.late.begin(), frame.late.end(), isUnknown)
        || std::any_of(frame.histograms.begin(), frame.histograms.end(), isUnknown)
        || std::any_of(frame.tensors.begin(), frame.tensors.end(), isUnknown))
        throw std::out_of_range("a value of a series that was not registered");
    if (!frame.valueWallSeconds.empty() && frame.valueWallSeconds.size() != frame.values.size())
        throw record::InvalidArgument(record::message("a tick with unequal numbers of times and values"));
}

std::uint32_t RunStore::commit(record::Frame frame)
{
    check(frame);
    std::uint32_t tick = 0;
    bool isFull = false;
    {
        const std::lock_guard lock(m_inboxMutex);
        m_inbox.push_back(std::move(frame));
        isFull = m_inbox.size() >= kMaxInbox;
        tick = m_committed++;
        ++m_growth;
    }
    m_grown.notify_all();
    if (isFull)
        if (const std::unique_lock lock(m_mutex, std::try_to_lock); lock)
            takeIn();
    return tick;
}

void RunStore::put(std::uint32_t tick, const record::Frame &frame) const
{
    for (std::size_t i = 0; i < frame.values.size(); ++i) {
        const auto &[series, value] = frame.values[i];
        const auto &chunks = m_columns[series].chunks();
        if (!chunks.empty() && chunks.back().lastFrame() == tick) // the file contains the old and the new value
            readBack();
        m_catalogue.edits += m_columns[series].put({tick, value, frame.ownWallSeconds(i)}, m_catalogue.ticks) ? 0 : 1;
    }
    for (const auto &[series, histogram, wallSeconds] : frame.histograms)
        put(series, {tick, std::make_shared<const record::Histogram>(histogram), wallSeconds});
    for (const auto &[series, tensor] : frame.tensors)
        m_tensors[series][tick] = tensor;
}

void RunStore::put(std::uint32_t series, PlacedHistogram histogram) const
{
    auto &known = m_histograms[series];
    const auto before = [this](const PlacedHistogram &a, const PlacedHistogram &b) {
        return place(m_catalogue.ticks[a.frame]) < place(m_catalogue.ticks[b.frame]);
    };
    const auto at = std::upper_bound(known.begin(), known.end(), histogram, before);
    m_histogramEdits += at == known.end() ? 0 : 1;
    known.insert(at, std::move(histogram));
}

void RunStore::replace(std::uint32_t tick, const record::Frame &frame)
{
    check(frame);
    const auto lock = lockedWithLate();
    if (tick >= m_catalogue.ticks.size())
        throw record::InvalidArgument(record::message("a tick is replaced that is not there"));
    readBack();
    clear(tick);
    m_catalogue.ticks.replace(tick, frame.stamp);
    put(tick, frame);
    ++m_catalogue.edits;
    notify();
}

void RunStore::add(std::uint32_t tick, record::Frame frame)
{
    check(frame);
    const auto lock = lockedWithLate();
    if (tick >= m_catalogue.ticks.size())
        throw record::InvalidArgument(record::message("values are added to a tick that is not there"));
    readBack();
    std::vector<double> seconds;
    for (std::size_t i = 0; i < frame.values.size(); ++i)
        seconds.push_back(record::wallSecondsOf(frame.ownWallSeconds(i), frame.stamp.wallSeconds));
    for (record::SeriesHistogram &histogram : frame.histograms)
        histogram.wallSeconds = record::wallSecondsOf(histogram.wallSeconds, frame.stamp.wallSeconds);
    frame.stamp = m_catalogue.ticks[tick];
    frame.valueWallSeconds = std::move(seconds);
    put(tick, frame);
    ++m_catalogue.edits;
    notify();
}

void RunStore::withdraw(std::uint32_t tick)
{
    const auto lock = lockedWithLate();
    if (tick >= m_catalogue.ticks.size())
        return;
    readBack();
    const std::vector<bool> used = usedTicks();
    clear(tick);
    ++m_catalogue.edits;
    dropTicksUsedBefore(used);
    notify();
}

void RunStore::clear(std::uint32_t tick)
{
    for (Column &column : m_columns)
        column.erase(tick, m_catalogue.ticks);
    for (auto &[series, histograms] : m_histograms)
        m_histogramEdits += std::erase_if(histograms, [tick](const PlacedHistogram &placed) { return placed.frame == tick; });
    for (auto &[series, tensors] : m_tensors)
        tensors.erase(tick);
}

void RunStore::cut(const std::vector<SeriesCut> &cuts)
{
    const auto lock = lockedWithLate();
    readBack();
    const std::vector<bool> used = usedTicks();
    std::size_t gone = 0;
    for (const auto &[index, step] : cuts) {
        const auto isCut = [&, from = step](std::uint32_t frame) { return m_catalogue.ticks[frame].step >= from; };
        gone += m_columns.at(index).cut(step, m_catalogue.ticks) ? 1 : 0;
        if (const auto found = m_histograms.find(index); found != m_histograms.end())
            gone += std::erase_if(found->second, [&](const auto &placed) { return isCut(placed.frame); });
        if (const auto found = m_tensors.find(index); found != m_tensors.end())
            gone += std::erase_if(found->second, [&](const auto &placed) { return isCut(placed.first); });
    }
    if (gone == 0)
        return;
    ++m_catalogue.edits;
    ++m_histogramEdits;
    dropTicksUsedBefore(used);
    notify();
}

std::vector<bool> RunStore::usedTicks() const
{
    std::vector<bool> used(m_catalogue.ticks.size());
    for (const Column &column : m_columns)
        for (const Chunk &chunk : column.chunks())
            for (std::size_t i = 0; i < chunk.size(); ++i)
                used[chunk.frame(i)] = true;
    for (const auto &[series, histograms] : m_histograms)
        for (const PlacedHistogram &placed : histograms)
            used[placed.frame] = true;
    for (const auto &[series, tensors] : m_tensors)
        for (const auto &[frame, tensor] : tensors)
            used[frame] = true;
    return used;
}

/// Removes ticks that had measurements in \p usedBefore and have none now.
void RunStore::dropTicksUsedBefore(const std::vector<bool> &usedBefore)
{
    std::vector<bool> used = usedTicks();
    for (std::size_t frame = 0; frame < used.size(); ++frame)
        used[frame] = used[frame] || !usedBefore[frame];
    std::vector<std::uint32_t> newFrame(used.size());
    TickTable kept;
    for (std::size_t frame = 0; frame < used.size(); ++frame) {
        newFrame[frame] = static_cast<std::uint32_t>(kept.size());
        if (used[frame])
            kept.push_back(m_catalogue.ticks[frame]);
    }
    if (kept.size() == used.size())
        return;
    m_catalogue.ticks = std::move(kept);
    renumber(newFrame);
    ++m_catalogue.generation;
}

void RunStore::renumber(std::span<const std::uint32_t> newFrame)
{
    for (Column &column : m_columns)
        column.renumber(newFrame);
    ++m_histogramEdits;
    for (auto &[series, histograms] : m_histograms)
        for (PlacedHistogram &placed : histograms)
            placed.frame = newFrame[placed.frame];
    for (auto &[series, tensors] : m_tensors) {
        TensorsByFrame moved;
        for (auto &[frame, tensor] : tensors)
            moved.emplace(newFrame[frame], std::move(tensor));
        tensors = std::move(moved);
    }
}

void RunStore::setMedia(std::shared_ptr<const Media> media)
{
    const std::scoped_lock lock(m_mutex);
    m_media = std::move(media);
}

std::shared_ptr<const Media> RunStore::media() const
{
    const std::scoped_lock lock(m_mutex);
    return m_media;
}

void RunStore::append(record::RunEvent event)
{
    const auto lock = locked();
    m_catalogue.events.push_back(std::move(event));
    notify();
}

void RunStore::update(const std::function<void(record::RunInfo &)> &change)
{
    const auto lock = lockedWithLate();
    change(m_catalogue.info);
    ++m_catalogue.infoVersion;
    notify();
}

void RunStore::become(RunStore &&other)
{
    const auto otherLock = other.lockedWithLate();
    other.readBack();
    const auto lock = lockedWithLate();
    m_catalogue.restart(std::move(other.m_catalogue));
    m_tags = std::move(other.m_tags);
    m_columns = std::move(other.m_columns);
    m_histograms = std::move(other.m_histograms);
    m_tensors = std::move(other.m_tensors);
    m_media = std::move(other.m_media);
    m_seriesKnown.store(m_columns.size(), std::memory_order_release);
    m_released.assign(m_columns.size(), 0);
    m_releasedFrames = 0;
    m_source = nullptr;
    m_staysInMemory = false;
    m_cache.clear();
    notify();
}

record::RunInfo RunStore::info() const
{
    const auto lock = locked();
    return m_catalogue.info;
}

RunChanges RunStore::since(RunCursor &cursor) const
{
    const auto lock = locked();
    return m_catalogue.since(cursor);
}

std::vector<StampedHistogram> RunStore::histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const
{
    const auto lock = locked();
    const auto found = m_histograms.find(series);
    if (found == m_histograms.end() || (frame && *frame >= m_catalogue.ticks.size()))
        return {};
    const auto &all = found->second;
    auto first = all.begin();
    if (frame) {
        const auto placeOf = [this](const PlacedHistogram &placed) { return place(m_catalogue.ticks[placed.frame]); };
        const auto beside = std::ranges::equal_range(all, place(m_catalogue.ticks[*frame]), {}, placeOf);
        const auto at = std::ranges::find(beside, *frame, &PlacedHistogram::frame);
        first = at == beside.end() ? beside.begin() : at + 1;
    }
    const std::span wanted(first, std::min(most, static_cast<std::size_t>(all.end() - first)));
    const auto isReleased = [](const PlacedHistogram &placed) { return !placed.histogram; };
    ChunkSource::HistogramsByFrame released;
    if (m_source && std::ranges::any_of(wanted, isReleased))
        released = m_source->histograms(series, wanted.front().frame, wanted.back().frame);
    std::vector<StampedHistogram> stamped;
    for (const auto &[at, histogram, wallSeconds] : wanted)
        stamped.push_back({at, PlacedValue{at, 0, wallSeconds}.stamp(m_catalogue.ticks), histogram ? histogram : writtenAt(released, at)});
    return stamped;
}

std::uint64_t RunStore::histogramEdits() const
{
    const auto lock = locked();
    return m_histogramEdits;
}

std::shared_ptr<const record::Histogram> RunStore::histogram(std::uint32_t series, std::uint32_t frame) const
{
    const auto lock = locked();
    const auto found = m_histograms.find(series);
    if (found == m_histograms.end())
        return nullptr;
    const auto placeOf = [this](const PlacedHistogram &placed) { return place(m_catalogue.ticks[placed.frame]); };
    const auto at = std::ranges::lower_bound(found->second, place(m_catalogue.ticks[frame]), {}, placeOf);
    return at != found->second.end() && at->frame == frame ? at->histogram : nullptr;
}

std::vector<TensorPlace> RunStore::tensorPlaces(std::uint32_t series) const
{
    const auto lock = locked();
    std::vector<TensorPlace> places;
    if (const auto found = m_tensors.find(series); found != m_tensors.end())
        for (const auto &[frame, tensor] : found->second)
            places.push_back({frame, m_catalogue.ticks[frame]});
    return places;
}

std::shared_ptr<const record::TensorValue> RunStore::tensor(std::uint32_t series, std::uint32_t frame) const
{
    const auto lock = locked();
    const auto found = m_tensors.find(series);
    if (found == m_tensors.end())
        return nullptr;
    const auto placed = found->second.find(frame);
    if (placed == found->second.end())
        return nullptr;
    return placed->second || !m_source ? placed->second : m_source->tensor(series, frame);
}

SeriesTally RunStore::tally(std::uint32_t series) const
{
    const auto lock = locked();
    const Column &column = columnOf(series);
    return {column.size(), column.nonFinite()};
}

Column &RunStore::columnOf(std::uint32_t series) const
{
    return series < m_columns.size() ? m_columns[series] : noColumn();
}

bool RunStore::hasBeyond(const RunCursor &cursor) const
{
    const auto lock = locked();
    return cursor != m_catalogue.end();
}

void RunStore::waitBeyond(const RunCursor &cursor, const std::stop_token &stop) const
{
    const std::stop_callback wake(stop, [this] {
        const std::lock_guard lock(m_inboxMutex); // without the lock, a thread that is about to wait could miss the notification
        m_grown.notify_all();
    });
    while (!stop.stop_requested()) {
        std::unique_lock inbox(m_inboxMutex);
        const std::uint64_t growth = m_growth;
        inbox.unlock();
        if (hasBeyond(cursor))
            return;
        inbox.lock();
        const auto isOther = [&] { return m_growth != growth || stop.stop_requested(); };
        m_inbox.empty() ? m_grown.wait(inbox, isOther) : void(m_grown.wait_for(inbox, kLatePause, isOther));
    }
}

void RunStore::visit(std::span<const std::uint32_t> series, const Visitor &visitor) const
{
    const auto lock = locked();
    std::vector<ColumnView> views;
    for (const std::uint32_t index : series)
        views.push_back({columnOf(index), m_catalogue.ticks, [this, index](Chunk &chunk, ChunkPart part) { load(index, chunk, part); }});
    visitor(views, m_catalogue.ticks);
    trim();
}

void RunStore::load(std::uint32_t series, Chunk &chunk, ChunkPart part) const
{
    m_cache.load(series, m_columns[series], chunk, m_released[series], part,
                 [&](std::span<Chunk> chunks) { m_source->load(series, chunks, part); });
}

void RunStore::trim() const
{
    m_cache.trim([this](std::uint32_t series, std::uint32_t number) {
        const auto place = m_source ? m_columns[series].placeOf(number) : std::nullopt;
        return place && *place < m_released[series] ? &m_columns[series].chunk(*place) : nullptr;
    });
}

void RunStore::release(std::size_t frames, std::shared_ptr<const ChunkSource> source)
{
    const auto lock = locked();
    if (m_staysInMemory)
        return;
    m_source = std::move(source);
    for (std::uint32_t series = 0; series < m_columns.size(); ++series) {
        const auto &chunks = m_columns[series].chunks();
        for (std::size_t &i = m_released[series];
             i < chunks.size() && chunks[i].size() == Chunk::kSize && chunks[i].lastFrame() < frames; ++i)
            m_cache.add(series, chunks[i].number(), chunks[i].bytes());
    }
    const auto end = static_cast<std::uint32_t>(std::min(frames, m_catalogue.ticks.size()));
    for (auto &[series, tensors] : m_tensors)
        for (auto at = tensors.lower_bound(m_releasedFrames); at != tensors.end() && at->first < end; ++at)
            at->second = nullptr;
    for (auto &[series, histograms] : m_histograms)
        for (PlacedHistogram &placed : histograms)
            if (m_releasedFrames <= placed.frame && placed.frame < end)
                placed.histogram = nullptr;
    m_releasedFrames = end;
    trim();
}

void RunStore::thin(std::vector<ThinnedChunks> thinned, const std::function<void()> &commit)
{
    const auto lock = locked();
    const auto isReleased = [this](const ThinnedChunks &each) {
        const Column &column = columnOf(each.series);
        const auto last = column.placeOf(each.last);
        return column.placeOf(each.first) && last && *last < m_released[each.series];
    };
    if (!m_source || !std::ranges::all_of(thinned, isReleased)) // readBack() keeps these chunks in memory unchanged
        readBack();
    commit();
    if (!m_source)
        return;
    for (auto &[series, firstNumber, lastNumber, chunks, removed] : thinned) {
        Column &column = columnOf(series);
        const std::size_t first = *column.placeOf(firstNumber), count = *column.placeOf(lastNumber) + 1 - first;
        for (Chunk &chunk : chunks)
            chunk.drop();
        m_released[series] -= count - chunks.size();
        column.thin(first, count, std::move(chunks));
    }
    ++m_catalogue.edits;
    notify();
}

/// Reads all released data back into memory. Called before a change that makes the file's data outdated.
void RunStore::readBack() const
{
    m_staysInMemory = true;
    if (!m_source)
        return;
    for (std::uint32_t series = 0; series < m_columns.size(); ++series)
        for (std::size_t i = 0; i < m_released[series]; ++i) {
            Chunk &chunk = m_columns[series].chunk(i);
            for (const ChunkPart part : {ChunkPart::Values, ChunkPart::Nodes16})
                if (!chunk.has(part))
                    m_source->load(series, {&chunk, 1}, part);
        }
    for (auto &[series, tensors] : m_tensors)
        for (auto &[frame, tensor] : tensors)
            if (!tensor)
                tensor = m_source->tensor(series, frame);
    for (auto &[series, histograms] : m_histograms) {
        const ChunkSource::HistogramsByFrame written = m_releasedFrames > 0 ? m_source->histograms(series, 0, m_releasedFrames - 1) : ChunkSource::HistogramsByFrame();
        for (PlacedHistogram &placed : histograms)
            if (!placed.histogram)
                placed.histogram = writtenAt(written, placed.frame);
    }
    m_source = nullptr;
    m_cache.clear();
}

std::size_t RunStore::keptBytes() const
{
    const auto lock = locked();
    return m_cache.bytes();
}

std::size_t RunStore::seriesCount() const
{
    const auto lock = locked();
    return m_catalogue.series.size();
}

} // namespace lensboard::store
