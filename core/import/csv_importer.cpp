#include "core/import/csv_importer.h"

#include "core/import/gzip_stream.h"
#include "core/record/valid_utf8.h"

#include <algorithm>
#include <cctype>

namespace lensboard::imports {

using record::RunEvent;
using Role = CsvColumn::Role;

namespace {

constexpr std::size_t kMaxRecordBytes = std::size_t{16} << 20;
constexpr std::size_t kMaxTailBytes = std::size_t{64} << 10;
constexpr std::size_t kShownBytes = 60;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool isEmptyRecord(std::string_view record)
{
    return record.find_first_not_of(" \t\r\n") == record.npos;
}

/// As the export names a file after a tag.
std::string exportedStem(const std::string &tag)
{
    std::string stem;
    for (const char c : tag)
        stem += std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : '_';
    return stem;
}

} // namespace

bool CsvImporter::recognises(std::string_view firstBytes, const std::filesystem::path &path)
{
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return (extension == ".csv" || extension == ".tsv" || extension == ".dat" || extension == ".txt")
        && firstBytes.find('\0') == firstBytes.npos;
}

std::string CsvImporter::readEnd()
{
    if (m_sample.size() > 1)
        decide(true);
    return readTail() ? std::string() : unfinishedEnd();
}

void CsvImporter::readPending(ReadProgress &progress)
{
    skipByteOrderMark();
    while (!m_isDamaged && !progress.stop.stop_requested()) {
        const std::string_view pending = m_file.pending();
        if (m_line == 1 && pending.substr(0, 4096).find('\0') != pending.npos)
            endAt("holds a NUL byte; expected a table as text");
        const auto length = m_end.find(pending);
        if (length.value_or(pending.size()) > kMaxRecordBytes)
            endAt("is longer than " + std::to_string(kMaxRecordBytes) + " bytes" + (m_end.isInQuotes() ? ", a quote in it is not closed" : ""));
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

void CsvImporter::skipByteOrderMark()
{
    if (m_file.position() == 0 && m_file.pending().starts_with(kByteOrderMark)) {
        m_file.take(kByteOrderMark.size());
        m_end = {};
    }
}

void CsvImporter::endAt(const std::string &what)
{
    m_out.flush();
    const std::string where = "line " + std::to_string(m_line) + ", byte " + std::to_string(m_file.position());
    if (!m_layout)
        throw ImportError(m_file.path(), where + ": the line " + what);
    m_rowLine = m_line;
    tell(RunEvent::Kind::Warning, "damage", where + ": the line " + what + ". It and what follows are lost, "
                                                + std::to_string(m_file.size() - m_file.position()) + " bytes by now");
    m_isDamaged = true;
}

void CsvImporter::takeRecord(std::string_view record)
{
    if (isEmptyRecord(record))
        return;
    if (record.starts_with('#')) {
        if (!m_layout && m_sample.empty())
            m_comment = record.substr(1);
        return;
    }
    if (m_layout)
        return readRow(record);
    m_sample.emplace_back(m_line, record);
    if (m_sample.size() == 2 || m_sample.size() > kCsvSample)
        decide(m_sample.size() > kCsvSample);
}

/// Settles the layout, if it is certain or \p atLast, and reads the rows that waited for it.
void CsvImporter::decide(bool atLast)
{
    std::vector<std::string> records;
    for (const auto &[line, record] : m_sample)
        records.push_back(record);
    const CsvLayout layout = csvLayout(records, m_comment);
    if (!atLast && !layout.isCertain)
        return;
    settle(layout);
    const auto sample = std::exchange(m_sample, {});
    for (std::size_t i = layout.hasHeader ? 1 : 0; i < sample.size(); ++i) {
        m_rowLine = sample[i].first;
        readRow(sample[i].second);
    }
    m_rowLine = m_line;
}

void CsvImporter::settle(const CsvLayout &layout)
{
    m_layout = layout;
    m_columns.assign(layout.columns.size(), {});
    if (layout.hasHeader)
        m_header = m_sample.front().second;
    for (const CsvColumn &column : layout.columns)
        if (column.role == Role::PassedOver)
            tell(RunEvent::Kind::Notice, "column " + column.name, "column \"" + record::clipped(column.name, kShownBytes) + "\" is passed over: each row is one value of a series");
}

/// Reads a last row that has all its cells but no line break, as many tools leave it. Should its last number be
/// written on, the whole one takes its place.
bool CsvImporter::readTail()
{
    const std::string_view tail = m_file.pending();
    if (m_isDamaged || !m_layout || m_end.isInQuotes() || tail.size() > kMaxTailBytes || tail.starts_with('#'))
        return false;
    const Role last = m_layout->columns.back().role;
    if (last != Role::Series && last != Role::SeriesValue)
        return false;
    splitCells(tail, m_layout->delimiter, kMaxCsvColumns, m_cells);
    if (m_cells.size() != m_layout->columns.size() || !cellNumber(m_cells.back(), m_layout->delimiter))
        return false;
    if (tail.size() != m_tailSeen) {
        m_tailSeen = tail.size();
        m_isTail = true;
        m_rowLine = m_line;
        m_out.flush();
        readRow(tail);
        m_out.flushUnfinished();
        m_isTail = false;
    }
    return true;
}

void CsvImporter::readRow(std::string_view record)
{
    if (!m_header.empty() && record == m_header)
        return tell(RunEvent::Kind::Notice, "header", "line " + std::to_string(m_rowLine) + " repeats the header");
    splitCells(record, m_layout->delimiter, kMaxCsvColumns + 1, m_cells);
    if (m_cells.size() > m_layout->columns.size())
        tell(RunEvent::Kind::Warning, "extra", "line " + std::to_string(m_rowLine) + " has more than " + std::to_string(m_layout->columns.size())
                                                   + " cells: the rest is left out");
    m_cells.resize(m_layout->columns.size());
    record::TickStamp stamp;
    if (!place(stamp))
        return;
    readStamp(stamp);
    if (m_layout->isLong)
        readLong(stamp);
    else
        readWide(stamp);
    if (!m_isTail)
        m_lastStep = stamp.step;
}

bool CsvImporter::place(record::TickStamp &stamp)
{
    if (!m_layout->place) {
        stamp = stampAt(StampField::None, m_rows + 1);
        m_rows += m_isTail ? 0 : 1;
        return true;
    }
    const auto value = cellNumber(m_cells[*m_layout->place], m_layout->delimiter);
    const auto step = value ? wholeNumber(*value) : std::nullopt;
    if (!step) {
        tell(RunEvent::Kind::Warning, "place", cellAt(*m_layout->place) + " is no whole number to place the row by: it is left out");
        return false;
    }
    stamp = stampAt(m_layout->columns[*m_layout->place].field, *step);
    if (*step < m_lastStep && !m_layout->isLong)
        tell(RunEvent::Kind::Notice, "order", "line " + std::to_string(m_rowLine) + " goes back from step " + std::to_string(m_lastStep) + " to "
                                                  + std::to_string(*step) + ": values are put in the order of their steps, those of one step as they come");
    return true;
}

void CsvImporter::readStamp(record::TickStamp &stamp)
{
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const CsvColumn &column = m_layout->columns[i];
        if (column.role != Role::Stamp || m_layout->place == i || isMissing(m_cells[i]))
            continue;
        auto value = cellNumber(m_cells[i], m_layout->delimiter);
        if (value && column.field == StampField::WallTime && !m_layout->isOwnExport)
            value = wallSeconds(*value);
        if (!value || !setStamp(stamp, column.field, *value))
            tell(RunEvent::Kind::Warning, "stamp", cellAt(i) + " says nothing about when the row was measured");
    }
}

void CsvImporter::readWide(const record::TickStamp &stamp)
{
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        if (m_layout->columns[i].role == Role::Series)
            if (const auto value = number(i))
                if (const auto series = wideSeries(i))
                    m_out.add(stamp, *series, *value);
}

void CsvImporter::readLong(const record::TickStamp &stamp)
{
    std::optional<double> value;
    const std::string *name = nullptr;
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        if (m_layout->columns[i].role == Role::SeriesName)
            name = &m_cells[i];
        else if (m_layout->columns[i].role == Role::SeriesValue)
            value = number(i);
    if (!value)
        return;
    if (const auto series = longSeries(*name))
        m_out.add(stamp, *series, *value);
}

/// Empty if nothing was measured, or what stands there is no number, which is told.
std::optional<double> CsvImporter::number(std::size_t column)
{
    const auto value = cellNumber(m_cells[column], m_layout->delimiter);
    Column &known = m_columns[column];
    known.hasNumbers = known.hasNumbers || value;
    if (value || isMissing(m_cells[column]))
        return value;
    if (known.hasNumbers)
        tell(RunEvent::Kind::Warning, "cell " + std::to_string(column), cellAt(column) + " is no number: it is left out");
    else
        tell(RunEvent::Kind::Notice, "text " + std::to_string(column), cellAt(column) + " is text: it is passed over");
    return value;
}

std::optional<std::uint32_t> CsvImporter::wideSeries(std::size_t column)
{
    Column &known = m_columns[column];
    if (known.isUnknown) {
        const std::string &name = m_layout->columns[column].name;
        known.series = m_layout->isOwnExport ? ownSeries(name) : namedSeries(name);
        known.isUnknown = false;
    }
    return known.series;
}

std::optional<std::uint32_t> CsvImporter::longSeries(const std::string &name)
{
    if (const auto known = m_longSeries.find(name); known != m_longSeries.end())
        return known->second;
    const auto series = namedSeries(name);
    if (series)
        m_longSeries.emplace(name, *series);
    return series;
}

std::optional<std::uint32_t> CsvImporter::namedSeries(const std::string &name)
{
    const ScalarNames::Place place = m_names.place(record::validUtf8(name));
    const auto tag = m_out.tag(place.tag);
    return tag ? m_out.line(*tag, place.layer, ScalarNames::kLabel) : std::nullopt;
}

/// The export writes one tag a file, under the tag's name, and columns "layer/label".
std::optional<std::uint32_t> CsvImporter::ownSeries(const std::string &name)
{
    const std::size_t slash = std::min(name.rfind('/'), name.size());
    const std::string layer = name.substr(0, slash);
    const std::string stem = unpackedName(m_file.path()).stem().string();
    const bool big = exportedStem(layer) == stem; // a big tag's layer is its name
    const auto tag = m_out.tag({big ? layer : stem, "CSV", record::TagKind::Numerical, "value", big});
    return tag ? m_out.line(*tag, layer, name.substr(std::min(slash + 1, name.size()))) : std::nullopt;
}

void CsvImporter::tell(RunEvent::Kind kind, const std::string &subject, const std::string &text)
{
    if (!m_isTail)
        m_out.tell(kind, m_lastStep, subject, text);
}

std::string CsvImporter::cellAt(std::size_t column) const
{
    return "line " + std::to_string(m_rowLine) + ", column " + std::to_string(column + 1) + " (\""
         + record::clipped(m_layout->columns[column].name, kShownBytes) + "\"): \"" + record::clipped(m_cells[column], kShownBytes) + '"';
}

std::string CsvImporter::unfinishedEnd() const
{
    if (m_isDamaged)
        return {};
    if (m_end.isInQuotes())
        return "ends within a quote, in the record that begins in line " + std::to_string(m_line);
    if (!m_file.pending().empty())
        return "ends within line " + std::to_string(m_line);
    return m_sample.empty() ? std::string() : "has one line by now, which is not enough to tell what it holds";
}

} // namespace lensboard::imports
