#include "core/import/tables/row_appender.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/message.h"

#include <algorithm>

namespace lensboard::imports {

using record::RunEvent;

namespace {

} // namespace

std::optional<std::size_t> RowAppender::part(std::string_view name)
{
    const auto known = std::ranges::find(m_parts, name, &Part::name);
    if (known != m_parts.end())
        return static_cast<std::size_t>(known - m_parts.begin());
    if (m_parts.size() == kMaxParts) {
        m_out.report(RunEvent::Kind::Warning, m_lastStep, "parts",
                     record::message("there are more than %1 parts of the run, as \"%2\": rows of the others are left out", kMaxParts, bytes::clipped(name)));
        return std::nullopt;
    }
    m_parts.push_back({std::string(name), {}});
    return m_parts.size() - 1;
}

std::optional<std::uint32_t> RowAppender::series(std::size_t part, const std::string &name, const std::string &quantity)
{
    auto &[partName, known] = m_parts[part];
    if (const auto series = known.find(name); series != known.end())
        return series->second;
    const std::string prefix = partName.empty() ? std::string() : partName + '/';
    ScalarNames::Place place = m_names.place(bytes::validUtf8(name.starts_with(prefix) ? name : prefix + name));
    if (place.tag.big)
        place.tag.quantity = quantity;
    const auto tag = m_out.tag(place.tag);
    const auto id = tag ? m_out.line(*tag, place.layer, ScalarNames::kLabel) : std::nullopt;
    if (id)
        known.emplace(name, *id);
    return id;
}

std::int64_t RowAppender::nextStep(const MeasuredRow &row, StepCounter &steps) const
{
    if (row.goesOn)
        return m_lastStep;
    return row.counter || row.epoch ? steps.step(placeOf(row)) : m_counted + 1;
}

std::int64_t RowAppender::append(MeasuredRow &row)
{
    row.stamp.step = m_lastStep = nextStep(row, m_steps);
    m_counted += row.goesOn || row.counter || row.epoch ? 0 : 1;
    add(row);
    for (const auto &[series, value] : row.values) {
        m_lastRows.resize(std::max<std::size_t>(m_lastRows.size(), series + 1));
        m_lastRows[series] = m_steps.rows();
    }
    reportManners(row);
    return m_lastStep;
}

void RowAppender::appendUnfinished(MeasuredRow &row)
{
    StepCounter steps = m_steps;
    row.stamp.step = nextStep(row, steps);
    m_out.flush();
    add(row);
    m_out.flushUnfinished();
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
    while (const auto manner = m_steps.takeNews()) {
        const std::string name = bytes::clipped(row.placeName);
        std::string text;
        switch (*manner) {
        case Manner::EpochsBefore:
            text = record::message("line %1: \"%2\" begins again with each epoch: a step is that of the epochs before and \"%2\"", row.line, name);
            break;
        case Manner::RowsOfEpoch:
            text = record::message("line %1: nothing but \"%2\" orders the rows: those of an epoch are counted, on from the epochs before", row.line, name);
            break;
        case Manner::LeadingPart:
            text = record::message("line %1: rows of \"%2\" stand at the step that those of \"%3\" had reached", row.line,
                                   bytes::clipped(m_parts[row.part].name), bytes::clipped(m_parts[m_steps.leader()].name));
            break;
        }
        m_out.report(RunEvent::Kind::Notice, row.stamp.step, text, text);
    }
}

} // namespace lensboard::imports
