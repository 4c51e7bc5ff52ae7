#include "core/import/tables/csv_reader.h"

#include "core/bytes/blanks.h"
#include "core/bytes/valid_utf8.h"
#include "core/import/tables/date_time.h"
#include "core/import/tables/revised_importer.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace lensboard::imports {

using record::RunEvent;

namespace {

constexpr std::size_t kMaxRecordBytes = std::size_t{16} << 20;
constexpr std::size_t kMaxWaitingBytes = std::size_t{4} << 20;
constexpr std::size_t kMaxTailBytes = std::size_t{64} << 10;

bool isEmptyRecord(std::string_view record)
{
    return record.find_first_not_of(" \t\r\n") == record.npos;
}

} // namespace

record::Message CsvReader::readEnd()
{
    if (m_waiting.size() > 1)
        settle();
    else if (m_layout)
        requireLayout();
    const std::string unfinished = readTail() ? std::string() : unfinishedEnd();
    if (m_decided)
        m_rows.describe("CSV", m_decided->description, m_decided->namesOf(m_decided->runs));
    return unfinished;
}

std::optional<RowReading> CsvReader::reading() const
{
    if (!m_decided)
        return std::nullopt;
    RowReading reading{"CSV"};
    for (const CsvColumn &column : m_decided->columns)
        reading.columns.push_back({column.name, column.use, column.isChosen});
    for (const std::size_t i : shownRows(m_sample.indices())) {
        const std::uint64_t index = m_sample.indices()[i];
        if (index == 0 && m_decided->hasHeader)
            continue;
        auto &[number, cells] = reading.rows.emplace_back(index + (m_decided->hasHeader ? 0 : 1), std::vector<std::string>());
        bytes::splitCells(m_sample.rows()[i], m_decided->delimiter, kMaxCsvColumns, cells);
        cells.resize(reading.columns.size());
    }
    reading.runs = m_rows.runs();
    reading.read = m_rows.read() + (m_tailSeen > 0 ? 1 : 0);
    reading.skipped = m_rows.skipped();
    return reading;
}

void CsvReader::readPending(ReadProgress &progress)
{
    skipByteOrderMark();
    while (!m_isDamaged && !progress.stop.stop_requested()) {
        const std::string_view pending = m_file.pending();
        if (m_line == 1 && pending.substr(0, 4096).find('\0') != pending.npos)
            endAt(record::message("holds a NUL byte; expected a table as text"));
        const auto length = m_end.find(pending);
        if (length.value_or(pending.size()) > kMaxRecordBytes)
            endAt(m_end.isInQuotes() ? record::message("is longer than %1 bytes, a quote in it is not closed", kMaxRecordBytes)
                                     : record::message("is longer than %1 bytes", kMaxRecordBytes));
        if (!length || m_isDamaged)
            break;
        m_rowLine = m_line;
        takeRecord(pending.substr(0, *length));
        m_line += static_cast<std::uint64_t>(std::count(pending.begin(), pending.begin() + static_cast<std::ptrdiff_t>(*length), '\n'));
        m_file.take(*length);
        m_tailSeen = 0;
    }
    if (m_isDamaged)
        m_file.take(m_file.pending().size());
}

void CsvReader::skipByteOrderMark()
{
    if (m_file.position() == 0 && m_file.pending().starts_with(bytes::kByteOrderMark)) {
        m_file.take(bytes::kByteOrderMark.size());
        m_end = {};
    }
}

void CsvReader::endAt(const record::Message &what)
{
    m_out.flush();
    const record::Message where = record::message("line %1, byte %2: the line %3", m_line, m_file.position(), what);
    if (m_waiting.size() > 1)
        settle();
    if (!m_layout)
        throw ImportError(m_file.path(), where);
    m_rowLine = m_line;
    report(RunEvent::Kind::Warning, "damage",
           record::message("%1. This line and all after it are lost, %2 bytes so far", where, m_file.size() - m_file.position()));
    m_isDamaged = true;
}

void CsvReader::takeRecord(std::string_view record)
{
    if (isEmptyRecord(record))
        return;
    if (record.starts_with('#')) {
        if (!m_layout && m_waiting.empty())
            m_comment = record.substr(1);
        return;
    }
    if (m_layout) {
        sample(record);
        return readRow(record);
    }
    m_waiting.emplace_back(m_line, record);
    m_waitingBytes += record.size();
    if (m_waiting.size() == 2)
        partHeader();
    if (m_waiting.size() >= RowSample<std::string>::kHead || (m_waiting.size() > 1 && m_waitingBytes > kMaxWaitingBytes))
        settle();
}

void CsvReader::partHeader()
{
    const auto parted = partedHeader(m_waiting[0].second, m_waiting[1].second);
    if (!parted)
        return;
    const std::uint64_t line = m_waiting[0].first;
    m_waiting[0].second = parted->first;
    m_waiting.insert(m_waiting.begin() + 1, {line, parted->second});
    report(RunEvent::Kind::Warning, "joined", record::message("line %1 holds the header and the first row without a line break between: they are read as two lines", line));
}

void CsvReader::sample(std::string_view record)
{
    if (!m_hasOtherHeader && m_sample.wants(m_records))
        m_sample.add(m_records, std::string(record), 1 + record.size() / 4);
    ++m_records;
}

CsvLayout CsvReader::decided() const
{
    try {
        return csvLayout(m_sample.rows(), m_comment, m_choice);
    } catch (const std::invalid_argument &error) {
        throw ImportError(m_file.path(), record::messageOf(error));
    }
}

/// Decides the layout and reads the rows that waited for it.
void CsvReader::settle()
{
    for (const auto &[line, record] : m_waiting)
        sample(record);
    m_sample.takeNews();
    m_decided = decided();
    if (m_decided->hasHeader)
        m_header = m_waiting.front().second;
    use(*m_decided);
    reportLayout();
    const auto waiting = std::exchange(m_waiting, {});
    for (std::size_t i = m_decided->hasHeader ? 1 : 0; i < waiting.size(); ++i) {
        m_rowLine = waiting[i].first;
        readRow(waiting[i].second);
    }
    m_rowLine = m_line;
}

/// Errors: RolesRevised.
void CsvReader::requireLayout()
{
    if (m_sample.takeNews() && !decided().isLike(*m_decided))
        throw RolesRevised();
}

void CsvReader::use(const CsvLayout &layout)
{
    m_layout = layout;
    m_columns.assign(layout.columns.size(), {});
    m_parts = layout.runs;
    m_parts.insert(m_parts.end(), layout.phases.begin(), layout.phases.end());
    std::ranges::sort(m_parts);
}

void CsvReader::reportLayout()
{
    bool hasValues = false;
    for (const CsvColumn &column : m_layout->columns) {
        const std::string name = bytes::clipped(column.name);
        hasValues = hasValues || column.role == Role::Series || column.role == Role::SeriesValue;
        if (column.role == Role::Skipped && !column.isChosen)
            report(RunEvent::Kind::Notice, "column " + column.name, record::message("column \"%1\" is skipped: each row is one value of a series", name));
        if (column.isAmbiguous && column.numbers.mark() == NumberStyle::Mark::Point)
            report(RunEvent::Kind::Notice, "numbers " + column.name, record::message("column \"%1\" does not tell thousands from decimals: it is read with a decimal point", name));
        else if (column.isAmbiguous)
            report(RunEvent::Kind::Notice, "numbers " + column.name, record::message("column \"%1\" does not tell thousands from decimals: it is read with a decimal comma", name));
    }
    if (!hasValues)
        report(RunEvent::Kind::Notice, "no values", record::message("no column has values to plot: all columns only place the rows"));
}

/// Uses another header from its line on. Columns with known names go on.
void CsvReader::takeHeader(std::string_view record)
{
    report(RunEvent::Kind::Notice, "other header", record::message("line %1 is another header: the rows after it have its columns", m_rowLine));
    use(layoutAfter(m_cells, *m_layout));
    m_header = record;
    m_hasOtherHeader = true;
}

/// Reads a last row that has all its cells but no line break; many tools end files like this. If more is appended to the
/// row, the longer row replaces it.
bool CsvReader::readTail()
{
    const std::string_view tail = m_file.pending();
    if (m_isDamaged || !m_layout || m_end.isInQuotes() || tail.size() > kMaxTailBytes || tail.starts_with('#'))
        return false;
    const CsvColumn &last = m_layout->columns.back();
    if (last.role != Role::Series && last.role != Role::SeriesValue)
        return false;
    bytes::splitCells(tail, m_layout->delimiter, kMaxCsvColumns, m_cells);
    if (m_cells.size() != m_layout->columns.size() || !last.numbers.number(m_cells.back()))
        return false;
    if (tail.size() != m_tailSeen) {
        m_tailSeen = tail.size();
        m_isTail = true;
        m_rowLine = m_line;
        readRow(tail);
        m_isTail = false;
    }
    return true;
}

void CsvReader::readRow(std::string_view record)
{
    if (!m_header.empty() && record == m_header)
        return report(RunEvent::Kind::Notice, "header", record::message("line %1 repeats the header", m_rowLine));
    bytes::splitCells(record, m_layout->delimiter, kMaxCsvColumns + 1, m_cells);
    if (isHeader(m_cells, *m_layout) && !m_isTail)
        return takeHeader(record);
    if (m_cells.size() > m_layout->columns.size())
        report(RunEvent::Kind::Warning, "extra", record::message("line %1 has more than %2 cells: the rest is left out", m_rowLine, m_layout->columns.size()));
    m_cells.resize(m_layout->columns.size());
    MeasuredRow &row = m_row;
    row.restart(m_rowLine);
    if (!findPart(row) || !place(row))
        return;
    m_layout->isLong ? readLong(row) : readWide(row);
    readStamp(row.stamp);
    if (m_isTail) {
        m_rows.appendUnfinished(row);
        return;
    }
    const std::int64_t stepBefore = m_rows.lastStep();
    if (m_rows.append(row) < stepBefore && !m_layout->isLong && m_parts.empty())
        reportOrder(stepBefore);
}

/// Returns false if there are too many parts.
bool CsvReader::findPart(MeasuredRow &row)
{
    const auto joined = [this](const std::vector<std::size_t> &columns) {
        std::string name;
        for (const std::size_t column : columns)
            if (!bytes::isMissing(m_cells[column]))
                name += (name.empty() ? "" : "/") + m_cells[column];
        return name;
    };
    const auto part = m_rows.part(joined(m_parts));
    row.part = part.value_or(0);
    if (!m_layout->runs.empty() && part)
        row.run = m_rows.run(joined(m_layout->runs));
    return part.has_value();
}

bool CsvReader::place(MeasuredRow &row)
{
    if (!m_layout->place)
        return true;
    const std::string &cell = m_cells[*m_layout->place];
    const CsvColumn &column = m_layout->columns[*m_layout->place];
    row.place = column.field;
    row.placeName = column.name;
    const auto numberAt = [this](std::size_t i) { return m_layout->columns[i].numbers.number(m_cells[i]); };
    if (const auto epoch = m_layout->epoch ? numberAt(*m_layout->epoch) : std::nullopt; epoch && placeNumber(*epoch, StampField::Epoch))
        row.epoch = epoch;
    if (bytes::isMissing(cell)) {
        row.goesOn = true;
        report(RunEvent::Kind::Notice, "no place", record::message("line %1 has no \"%2\": it stands at the step of the row before", m_rowLine, bytes::clipped(column.name)));
        return true;
    }
    if (row.place != StampField::Epoch)
        row.counter = exactNumber(cell);
    if (row.place != StampField::Epoch && !row.counter)
        if (const auto counter = numberAt(*m_layout->place))
            row.counter = wholeNumber(*counter);
    const bool isPlaced = row.place == StampField::Epoch ? row.epoch.has_value() : row.counter.has_value();
    if (!isPlaced)
        skip("place", record::message("%1 is no whole number to place the row by: it is left out", cellAt(*m_layout->place)));
    return isPlaced;
}

void CsvReader::reportOrder(std::int64_t stepBefore)
{
    report(RunEvent::Kind::Notice, "order", record::message("line %1 goes back from step %2 to %3: values are sorted by step; values of one step keep their order", m_rowLine, stepBefore,
                                                            m_rows.lastStep()));
}

void CsvReader::readStamp(RowStamp &stamp)
{
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const CsvColumn &column = m_layout->columns[i];
        if (column.role != Role::Stamp || m_layout->timeOfDay == i || (m_layout->place == i && column.field != StampField::Epoch) || bytes::isMissing(m_cells[i]))
            continue;
        if (!setStamp(stamp, column.field, stampNumber(i).value_or(NAN)))
            report(RunEvent::Kind::Warning, "stamp", record::message("%1 says nothing about when the row was measured", cellAt(i)));
    }
}

std::optional<double> CsvReader::stampNumber(std::size_t column)
{
    const CsvColumn &stamp = m_layout->columns[column];
    const auto value = stamp.numbers.number(m_cells[column]);
    if (stamp.field == StampField::Epoch && value && *value != std::floor(*value))
        reportOnce("fraction", record::message("%1 is a fraction: epochs are kept as whole numbers", cellAt(column)));
    if (stamp.field != StampField::WallTime)
        return value;
    if (value)
        return wallSeconds(*value);
    const auto date = dateTime(m_layout->timeOfDay ? m_cells[column] + ' ' + m_cells[*m_layout->timeOfDay] : m_cells[column]);
    if (date && date->isLocalTime)
        reportOnce("zone", record::message("%1 names no time zone: times are read as local time", cellAt(column)));
    return date ? std::optional(date->wallSeconds) : std::nullopt;
}

void CsvReader::readWide(MeasuredRow &row)
{
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        if (m_layout->columns[i].role == Role::Series)
            if (const auto value = number(i))
                addValue(row, wideSeries(row.part, i), *value);
}

void CsvReader::readLong(MeasuredRow &row)
{
    std::optional<double> value;
    const std::string *name = nullptr;
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        if (m_layout->columns[i].role == Role::SeriesName)
            name = &m_cells[i];
        else if (m_layout->columns[i].role != Role::SeriesValue)
            continue;
        else if (value = number(i); !value && !bytes::isMissing(m_cells[i]) && !m_isTail)
            m_rows.skip(record::message("%1 is no number: it is left out", cellAt(i)));
    }
    if (value && name) // another header may lack one of them
        addValue(row, m_rows.series(row.part, *name), *value);
}

void CsvReader::addValue(MeasuredRow &row, std::optional<std::uint32_t> series, double value)
{
    if (series)
        row.values.emplace_back(*series, value);
    else
        report(RunEvent::Kind::Warning, "left out", record::message("line %1: a value is left out, since its series is", m_rowLine));
}

/// Returns nullopt if the cell is empty or not a number. Reports cells that are not numbers.
std::optional<double> CsvReader::number(std::size_t column)
{
    const auto value = m_layout->columns[column].numbers.number(m_cells[column]);
    Column &known = m_columns[column];
    known.hasNumbers = known.hasNumbers || value;
    if (value && std::isinf(*value) && m_cells[column].find_first_of("0123456789") != std::string::npos)
        report(RunEvent::Kind::Notice, "range " + std::to_string(column), record::message("%1 is beyond the range of numbers: it is read as infinite", cellAt(column)));
    if (value || bytes::isMissing(m_cells[column]))
        return value;
    if (known.hasNumbers)
        report(RunEvent::Kind::Warning, "cell " + std::to_string(column), record::message("%1 is no number: it is left out", cellAt(column)));
    else
        report(RunEvent::Kind::Notice, "text " + std::to_string(column), record::message("%1 is text: it is skipped", cellAt(column)));
    return value;
}

std::optional<std::uint32_t> CsvReader::wideSeries(std::size_t part, std::size_t column)
{
    auto &known = m_columns[column].series;
    known.resize(std::max(known.size(), part + 1));
    if (!known[part]) {
        const CsvColumn &layout = m_layout->columns[column];
        known[part] = m_rows.series(part, layout.name, layout.numbers.isPercent() ? "%" : "value");
    }
    return known[part];
}

void CsvReader::report(RunEvent::Kind kind, const std::string &subject, const record::Message &text)
{
    if (!m_isTail)
        m_out.report(kind, m_rows.lastStep(), subject, text);
}

void CsvReader::skip(const std::string &subject, const record::Message &why)
{
    report(RunEvent::Kind::Warning, subject, why);
    if (!m_isTail)
        m_rows.skip(why);
}

void CsvReader::reportOnce(const char *subject, const record::Message &text)
{
    if (!m_isTail && m_reported.insert(subject).second)
        report(RunEvent::Kind::Notice, subject, text);
}

record::Message CsvReader::cellAt(std::size_t column) const
{
    return record::message("line %1, column %2 (\"%3\"): \"%4\"", m_rowLine, column + 1, bytes::clipped(m_layout->columns[column].name),
                           bytes::clipped(m_cells[column]));
}

record::Message CsvReader::unfinishedEnd() const
{
    if (m_isDamaged)
        return {};
    if (m_end.isInQuotes())
        return record::message("ends within a quote, in the record that begins in line %1", m_line);
    if (!m_file.pending().empty())
        return record::message("ends within line %1", m_line);
    return m_waiting.empty() ? record::Message() : record::message("has one line so far; more are needed to recognise its content");
}

} // namespace lensboard::imports
