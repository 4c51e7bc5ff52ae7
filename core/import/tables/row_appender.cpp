#include "core/import/tables/row_appender.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/message.h"

#include <algorithm>

namespace lensboard::imports {

using record::RunEvent;

void MeasuredRow::restart(std::uint64_t newLine)
{
    auto memory = std::move(values);
    memory.clear();
    *this = {};
    values = std::move(memory);
    line = newLine;
}

std::optional<std::size_t> RowAppender::part(std::string_view name)
{
    if (m_lastPart < m_parts.size() && m_parts[m_lastPart].name == name)
        return m_lastPart;
    if (const auto known = m_partsByName.find(name); known != m_partsByName.end())
        return m_lastPart = known->second;
    if (m_parts.size() == kMaxParts) {
        const record::Message why = record::message("there are more than %1 parts of the run, as \"%2\": rows of the others are left out", kMaxParts, bytes::clipped(name));
        m_out.report(RunEvent::Kind::Warning, m_lastStep, "parts", why);
        skip(why);
        return std::nullopt;
    }
    m_lastPart = m_parts.size();
    m_partsByName.emplace(name, m_lastPart);
    m_parts.push_back({std::string(name), {}});
    return m_lastPart;
}

std::size_t RowAppender::run(std::string_view name)
{
    if (m_lastRun && m_lastRun->first == name)
        return m_lastRun->second;
    auto known = m_runsByName.find(name);
    if (known == m_runsByName.end()) {
        known = m_runsByName.emplace(name, m_runsByName.size()).first;
        m_runs.resize(m_runsByName.size()); // the first is there already
    }
    m_lastRun = &*known;
    return known->second;
}

std::optional<std::uint32_t> RowAppender::series(std::size_t part, const std::string &name, const std::string &quantity)
{
    auto &[partName, known] = m_parts[part];
    if (const auto series = known.find(name); series != known.end())
        return series->second;
    const std::string prefix = partName.empty() ? std::string() : partName + '/';
    ScalarNames::Line line = m_names.lineOf(bytes::validUtf8(name.starts_with(prefix) ? name : prefix + name));
    if (line.tag.big)
        line.tag.quantity = quantity;
    const auto tag = m_out.tag(line.tag);
    const auto id = tag ? m_out.line(*tag, line.layer, ScalarNames::kLabel) : std::nullopt;
    if (id)
        known.emplace(name, *id);
    return id;
}

std::int64_t RowAppender::nextStep(const MeasuredRow &row, Run &run) const
{
    if (row.goesOn)
        return run.lastStep;
    return row.counter || row.epoch ? run.steps.step(placeOf(row)) : run.counted + 1;
}

std::int64_t RowAppender::append(MeasuredRow &row)
{
    Run &run = m_runs[row.run];
    row.stamp.step = m_lastStep = run.lastStep = nextStep(row, run);
    run.counted += row.goesOn || row.counter || row.epoch ? 0 : 1;
    add(row);
    m_read += row.values.empty() ? 0 : 1;
    for (const auto &[series, value] : row.values) {
        m_lastRows.resize(std::max<std::size_t>(m_lastRows.size(), series + 1));
        m_lastRows[series] = run.steps.rows();
    }
    reportManners(row);
    return m_lastStep;
}

void RowAppender::appendUnfinished(MeasuredRow &row)
{
    Run run = m_runs[row.run];
    row.stamp.step = nextStep(row, run);
    m_out.flush();
    add(row);
    m_out.flushUnfinished();
}

void RowAppender::skip(const record::Message &why)
{
    if (++m_skipped == 1)
        m_whySkipped = why;
}

void RowAppender::describe(const std::string &format, const std::vector<record::Message> &roles, const std::vector<std::string> &runColumns)
{
    std::string names;
    std::vector<record::Message> reading = {format};
    reading.insert(reading.end(), roles.begin(), roles.end());
    for (const std::string &column : runColumns)
        names += (names.empty() ? "\"" : ", \"") + bytes::clipped(column) + '"';
    if (!names.empty())
        reading.push_back(record::counted(runs(), "%n run by %1", "%n runs by %1", names));
    if (m_skipped > 0)
        reading.push_back(record::counted(m_skipped, "%n row skipped: %1", "%n rows skipped: %1", m_whySkipped));
    m_out.describe(record::Message::joined(std::move(reading), "; "));
}

StepCounter::Row RowAppender::placeOf(const MeasuredRow &row) const
{
    std::uint64_t lastRow = 0;
    for (const auto &[series, value] : row.values)
        lastRow = std::max(lastRow, series < m_lastRows.size() ? m_lastRows[series] : 0);
    return {row.counter, row.epoch, row.part, row.place == StampField::Iteration, lastRow};
}

void RowAppender::add(const MeasuredRow &row)
{
    m_out.beginRow(row.stamp);
    for (const auto &[series, value] : row.values)
        m_out.add(series, value);
}

void RowAppender::reportManners(const MeasuredRow &row)
{
    using Manner = StepCounter::Manner;
    StepCounter &steps = m_runs[row.run].steps;
    while (const auto manner = steps.takeNews()) {
        const std::string name = bytes::clipped(row.placeName);
        record::Message text;
        switch (*manner) {
        case Manner::EpochsBefore:
            text = record::message("line %1: \"%2\" begins again with each epoch: a step is that of the epochs before and \"%2\"", row.line, name);
            break;
        case Manner::RowsOfEpoch:
            text = record::message("line %1: only \"%2\" orders the rows: the rows of each epoch are counted, on from the epochs before", row.line, name);
            break;
        case Manner::LeadingPart:
            text = record::message("line %1: rows of \"%2\" get the last step of the rows of \"%3\" before them", row.line,
                                   bytes::clipped(m_parts[row.part].name), bytes::clipped(m_parts[steps.leader()].name));
            break;
        }
        m_out.report(RunEvent::Kind::Notice, row.stamp.step, text, text);
    }
}

} // namespace lensboard::imports
