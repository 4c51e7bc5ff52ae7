#include "core/import/tensorboard_run.h"

#include "core/record/valid_utf8.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lensboard::imports {

namespace {

using record::RunEvent;
using record::SeriesRole;

constexpr std::size_t kMostTags = 100'000;
constexpr std::size_t kMostKinds = 100; ///< of what is passed over
constexpr std::size_t kMostWaiting = 4'000'000;

struct SeriesKind
{
    const char *label;
    SeriesRole role;
};

constexpr std::array kHistogramSeries = {
    SeriesKind{"histogram", SeriesRole::Histogram}, SeriesKind{"mean", SeriesRole::Line},
    SeriesKind{"min", SeriesRole::BandLow},         SeriesKind{"max", SeriesRole::BandHigh},
    SeriesKind{"Q1", SeriesRole::BandLow},          SeriesKind{"Q3", SeriesRole::BandHigh}};

} // namespace

TensorboardRun::TensorboardRun(std::string name, std::string source)
    : m_name(std::move(name)), m_source(std::move(source))
{}

void TensorboardRun::enterFile(std::uint32_t number, const std::string &name)
{
    flush();
    m_file = number;
    m_files[number].name = name;
}

void TensorboardRun::flush()
{
    if (!m_batch.empty()) {
        m_anything = true;
        applySessions();
        m_files[m_file].repeated.count += m_batch.order();
        m_files[m_file].repeated.count += noteSteps();
        commitEntries();
        m_batch.clear();
    }
    tellNews();
}

bool TensorboardRun::finishRead(std::size_t files, const std::string &message)
{
    tellPassedOver();
    const std::string hyperparameters =
        m_hyperparameters.empty() ? "" : nlohmann::json{{"hparams", m_hyperparameters}}.dump();
    const auto filesText = std::to_string(files);
    std::string details = std::to_string(m_createdSeconds) + ' ' + filesText + '\n' + m_version + '\n' + message + '\n'
                        + hyperparameters;
    if (details != m_told) {
        m_anything = true;
        m_told = std::move(details);
        m_run->update([&](record::RunInfo &info) {
            if (info.name.empty())
                info.name = m_name;
            info.status = record::RunStatus::Finished;
            info.message = message;
            info.createdSeconds = m_createdSeconds;
            info.experiment = hyperparameters;
            info.environment = {{"source", m_source},
                                {"format", "TensorBoard event files"},
                                {"files", filesText},
                                {"file version", m_version}};
        });
    }
    return std::exchange(m_anything, false);
}

void TensorboardRun::warn(const std::string &what)
{
    notice(RunEvent::Kind::Warning, m_last.step, m_last.wallSeconds, what);
}

void TensorboardRun::addVersion(std::string_view version, double wallSeconds)
{
    if (m_version.empty())
        m_version = record::validUtf8(version.substr(0, 100));
    if (m_createdSeconds == 0)
        m_createdSeconds = wallSeconds;
}

void TensorboardRun::startSession(EventTime time)
{
    m_last = time;
    m_batch.cut(time.step);
}

void TensorboardRun::addScalar(EventTime time, std::string_view tag, double value)
{
    if (const auto channel = channelFor(time, tag, Content::Scalars))
        m_batch.add(time.step, time.wallSeconds, *channel, value);
}

void TensorboardRun::addHistogram(EventTime time, std::string_view tag, BucketedValues values)
{
    if (const auto channel = channelFor(time, tag, Content::Histograms))
        m_batch.add(time.step, time.wallSeconds, *channel, std::move(values));
}

void TensorboardRun::addText(EventTime time, std::string_view tag, std::string_view text)
{
    m_last = time;
    std::string name = record::validUtf8(tag);
    std::replace(name.begin(), name.end(), '\n', ' ');
    notice(RunEvent::Kind::Text, time.step, time.wallSeconds, name + '\n' + record::validUtf8(text));
}

void TensorboardRun::addHyperparameters(const nlohmann::json &values)
{
    m_hyperparameters.update(values);
}

void TensorboardRun::passOver(EventTime time, const std::string &kind)
{
    m_last = time;
    if (m_passedOver.size() < kMostKinds || m_passedOver.contains(kind))
        ++m_passedOver[kind].count;
    else
        ++m_passedOver["values of other kinds"].count;
}

std::optional<std::uint32_t> TensorboardRun::channelFor(EventTime time, std::string_view tag, Content content)
{
    m_last = time;
    if (m_createdSeconds == 0)
        m_createdSeconds = time.wallSeconds;
    if (m_batch.size() >= kMostWaiting)
        flush();
    auto &index = m_index[content == Content::Histograms];
    const auto known = index.find(tag);
    const auto number = known != index.end() ? known->second : addChannel(tag, content);
    if (!number)
        return std::nullopt;
    Channel &channel = m_channels[*number];
    if (channel.file < m_file) {
        channel.file = m_file;
        cut(channel, time.step);
    }
    return number;
}

std::optional<std::uint32_t> TensorboardRun::addChannel(std::string_view tag, Content content)
{
    if (m_channels.size() == kMostTags) {
        ++m_tooManyTags.count;
        return std::nullopt;
    }
    const auto number = static_cast<std::uint32_t>(m_channels.size());
    const TensorboardPlaces::Place place = m_places.add(*m_run, tag, content);
    Channel channel{0, content, m_file};
    if (content == Content::Scalars)
        channel.firstSeries = m_run->registerSeries({place.tag, place.layer, "value", SeriesRole::Line});
    else
        for (const SeriesKind &kind : kHistogramSeries) {
            const auto series = m_run->registerSeries({place.tag, place.layer, kind.label, kind.role});
            if (kind.role == SeriesRole::Histogram)
                channel.firstSeries = series;
        }
    m_channels.push_back(std::move(channel));
    m_index[content == Content::Histograms].emplace(tag, number);
    return number;
}

void TensorboardRun::cut(Channel &channel, std::int64_t step)
{
    const auto from = std::lower_bound(channel.steps.begin(), channel.steps.end(), step);
    if (from == channel.steps.end())
        return;
    noteRestart(step, static_cast<std::uint64_t>(channel.steps.end() - from), 1);
    channel.steps.erase(from, channel.steps.end());
    std::vector<store::SeriesCut> cuts;
    for (std::uint32_t i = 0; i < (channel.content == Content::Scalars ? 1 : kHistogramSeries.size()); ++i)
        cuts.push_back({channel.firstSeries + i, step});
    m_run->cut(cuts);
}

void TensorboardRun::noteRestart(std::int64_t step, std::uint64_t values, std::uint64_t tags)
{
    if (m_restart.values == 0 || step < m_restart.step)
        m_restart.step = step;
    m_restart.wallSeconds = m_last.wallSeconds;
    m_restart.values += values;
    m_restart.tags += tags;
}

/// What was committed is cut at once; what waits, in the order in which it came.
void TensorboardRun::applySessions()
{
    const ValueBatch::Cut sessions = m_batch.applyCuts();
    if (!sessions.step)
        return;
    if (sessions.values > 0)
        noteRestart(*sessions.step, sessions.values, 0);
    for (Channel &channel : m_channels)
        cut(channel, *sessions.step);
}

/// Tells how many of the steps of the batch a channel has already.
std::uint64_t TensorboardRun::noteSteps()
{
    std::vector<std::uint32_t> withLate;
    for (const ValueBatch::Entry &entry : m_batch.entries()) {
        Channel &channel = m_channels[entry.channel];
        if (channel.steps.empty() || entry.step > channel.steps.back()) {
            channel.steps.push_back(entry.step);
            continue;
        }
        if (channel.late.empty())
            withLate.push_back(entry.channel);
        channel.late.push_back(entry.step);
    }
    std::uint64_t repeated = 0;
    for (const std::uint32_t number : withLate) {
        Channel &channel = m_channels[number];
        const auto from = std::lower_bound(channel.steps.begin(), channel.steps.end(), channel.late.front());
        const std::vector<std::int64_t> after(from, channel.steps.end());
        channel.steps.erase(from, channel.steps.end());
        const std::size_t before = channel.steps.size();
        std::set_union(after.begin(), after.end(), channel.late.begin(), channel.late.end(),
                       std::back_inserter(channel.steps));
        repeated += after.size() + channel.late.size() - (channel.steps.size() - before);
        channel.late = {};
    }
    return repeated;
}

void TensorboardRun::commitEntries()
{
    const auto &entries = m_batch.entries();
    for (auto begin = entries.begin(); begin != entries.end();) {
        const auto isAfter = [&begin](const auto &entry) { return entry.step != begin->step; };
        const auto end = std::find_if(begin, entries.end(), isAfter);
        record::Frame frame{{begin->step, 0, begin->step, 0, begin->wallSeconds}, {}};
        frame.values.reserve(static_cast<std::size_t>(end - begin));
        for (auto entry = begin; entry != end; ++entry) {
            frame.stamp.wallSeconds = std::min(frame.stamp.wallSeconds, entry->wallSeconds);
            appendValues(frame, *entry);
        }
        m_run->commit(std::move(frame));
        begin = end;
    }
}

void TensorboardRun::appendValues(record::Frame &frame, const ValueBatch::Entry &entry)
{
    const std::uint32_t series = m_channels[entry.channel].firstSeries;
    if (entry.histogram == 0) {
        frame.values.push_back({series, entry.value});
        return;
    }
    BucketedValues &values = m_batch.histogram(entry);
    const auto addBand = [&](std::uint32_t low, double lowValue, double highValue) {
        if (!std::isfinite(lowValue) || !std::isfinite(highValue))
            return;
        frame.values.push_back({low, lowValue});
        frame.values.push_back({low + 1, highValue});
    };
    frame.histograms.push_back({series, std::move(values.buckets)});
    frame.values.push_back({series + 1, values.mean});
    addBand(series + 2, values.min, values.max);
    addBand(series + 4, values.lowerQuartile, values.upperQuartile);
}

void TensorboardRun::tellNews()
{
    FileNotes &file = m_files[m_file];
    if (m_restart.values > 0)
        notice(RunEvent::Kind::Notice, m_restart.step, m_restart.wallSeconds,
               "restarted at step " + std::to_string(m_restart.step) + ": " + counted(m_restart.values, "value")
                   + (m_restart.tags ? " of " + counted(m_restart.tags, "tag") : "") + " after it were replaced ("
                   + file.name + ')');
    m_restart = {};
    if (file.repeated.takeNews())
        notice(RunEvent::Kind::Notice, m_last.step, m_last.wallSeconds,
               counted(file.repeated.count, "value") + " took the place of others at the same step and tag ("
                   + file.name + ')');
}

void TensorboardRun::tellPassedOver()
{
    for (auto &[kind, tally] : m_passedOver)
        if (tally.takeNews())
            notice(RunEvent::Kind::Notice, m_last.step, m_last.wallSeconds,
                   "not shown: " + kind + " (" + std::to_string(tally.count) + ')');
    if (m_tooManyTags.takeNews())
        warn("not shown: " + counted(m_tooManyTags.count, "value") + " of tags beyond the first "
             + std::to_string(kMostTags));
}

void TensorboardRun::notice(RunEvent::Kind kind, std::int64_t step, double wallSeconds, std::string text)
{
    m_anything = true;
    m_run->append({kind, step, wallSeconds, std::move(text)});
}

} // namespace lensboard::imports
