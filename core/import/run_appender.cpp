#include "core/import/run_appender.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/message.h"
#include "core/store/columns/run_store.h"
#include "core/store/run_names.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace lensboard::imports {

using record::RunEvent;
using record::SeriesRole;

namespace {

constexpr std::size_t kMaxTextBytes = 20'000;
constexpr const char *kOtherSubjects = "and others";
constexpr std::string_view kReadAs = record::termPattern("read as");
constexpr std::int64_t kNoStep = std::numeric_limits<std::int64_t>::min();

double modifiedSeconds(const std::filesystem::path &path)
{
    std::error_code error;
    const auto time = std::filesystem::last_write_time(path, error);
    if (error)
        return 0;
    const auto unix = std::chrono::file_clock::to_sys(time).time_since_epoch();
    return std::chrono::duration<double>(unix).count();
}

/// Returns \p message as valid UTF-8. It loses its structure if it was invalid.
record::Message validMessage(const record::Message &message)
{
    std::string valid = bytes::validUtf8(message);
    return valid == message ? message : record::Message(std::move(valid));
}

} // namespace

void RunAppender::attach(store::RunStore &run, const std::filesystem::path &source, const char *format)
{
    if (std::exchange(m_run, &run))
        return;
    run.update([&](record::RunInfo &info) {
        info.name = store::runName(source);
        info.status = record::RunStatus::Finished;
        info.createdSeconds = modifiedSeconds(source);
        info.environment = {{"source", bytes::validUtf8(source.string())}, {"format", format}};
    });
}

std::optional<std::uint32_t> RunAppender::tag(record::TagSpec tag)
{
    const auto name = checkedName(tag.name);
    if (!name)
        return std::nullopt;
    if (m_tagCount == kMaxSeries) {
        report(RunEvent::Kind::Warning, 0, "too many tags", record::message("more than %1 tags: the rest is left out",
                                                                      kMaxSeries));
        return std::nullopt;
    }
    tag.name = *name;
    const std::uint32_t index = m_run->registerTag(tag);
    m_tagCount = std::max<std::size_t>(m_tagCount, index + 1);
    m_news = true;
    return index;
}

std::optional<std::uint32_t> RunAppender::line(std::uint32_t tag, std::string_view layer, std::string_view label)
{
    return series({tag, {}, {}, SeriesRole::Line}, layer, label, {});
}

std::optional<std::uint32_t> RunAppender::band(std::uint32_t tag, std::string_view layer, std::string_view lowLabel,
                                               std::string_view highLabel)
{
    return series({tag, {}, {}, SeriesRole::BandLow}, layer, lowLabel, highLabel);
}

std::optional<std::string> RunAppender::checkedName(std::string_view name)
{
    if (name.size() <= kMaxNameBytes)
        return bytes::validUtf8(name);
    report(RunEvent::Kind::Warning, 0, "long name",
           record::message("\"%1\" has a name of %2 bytes, more than %3: it is left out",
                           bytes::clipped(name, 40), name.size(), kMaxNameBytes));
    return std::nullopt;
}

std::optional<std::uint32_t> RunAppender::series(record::SeriesSpec spec, std::string_view layer, std::string_view label,
                                                 std::string_view highLabel)
{
    m_key = std::to_string(spec.tag) + ' ' + std::to_string(static_cast<int>(spec.role)) + ' ' + std::to_string(layer.size())
          + ' ' + std::to_string(label.size()) + ' ';
    m_key.append(layer).append(label).append(highLabel);
    if (const auto known = m_series.find(m_key); known != m_series.end())
        return known->second;
    const auto cleanLayer = checkedName(layer);
    const auto cleanLabel = checkedName(label);
    const auto cleanHigh = checkedName(highLabel);
    if (!cleanLayer || !cleanLabel || !cleanHigh)
        return std::nullopt;
    if (m_series.size() == kMaxSeries) {
        report(RunEvent::Kind::Warning, 0, "too many series", record::message("more than %1 series: the rest is left "
                                                                      "out",
                                                                      kMaxSeries));
        return std::nullopt;
    }
    spec.layer = *cleanLayer;
    spec.label = *cleanLabel;
    const std::uint32_t id = m_run->registerSeries(spec);
    if (spec.role == SeriesRole::BandLow)
        m_run->registerSeries({spec.tag, spec.layer, *cleanHigh, SeriesRole::BandHigh});
    m_lastSteps.resize(id + (spec.role == SeriesRole::BandLow ? 2 : 1), kNoStep);
    m_news = true;
    return m_series.emplace(m_key, id).first->second;
}

void RunAppender::beginRow(const RowStamp &stamp)
{
    m_waiting.beginRow(stamp, m_rowEpoch);
    m_rowEpoch = stamp.epoch ? stamp.epoch : m_rowEpoch;
}

void RunAppender::add(std::uint32_t series, double value)
{
    m_waiting.add(series, value);
    m_lastSteps[series] = std::max(m_lastSteps[series], m_waiting.currentStep());
}

void RunAppender::add(const record::TickStamp &stamp, std::uint32_t series, double value)
{
    const auto wallSeconds = stamp.wallSeconds != 0 ? std::optional(stamp.wallSeconds) : std::nullopt;
    beginRow({stamp.step, stamp.tick, stamp.epoch, stamp.samples, wallSeconds});
    add(series, value);
}

/// Puts the first value of each series into one frame, the second values into the next, and so on.
std::vector<record::Frame> RunAppender::framesOf(const WaitingValues::Step &step, std::span<WaitingValues::Value> values)
{
    RowStamp together = m_waiting.stamp(step.firstStamp);
    m_waiting.forEachStamp(step, [&together](const RowStamp &stamp) { together.complete(stamp); });
    if (!std::ranges::is_sorted(values, {}, &WaitingValues::Value::series))
        std::ranges::stable_sort(values, {}, &WaitingValues::Value::series);
    std::vector<record::Frame> frames;
    std::size_t number = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const RowStamp &stamp = m_waiting.stamp(values[i].stamp);
        number = i > 0 && values[i - 1].series == values[i].series ? number + 1 : 0;
        if (number == frames.size()) {
            RowStamp own = number == 0 ? together : stamp;
            own.complete(together);
            frames.push_back({wholeStamp(own, step), {}});
            frames.back().values.reserve(number == 0 ? values.size() : 1);
        }
        record::Frame &frame = frames[number];
        frame.add({values[i].series, values[i].value}, stamp.wallSeconds.value_or(frame.stamp.wallSeconds));
    }
    return frames;
}

record::TickStamp RunAppender::wholeStamp(const RowStamp &stamp, const WaitingValues::Step &step)
{
    m_lastEpoch = stamp.epoch ? stamp.epoch : step.epochBefore ? step.epochBefore : m_lastEpoch;
    m_lastSeconds = stamp.wallSeconds ? stamp.wallSeconds : m_lastSeconds;
    return {stamp.tick.value_or(stamp.step), m_lastEpoch.value_or(0), stamp.step, stamp.samples.value_or(0), m_lastSeconds.value_or(0)};
}

void RunAppender::flush()
{
    commitWaiting();
}

void RunAppender::flushUnfinished()
{
    if (!m_waiting.isEmpty())
        m_unfinished = commitWaiting();
}

/// Commits waiting values and returns their ticks. Replaces unfinished ticks with the same step; withdraws the other ones.
std::vector<std::uint32_t> RunAppender::commitWaiting()
{
    std::vector<std::uint32_t> ticks;
    if (m_waiting.isEmpty())
        return ticks;
    m_waiting.sort();
    takeFirstEpochAndTime();
    m_waiting.forEachStep([&](const WaitingValues::Step &step, std::span<WaitingValues::Value> values) {
        for (record::Frame &frame : framesOf(step, values)) {
            m_news = true;
            const bool replaces = !m_unfinished.empty() && m_run->ticks(m_unfinished.front(), m_unfinished.front() + 1).front().step == step.step;
            if (!replaces) {
                ticks.push_back(m_run->commit(std::move(frame)));
                continue;
            }
            m_run->replace(m_unfinished.front(), frame);
            ticks.push_back(m_unfinished.front());
            m_unfinished.erase(m_unfinished.begin());
        }
    });
    for (; !m_unfinished.empty(); m_unfinished.pop_back()) {
        m_run->withdraw(m_unfinished.back());
        for (std::uint32_t &tick : ticks)
            tick -= tick > m_unfinished.back() ? 1 : 0;
    }
    m_waiting = {};
    return ticks;
}

/// Before any epoch or time is known, uses the first one in the order of the steps.
void RunAppender::takeFirstEpochAndTime()
{
    if (m_lastEpoch && m_lastSeconds)
        return;
    m_waiting.forEachStep([this](const WaitingValues::Step &step, auto) {
        m_waiting.forEachStamp(step, [this](const RowStamp &stamp) {
            m_lastEpoch = m_lastEpoch ? m_lastEpoch : stamp.epoch;
            m_lastSeconds = m_lastSeconds ? m_lastSeconds : stamp.wallSeconds;
        });
    });
}

std::uint64_t RunAppender::cut(std::int64_t step)
{
    flush();
    std::uint64_t gone = 0;
    std::vector<store::SeriesCut> reached;
    for (std::uint32_t series = 0; series < m_lastSteps.size(); ++series)
        if (m_lastSteps[series] >= step) {
            gone += m_run->tally(series).count;
            reached.push_back({series, step});
            m_lastSteps[series] = step == kNoStep ? kNoStep : step - 1;
        }
    m_run->cut(reached);
    for (const store::SeriesCut &cut : reached)
        gone -= m_run->tally(cut.series).count;
    return gone;
}

void RunAppender::report(RunEvent::Kind kind, std::int64_t step, const std::string &subject, const record::Message &text, std::uint64_t times)
{
    if (m_reported.size() >= kMaxSubjects && !m_reported.contains(subject) && subject != kOtherSubjects)
        return report(RunEvent::Kind::Notice, step, kOtherSubjects,
                      record::message("more notices about this file are left out"), times);
    Subject &reported = m_reported[subject];
    reported.tally.count += times;
    reported.last = {kind, step, 0, text};
    if (reported.tally.reported == 0 && reported.tally.takeNews())
        reportNow(reported);
}

void RunAppender::reportCounts()
{
    for (auto &[subject, reported] : m_reported)
        if (reported.tally.takeNews())
            reportNow(reported);
}

void RunAppender::reportNow(const Subject &subject)
{
    RunEvent event = subject.last;
    if (subject.tally.count > 1)
        event.text = record::counted(subject.tally.count, "%1 (%n time by now)", "%1 (%n times by now)", event.text);
    append(std::move(event));
}

void RunAppender::append(RunEvent event)
{
    if (std::string clipped = bytes::clipped(event.text, kMaxTextBytes); clipped != event.text) // a clipped text has no structure
        event.text = std::move(clipped);
    m_run->append(std::move(event));
    m_news = true;
}

void RunAppender::setMessage(const record::Message &message)
{
    if (message == m_message)
        return;
    m_message = message;
    m_run->update([&](record::RunInfo &info) { info.message = validMessage(message); });
}

void RunAppender::clearDetails(record::RunInfo &info)
{
    const auto details = info.environment.begin() + std::min<std::ptrdiff_t>(std::ssize(info.environment), 2); // attach() puts source and format first
    info.environment.erase(std::remove_if(details, info.environment.end(), [](const auto &entry) { return entry.first != kReadAs; }), info.environment.end());
}

void RunAppender::describe(const record::Message &reading)
{
    if (reading == std::exchange(m_reading, reading))
        return;
    update([&](record::RunInfo &info) {
        std::erase_if(info.environment, [](const auto &entry) { return entry.first == kReadAs; });
        info.environment.emplace_back(std::string(kReadAs), validMessage(reading));
    });
}

void RunAppender::setStatus(record::RunStatus status)
{
    if (std::exchange(m_status, status) != status)
        m_run->update([status](record::RunInfo &info) { info.status = status; });
}

void RunAppender::update(const std::function<void(record::RunInfo &)> &change)
{
    m_run->update(change);
    m_news = true;
}

store::RunStore &RunAppender::change()
{
    m_news = true;
    return *m_run;
}

bool RunAppender::takeNews()
{
    return std::exchange(m_news, false);
}

} // namespace lensboard::imports
