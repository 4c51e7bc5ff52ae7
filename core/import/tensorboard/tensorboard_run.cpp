#include "core/import/tensorboard/tensorboard_run.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/tensorboard/added_scalars.h"
#include "core/import/tensorboard/histogram_series.h"
#include "core/record/message.h"
#include "core/store/columns/run_store.h"

#include <algorithm>
#include <utility>

namespace lensboard::imports {

namespace {

using record::RunEvent;
using record::SeriesRole;

constexpr std::size_t kMaxKinds = 100; ///< of skipped content
constexpr std::size_t kMaxWaiting = 4'000'000;

} // namespace

TensorboardRun::TensorboardRun(std::string name, std::string source)
    : m_name(std::move(name)), m_source(std::move(source))
{}

void TensorboardRun::enterFile(std::uint32_t number, const std::string &name, const std::string &folder)
{
    flush();
    m_file = number;
    m_folder = folder;
    m_files[number].name = name;
    for (const EventTime &start : std::exchange(m_files[number].starts, {}))
        addStart(start);
}

void TensorboardRun::flush()
{
    if (m_batch.size() > 0) {
        m_anything = true;
        settleWriter(spansOfBatch());
        applyCuts();
        noteSpans(spansOfBatch());
        m_batch.order();
        commitEntries();
        m_batch.clear();
        m_starts.clear();
        m_eventBegin = 0;
    } else if (!m_starts.empty()) { // the writer of the session is unknown until its values arrive
        m_files[m_file].starts = std::exchange(m_starts, {});
        m_batch.clear();
    }
    reportNews();
}

bool TensorboardRun::finishRead(std::size_t files, const record::Message &message, record::RunStatus status)
{
    reportSkipped();
    const std::string experiment = experimentText();
    const auto filesText = std::to_string(files);
    const std::string media = m_media.summary();
    std::string details = std::to_string(m_createdSeconds) + ' ' + filesText + '\n' + m_version + '\n' + record::toText(status) + message + '\n'
                        + experiment + nlohmann::json(m_session).dump() + media;
    if (details != m_reported) {
        m_anything = true;
        m_reported = std::move(details);
        m_run->update([&](record::RunInfo &info) {
            if (info.name.empty())
                info.name = m_name;
            info.status = status;
            info.message = message;
            info.createdSeconds = m_createdSeconds;
            info.experiment = experiment;
            info.environment = {{"source", m_source},
                                {"format", "TensorBoard event files"},
                                {"files", filesText},
                                {"file version", m_version}};
            if (!media.empty())
                info.environment.emplace_back("media", media);
            info.environment.insert(info.environment.end(), m_session.begin(), m_session.end());
        });
    }
    return std::exchange(m_anything, false);
}

/// Returns hyperparameters and the metrics for comparing them as JSON; empty if there are none.
std::string TensorboardRun::experimentText() const
{
    if (m_hyperparameters.empty() && m_metrics.empty())
        return {};
    nlohmann::json experiment{{"hparams", m_hyperparameters}};
    if (!m_metrics.empty())
        experiment["metrics"] = m_metrics;
    return experiment.dump();
}

void TensorboardRun::warn(const record::Message &what)
{
    notice(RunEvent::Kind::Warning, m_last.step, m_last.wallSeconds, what);
}

void TensorboardRun::addVersion(std::string_view version, double wallSeconds)
{
    m_files[m_file].hasSessions = versionHasSessions(version);
    if (m_version.empty())
        m_version = bytes::validUtf8(version.substr(0, 100));
    if (m_createdSeconds == 0)
        m_createdSeconds = wallSeconds;
}

void TensorboardRun::startSession(EventTime time)
{
    m_last = time;
    const bool isFirst = !std::exchange(m_hasStarted, true) && m_files.begin()->first == m_file;
    if (isFirst || !m_files[m_file].hasSessions)
        return;
    if (const std::size_t media = m_media.cut(time.step))
        noteRestart(time.step, media, 0);
    addStart(time);
}

void TensorboardRun::addStart(EventTime time)
{
    m_starts.push_back(time);
    m_batch.cut(m_batch.size(), time.step);
}

void TensorboardRun::beginValues(EventTime time)
{
    File &file = m_files[m_file];
    m_eventBegin = m_batch.size();
    m_isLate = !file.hasSessions && time.step < file.lastStep;
    file.lastStep = time.step;
}

void TensorboardRun::addScalar(EventTime time, std::string_view tag, double value)
{
    if (const auto number = tagFor(time, tag, Content::Scalars))
        m_batch.add(time, *number, value);
}

void TensorboardRun::addHistogram(EventTime time, std::string_view tag, BucketedValues values)
{
    if (const auto number = tagFor(time, tag, Content::Histograms))
        m_batch.add(time, *number, std::move(values));
}

void TensorboardRun::addText(EventTime time, std::string_view tag, std::string_view text)
{
    m_last = time;
    std::string name = bytes::validUtf8(tag);
    std::replace(name.begin(), name.end(), '\n', ' ');
    notice(RunEvent::Kind::Text, time.step, time.wallSeconds, name + '\n' + bytes::validUtf8(text));
}

void TensorboardRun::addMedia(EventTime time, std::string_view tag, store::MediumKind kind, std::span<const std::string_view> parts)
{
    m_last = time;
    const std::string name = m_folder.empty() ? std::string(tag) : m_folder + '/' + std::string(tag);
    if (const std::size_t media = m_isLate ? m_media.cut(time.step, name) : 0)
        noteRestart(time.step, media, 0);
    for (const std::string_view part : parts)
        if (m_media.add(*m_run, time, name, kind, part))
            m_anything = true;
        else
            passOver(time, record::message("media in gzip files, larger than 256 MiB, or beyond the first 1,000,000"));
}

void TensorboardRun::addHyperparameters(const Hyperparameters &found)
{
    m_hasHyperparameters = true;
    m_hyperparameters.update(found.values);
    if (!found.metrics.empty())
        m_metrics = found.metrics;
    for (const auto &[name, value] : found.session)
        m_session[name] = value;
}

void TensorboardRun::passOver(EventTime time, const record::Message &kind)
{
    m_last = time;
    if (m_skipped.size() < kMaxKinds || m_skipped.contains(kind))
        ++m_skipped[kind].count;
    else
        ++m_skipped[record::message("values of other kinds")].count;
}

std::optional<std::uint32_t> TensorboardRun::tagFor(EventTime time, std::string_view tag, Content content)
{
    m_last = time;
    if (m_createdSeconds == 0)
        m_createdSeconds = time.wallSeconds;
    if (m_batch.size() >= kMaxWaiting)
        flush();
    auto &index = m_index[content == Content::Histograms];
    const std::string inFolder = m_folder.empty() ? std::string() : m_folder + '\0' + std::string(tag);
    const std::string_view key = m_folder.empty() ? tag : inFolder;
    const auto known = index.find(key);
    const auto number = known != index.end() ? known->second : addTag(key, tag, content);
    if (number && m_isLate)
        m_batch.cut(m_eventBegin, time.step, *number);
    return number;
}

/// Adds a tag. A scalar of add_scalars() becomes a share with the folder's label; other tags in subfolders get the folder as prefix.
std::optional<std::uint32_t> TensorboardRun::addTag(std::string_view key, std::string_view tag, Content content)
{
    if (m_tags.size() == kMaxTags) {
        ++m_tooManyTags.count;
        return std::nullopt;
    }
    const auto number = static_cast<std::uint32_t>(m_tags.size());
    const bool mayBeShare = content == Content::Scalars && !m_folder.empty();
    if (const auto label = mayBeShare ? addedLabel(m_folder, tag) : std::nullopt)
        m_tags.push_back({content, m_places.share(*m_run, tag), bytes::validUtf8(*label)});
    else
        m_tags.push_back({content, m_places.add(*m_run, m_folder.empty() ? std::string(tag) : m_folder + '/' + std::string(tag), content)});
    m_index[content == Content::Histograms].emplace(key, number);
    return number;
}

/// Returns the tag's channel for the current file, if there is one.
std::optional<std::uint32_t> TensorboardRun::knownChannel(std::uint32_t number) const
{
    const File &file = m_files.at(m_file);
    const Tag &tag = m_tags[number];
    if (!file.isApart || !tag.channel)
        return tag.channel;
    if (const auto own = file.channels.find(number); own != file.channels.end())
        return own->second;
    const Channel &channel = m_channels[*tag.channel];
    return channel.lastFile == m_file && channel.ofOthers.isEmpty() ? tag.channel : std::nullopt;
}

std::uint32_t TensorboardRun::channelOf(std::uint32_t number)
{
    if (const auto known = knownChannel(number))
        return *known;
    Tag &tag = m_tags[number];
    if (!tag.channel)
        return tag.channel.emplace(addChannel(tag, {}));
    return m_files[m_file].channels[number] = addChannel(tag, " (" + std::to_string(m_file) + ')');
}

std::uint32_t TensorboardRun::addChannel(const Tag &tag, const std::string &suffix)
{
    Channel channel{0, tag.content, m_file};
    if (tag.content == Content::Scalars)
        channel.firstSeries = m_run->registerSeries({tag.place.tag, tag.place.layer, tag.label + suffix, SeriesRole::Line});
    else
        channel.firstSeries = registerHistogram(*m_run, tag.place.tag, tag.place.layer, suffix);
    m_channels.push_back(channel);
    return static_cast<std::uint32_t>(m_channels.size() - 1);
}

std::vector<EventSpan> TensorboardRun::spansOfBatch() const
{
    std::vector<EventSpan> spans(m_tags.size());
    for (const ValueBatch::Entry &entry : m_batch.entries())
        spans[entry.tag].add(EventTime{entry.step, entry.wallSeconds});
    return spans;
}

/// Decides whether the waiting values continue earlier files or belong to another writer.
void TensorboardRun::settleWriter(const std::vector<EventSpan> &spans)
{
    File &file = m_files[m_file];
    if (file.isApart)
        return;
    std::size_t count = 0;
    for (std::uint32_t number = 0; number < spans.size(); ++number) {
        if (spans[number].isEmpty() || !m_tags[number].channel)
            continue;
        const Channel &channel = m_channels[*m_tags[number].channel];
        EventSpan others = channel.ofOthers;
        if (channel.lastFile != m_file)
            others.add(channel.ofLast);
        count += others.isOfAnotherWriter(spans[number], !m_starts.empty()) ? 1 : 0;
    }
    file.isApart = count > 0;
    if (file.isApart)
        notice(RunEvent::Kind::Notice, m_last.step, m_last.wallSeconds,
               record::message("%1 overlaps with the files before it in the steps or times of %2 of its tags, without a restart: it is of "
                               "another writer, and shown beside them as series (%3)",
                               file.name, count, m_file));
}

/// Updates the spans of the channels.
void TensorboardRun::noteSpans(const std::vector<EventSpan> &spans)
{
    for (std::uint32_t number = 0; number < spans.size(); ++number) {
        if (spans[number].isEmpty())
            continue;
        Channel &channel = m_channels[channelOf(number)];
        if (channel.lastFile != m_file) {
            channel.ofOthers.add(std::exchange(channel.ofLast, {}));
            channel.lastFile = m_file;
        }
        channel.ofLast.add(spans[number]);
    }
}

std::uint64_t TensorboardRun::valueCount(const Channel &channel) const
{
    return m_run->tally(channel.firstSeries + (channel.content == Content::Histograms ? 1 : 0)).count;
}

/// Removes values that a restart voids: committed ones at once, waiting ones in the file's order.
void TensorboardRun::applyCuts()
{
    const ValueBatch::Cuts cuts = m_batch.applyCuts();
    if (cuts.values > 0)
        noteRestart(cuts.least(), cuts.values, 0);
    std::vector<store::SeriesCut> series;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> counts; // of channels, before the cut
    for (std::uint32_t number = 0; number < m_tags.size(); ++number) {
        const auto step = cuts.stepOf(number);
        const auto known = step ? knownChannel(number) : std::nullopt;
        if (!known)
            continue;
        Channel &channel = m_channels[*known];
        if (std::max(channel.ofLast.lastStep, channel.ofOthers.lastStep) < *step)
            continue;
        counts.emplace_back(*known, valueCount(channel));
        for (std::uint32_t i = 0; i < (channel.content == Content::Scalars ? 1 : kHistogramSeriesCount); ++i)
            series.push_back({channel.firstSeries + i, *step});
        channel.ofLast.cut(*step);
        channel.ofOthers.cut(*step);
    }
    if (!series.empty())
        m_run->cut(series);
    m_ticksMoved = m_ticksMoved || !series.empty();
    for (const auto &[channel, before] : counts)
        noteRestart(cuts.least(), before - valueCount(m_channels[channel]), 1);
}

void TensorboardRun::noteRestart(std::int64_t step, std::uint64_t values, std::uint64_t tags)
{
    if (m_restart.values == 0 || step < m_restart.step)
        m_restart.step = step;
    m_restart.wallSeconds = m_last.wallSeconds;
    m_restart.values += values;
    m_restart.tags += tags;
}

/// Puts the values of a step into one frame. A repeated value of a tag goes into the next frame.
void TensorboardRun::commitEntries()
{
    const auto &entries = m_batch.entries();
    for (auto begin = entries.begin(); begin != entries.end();) {
        const auto isAfter = [&begin](const auto &entry) { return entry.step != begin->step; };
        const auto end = std::find_if(begin, entries.end(), isAfter);
        for (record::Frame &frame : framesOf({begin, end}))
            commit(std::move(frame));
        begin = end;
    }
}

/// Adds values of add_scalars() to existing ticks of the run. Only the folder's first file does so, because a later file may
/// repeat its steps.
void TensorboardRun::commit(record::Frame frame)
{
    const bool isAdded = !m_folder.empty() && m_addedBy.try_emplace(m_folder, m_file).first->second == m_file;
    const auto tick = isAdded && !m_ticksMoved ? freeTickAt(frame.stamp.step) : std::nullopt;
    if (tick)
        return m_run->add(*tick, std::move(frame));
    const std::uint32_t added = m_run->commit(std::move(frame));
    if (isAdded)
        m_files[m_file].ticks.insert(added);
}

/// Returns the first tick at \p step without a value from this file. No other file has values of its series.
std::optional<std::uint32_t> TensorboardRun::freeTickAt(std::int64_t step)
{
    for (const record::TickStamp &stamp : m_run->ticks(m_ticksKnown, m_run->frameCount()))
        m_ticksAt[stamp.step].push_back(m_ticksKnown++);
    const auto ticks = m_ticksAt.find(step);
    if (ticks != m_ticksAt.end())
        for (const std::uint32_t tick : ticks->second)
            if (m_files[m_file].ticks.insert(tick).second)
                return tick;
    return std::nullopt;
}

/// Makes frames from the entries of one step, ordered by tag. A frame's time is the earliest of its entries'.
std::vector<record::Frame> TensorboardRun::framesOf(std::span<const ValueBatch::Entry> entries)
{
    std::vector<record::Frame> frames;
    const auto forEach = [&entries](const auto &visit) {
        std::size_t number = 0;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            number = i > 0 && entries[i].tag == entries[i - 1].tag ? number + 1 : 0;
            visit(number, entries[i]);
        }
    };
    forEach([&frames](std::size_t number, const ValueBatch::Entry &entry) {
        if (number == frames.size())
            frames.push_back({{entry.step, 0, entry.step, 0, entry.wallSeconds}, {}});
        double &seconds = frames[number].stamp.wallSeconds;
        if (seconds == 0 || (entry.wallSeconds != 0 && entry.wallSeconds < seconds))
            seconds = entry.wallSeconds;
    });
    frames.front().values.reserve(entries.size());
    forEach([&](std::size_t number, const ValueBatch::Entry &entry) { appendValues(frames[number], entry); });
    return frames;
}

void TensorboardRun::appendValues(record::Frame &frame, const ValueBatch::Entry &entry)
{
    const std::uint32_t series = m_channels[channelOf(entry.tag)].firstSeries;
    const double wallSeconds = entry.wallSeconds == 0 ? frame.stamp.wallSeconds : entry.wallSeconds;
    if (entry.histogram == 0)
        return frame.add({series, entry.value}, wallSeconds);
    imports::addHistogram(frame, series, std::move(m_batch.histogram(entry)), wallSeconds);
}

record::Message TensorboardRun::Restart::text(const std::string &file) const
{
    const record::Message replaced = record::counted(values, "%n value", "%n values");
    if (tags == 0)
        return record::message("restarted at step %1: %2 after it were replaced (%3)", step, replaced, file);
    return record::message("restarted at step %1: %2 of %3 after it were replaced (%4)", step, replaced,
                           record::counted(tags, "%n tag", "%n tags"), file);
}

void TensorboardRun::reportNews()
{
    if (m_restart.values > 0)
        notice(RunEvent::Kind::Notice, m_restart.step, m_restart.wallSeconds, m_restart.text(m_files[m_file].name));
    m_restart = {};
}

void TensorboardRun::reportSkipped()
{
    for (auto &[kind, tally] : m_skipped)
        if (tally.takeNews())
            notice(RunEvent::Kind::Notice, m_last.step, m_last.wallSeconds,
                   record::message("not shown: %1 (%2)", kind, tally.count));
    if (m_hasHyperparameters && m_hyperparameters.empty() && !std::exchange(m_reportedNoValues, true))
        notice(RunEvent::Kind::Notice, m_last.step, m_last.wallSeconds, record::message("not shown: hyperparameters, since there are no values of them"));
    if (m_tooManyTags.takeNews())
        warn(record::message("not shown: %1 of tags beyond the first %2",
                             record::counted(m_tooManyTags.count, "%n value", "%n values"), kMaxTags));
}

void TensorboardRun::notice(RunEvent::Kind kind, std::int64_t step, double wallSeconds, record::Message text)
{
    m_anything = true;
    m_run->append({kind, step, wallSeconds, std::move(text)});
}

} // namespace lensboard::imports
