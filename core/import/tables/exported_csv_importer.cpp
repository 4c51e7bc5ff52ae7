#include "core/import/tables/exported_csv_importer.h"

#include "core/bytes/gzip_stream.h"
#include "core/bytes/valid_utf8.h"
#include "core/record/export_form.h"
#include "core/record/message.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lensboard::imports {

namespace form = record::export_form;

namespace {

constexpr std::size_t kMaxColumns = 200'000;
constexpr std::size_t kLongestRecord = std::size_t{64} << 20;
constexpr std::size_t kStampCells = form::kStamp.size();

template <typename Names>
bool beginsWith(const std::vector<std::string> &cells, const Names &names, std::size_t at = 0)
{
    return cells.size() >= at + names.size()
        && std::equal(names.begin(), names.end(), cells.begin() + static_cast<std::ptrdiff_t>(at),
                      [](const char *name, const std::string &cell) { return cell == name; });
}

std::optional<std::int64_t> wholeCell(const std::string &cell)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    return error == std::errc() && end == cell.data() + cell.size() ? std::optional(number) : std::nullopt;
}

/// Returns \p name without the suffix \p mark; nullopt if it has no such suffix.
std::optional<std::string> without(const char *mark, const std::string &name)
{
    if (!name.ends_with(mark))
        return std::nullopt;
    return name.substr(0, name.size() - std::string_view(mark).size());
}

struct LayerAndLabel
{
    std::string layer, label;
};

LayerAndLabel parted(const std::string &name)
{
    const std::size_t slash = std::min(name.rfind('/'), name.size());
    return {name.substr(0, slash), name.substr(std::min(slash + 1, name.size()))};
}

/// Returns the file name that exports::exportCsv() gives to a tag.
std::string fileStem(const std::string &tag)
{
    std::string stem;
    for (const char c : tag)
        stem += std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : '_';
    return stem;
}

} // namespace

bool ExportedCsvImporter::recognises(std::string_view firstBytes)
{
    std::vector<std::string> cells;
    bytes::splitCells(firstBytes.substr(0, firstBytes.find('\n')), ',', kStampCells, cells);
    return beginsWith(cells, form::kStamp) || beginsWith(cells, form::kForeignStamp);
}

void ExportedCsvImporter::readPending(ReadProgress &progress)
{
    while (!progress.stop.stop_requested()) {
        const std::string_view pending = m_file.pending();
        const auto length = m_end.find(pending);
        if (!length && pending.size() > kLongestRecord) {
            m_rows.commit();
            throw ImportError(m_file.path(), record::message("line %1 is longer than %2 bytes", m_line, kLongestRecord));
        }
        if (!length)
            break;
        const std::string_view record = pending.substr(0, *length);
        m_hasHeader ? readRow(record) : readHeader(record);
        m_line += static_cast<std::uint64_t>(std::count(record.begin(), record.end(), '\n'));
        m_file.take(*length);
    }
}

record::Message ExportedCsvImporter::readEnd()
{
    finishHistogram();
    m_rows.commit();
    return m_file.pending().empty() ? record::Message() : record::message("ends within line %1", m_line);
}

void ExportedCsvImporter::readHeader(std::string_view record)
{
    bytes::splitCells(record, ',', kMaxColumns, m_names);
    if (!beginsWith(m_names, form::kStamp) && !beginsWith(m_names, form::kForeignStamp))
        throw ImportError(m_file.path(), record::message("is no table that Lensboard exported"));
    m_hasHeader = true;
    m_form = beginsWith(m_names, form::kStamp)                       ? Form::Own
           : beginsWith(m_names, form::kHistogramCells, kStampCells) ? Form::Histograms
                                                                     : Form::Foreign;
    m_columns.resize(m_names.size());
    registerColumns();
    if (m_rows.leftOut() > 0)
        warn("names", record::message("%1 columns are left out: there are too many, or their names are too long", m_rows.leftOut()));
}

void ExportedCsvImporter::registerColumns()
{
    const std::string stem = bytes::unpackedName(m_file.path()).stem().string();
    const auto tagOf = [&](const std::string &layer) { return fileStem(layer) == stem ? layer : stem; }; // the layer of a big tag has the tag's name
    for (std::size_t i = kStampCells; i < m_names.size() && m_form != Form::Histograms; ++i) {
        const std::string &name = m_names[i];
        if (m_form == Form::Foreign) {
            m_columns[i] = m_rows.foreignLine(name);
            continue;
        }
        const auto low = without(form::kLow, name), high = i + 1 < m_names.size() ? without(form::kHigh, m_names[i + 1]) : std::nullopt;
        if (low && high) {
            const LayerAndLabel lower = parted(*low);
            m_columns[i] = m_rows.band(tagOf(lower.layer), lower.layer, lower.label, parted(*high).label);
            if (m_columns[i])
                m_columns[i + 1] = *m_columns[i] + 1;
            ++i;
        } else {
            const LayerAndLabel line = parted(without(form::kLine, name).value_or(name));
            m_columns[i] = m_rows.line(tagOf(line.layer), line.layer, line.label);
        }
    }
}

void ExportedCsvImporter::readRow(std::string_view record)
{
    bytes::splitCells(record, ',', m_names.size(), m_cells);
    m_cells.resize(m_names.size());
    const auto measured = stamp();
    if (!measured)
        return warn("stamp", record::message("line %1 does not say when it was measured: it is left out", m_line));
    if (m_form == Form::Histograms)
        return readBucket(*measured);
    m_rows.begin(*measured);
    for (std::size_t i = kStampCells; i < m_cells.size(); ++i)
        if (const auto value = m_columns[i] ? number(i) : std::nullopt)
            m_rows.add(*m_columns[i], *value);
}

void ExportedCsvImporter::readBucket(const record::TickStamp &stamp)
{
    const std::string &name = m_cells[kStampCells];
    const auto low = number(kStampCells + 1), high = number(kStampCells + 2), count = number(kStampCells + 3);
    if (!low || !high || !count)
        return warn("bucket", record::message("line %1 is no bucket of a histogram: it is left out", m_line));
    const bool goesOn = m_histogram && m_histogram->name == name && m_histogram->stamp == stamp
                     && m_histogram->buckets.edges.back() == *low;
    if (!goesOn) {
        finishHistogram();
        m_histogram = Pending{name, stamp, {{*low}, {}}, number(kStampCells + 4), number(kStampCells + 5), number(kStampCells + 6)};
    }
    m_histogram->buckets.edges.push_back(*high);
    m_histogram->buckets.counts.push_back(*count);
}

void ExportedCsvImporter::finishHistogram()
{
    if (!m_histogram)
        return;
    const Pending histogram = *std::exchange(m_histogram, std::nullopt);
    auto values = bucketsAsTheyAre(histogram.buckets, histogram.mean, histogram.min, histogram.max);
    if (!values)
        return warn("histogram", record::message("before line %1: a histogram makes no sense and is left out", m_line));
    m_rows.begin(histogram.stamp);
    if (const auto series = m_rows.foreignHistogram(histogram.name))
        m_rows.addHistogram(*series, std::move(*values));
}

std::optional<record::TickStamp> ExportedCsvImporter::stamp() const
{
    const bool foreign = m_form != Form::Own;
    const auto tick = wholeCell(m_cells[foreign ? 1 : 0]), epoch = wholeCell(m_cells[foreign ? 2 : 1]),
               step = wholeCell(m_cells[foreign ? 0 : 2]), samples = wholeCell(m_cells[3]);
    const auto wall = m_cells[4].empty() ? std::optional(0.0) : record::numberFromText(m_cells[4]);
    if (!tick || !epoch || !step || !samples || !wall || !std::isfinite(*wall))
        return std::nullopt;
    return record::TickStamp{*tick, *epoch, *step, *samples, *wall};
}

/// Returns nullopt if the cell is empty or not a number. Reports cells that are not numbers.
std::optional<double> ExportedCsvImporter::number(std::size_t column)
{
    if (m_cells[column].empty())
        return std::nullopt;
    const auto value = record::numberFromText(m_cells[column]);
    if (!value)
        warn("cell", record::message("line %1, column %2: \"%3\" is no number: it is left out", m_line, column + 1,
                                     bytes::clipped(m_cells[column])));
    return value;
}

void ExportedCsvImporter::warn(const std::string &subject, const record::Message &text)
{
    m_out.report(record::RunEvent::Kind::Warning, 0, subject, text);
}

} // namespace lensboard::imports
