#include "core/import/run_appender.h"

#include "core/record/valid_utf8.h"
#include "core/store/run_names.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace lensboard::imports {

using record::RunEvent;
using record::SeriesRole;

namespace {

constexpr std::size_t kMaxTextBytes = 20'000;
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

bool isPowerOfTen(std::size_t number)
{
    while (number % 10 == 0)
        number /= 10;
    return number == 1;
}

} // namespace

void RunAppender::attach(store::RunStore &run, const std::filesystem::path &source, const char *format)
{
    if (m_run == &run)
        return;
    m_run = &run;
    run.update([&](record::RunInfo &info) {
        info.name = store::runName(source);
        info.status = record::RunStatus::Finished;
        info.createdSeconds = modifiedSeconds(source);
        info.environment = {{"source", record::validUtf8(source.string())}, {"format", format}};
    });
}

std::optional<std::uint32_t> RunAppender::tag(record::TagSpec tag)
{
    const auto name = checkedName(tag.name);
    if (!name)
        return std::nullopt;
    if (m_tagCount == kMaxSeries) {
        tell(RunEvent::Kind::Warning, 0, "too many tags", "more than " + std::to_string(kMaxSeries) + " tags: the rest is left out");
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
        return record::validUtf8(name);
    tell(RunEvent::Kind::Warning, 0, "long name",
         "\"" + record::clipped(name, 40) + "\" has a name of " + std::to_string(name.size()) + " bytes, more than "
             + std::to_string(kMaxNameBytes) + ": it is left out");
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
        tell(RunEvent::Kind::Warning, 0, "too many series", "more than " + std::to_string(kMaxSeries) + " series: the rest is left out");
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

void RunAppender::add(const record::TickStamp &stamp, std::uint32_t series, double value)
{
    if (!m_last || m_last->stamps.front().step != stamp.step)
        m_last = &m_waiting[stamp.step];
    if (m_last->stamps.empty() || m_last->stamps.back() != stamp)
        m_last->stamps.push_back(stamp);
    m_last->values.push_back({series, static_cast<std::uint32_t>(m_last->stamps.size() - 1), value});
    m_lastSteps[series] = std::max(m_lastSteps[series], stamp.step);
}

/// One for what each series has first, the next for what it has next, and so on.
std::vector<record::Frame> RunAppender::framesOf(Waiting &waiting)
{
    auto &[stamps, values] = waiting;
    std::ranges::stable_sort(values, {}, &WaitingValue::series);
    std::vector<record::Frame> frames;
    std::size_t number = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto &[series, stamp, value] = values[i];
        number = i > 0 && values[i - 1].series == series ? number + 1 : 0;
        if (number == frames.size())
            frames.push_back({stamps[number == 0 ? 0 : stamp], {}});
        record::Frame &frame = frames[number];
        const double wallSeconds = stamps[stamp].wallSeconds;
        frame.add({series, value}, wallSeconds == 0 ? frame.stamp.wallSeconds : wallSeconds);
    }
    return frames;
}

void RunAppender::flush()
{
    commitWaiting();
}

void RunAppender::flushUnfinished()
{
    if (!m_waiting.empty())
        m_unfinished = commitWaiting();
}

/// Gives the ticks. What was unfinished is replaced by what stands at its step, and goes if nothing does.
std::vector<std::uint32_t> RunAppender::commitWaiting()
{
    std::vector<std::uint32_t> ticks;
    if (m_waiting.empty())
        return ticks;
    m_news = true;
    for (auto &[step, waiting] : m_waiting)
        for (const record::Frame &frame : framesOf(waiting)) {
            const bool replaces = !m_unfinished.empty() && m_run->ticks(m_unfinished.front(), m_unfinished.front() + 1).front().step == step;
            if (!replaces) {
                ticks.push_back(m_run->commit(frame));
                continue;
            }
            m_run->replace(m_unfinished.front(), frame);
            ticks.push_back(m_unfinished.front());
            m_unfinished.erase(m_unfinished.begin());
        }
    for (; !m_unfinished.empty(); m_unfinished.pop_back()) {
        m_run->withdraw(m_unfinished.back());
        for (std::uint32_t &tick : ticks)
            tick -= tick > m_unfinished.back() ? 1 : 0;
    }
    m_waiting.clear();
    m_last = nullptr;
    return ticks;
}

void RunAppender::cut(std::int64_t step)
{
    flush();
    std::vector<store::SeriesCut> reached;
    for (std::uint32_t series = 0; series < m_lastSteps.size(); ++series)
        if (m_lastSteps[series] >= step) {
            reached.push_back({series, step});
            m_lastSteps[series] = step == kNoStep ? kNoStep : step - 1;
        }
    m_run->cut(reached);
}

void RunAppender::tell(RunEvent::Kind kind, std::int64_t step, const std::string &subject, const std::string &text)
{
    if (m_told.size() > kMaxSubjects && !m_told.contains(subject))
        return;
    const std::size_t times = ++m_told[subject];
    if (m_told.size() > kMaxSubjects)
        append({RunEvent::Kind::Notice, step, 0, "there is more to tell of this file, which is not told"});
    else if (isPowerOfTen(times))
        append({kind, step, 0, times == 1 ? text : text + " (" + std::to_string(times) + " times by now)"});
}

void RunAppender::append(RunEvent event)
{
    event.text = record::clipped(event.text, kMaxTextBytes);
    m_run->append(std::move(event));
    m_news = true;
}

void RunAppender::setMessage(const std::string &message)
{
    if (message == m_message)
        return;
    m_message = message;
    m_run->update([&](record::RunInfo &info) { info.message = record::validUtf8(message); });
}

void RunAppender::update(const std::function<void(record::RunInfo &)> &change)
{
    m_run->update(change);
    m_news = true;
}

bool RunAppender::takeNews()
{
    return std::exchange(m_news, false);
}

} // namespace lensboard::imports
