#include "core/import/run_appender.h"

#include "core/record/valid_utf8.h"
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

void keepLastOfEach(std::vector<record::SeriesValue> &values)
{
    std::stable_sort(values.begin(), values.end(), [](const auto &a, const auto &b) { return a.series < b.series; });
    const auto sameSeries = [](const auto &a, const auto &b) { return a.series == b.series; };
    values.erase(values.begin(), std::unique(values.rbegin(), values.rend(), sameSeries).base());
}

} // namespace

void RunAppender::attach(store::RunStore &run, const std::filesystem::path &source, const char *format)
{
    if (m_run == &run)
        return;
    m_run = &run;
    run.update([&](record::RunInfo &info) {
        info.name = record::validUtf8(source.stem().string());
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
    if (!m_frame || m_frame->stamp.step != stamp.step)
        m_frame = &m_frames.try_emplace(stamp.step, record::Frame{stamp, {}}).first->second;
    m_frame->values.push_back({series, value});
    m_lastSteps[series] = std::max(m_lastSteps[series], stamp.step);
}

void RunAppender::flush()
{
    m_news = m_news || !m_frames.empty();
    for (auto &[step, frame] : m_frames) {
        keepLastOfEach(frame.values);
        m_run->commit(frame);
    }
    m_frames.clear();
    m_frame = nullptr;
}

void RunAppender::cut(std::int64_t step)
{
    flush();
    for (std::size_t series = 0; series < m_lastSteps.size(); ++series)
        if (m_lastSteps[series] >= step) {
            m_run->cut(static_cast<std::uint32_t>(series), step);
            m_lastSteps[series] = step == kNoStep ? kNoStep : step - 1;
        }
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

bool RunAppender::takeNews()
{
    return std::exchange(m_news, false);
}

} // namespace lensboard::imports
