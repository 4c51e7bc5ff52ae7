#include "core/export/csv_export.h"

#include "core/bytes/part_file.h"
#include "core/export/exported_part.h"
#include "core/record/export_form.h"
#include "core/record/flat_name.h"
#include "core/record/message.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <memory>
#include <set>

namespace lensboard::exports {

namespace fs = std::filesystem;
namespace form = record::export_form;
using record::SeriesRole;

namespace {

/// Adds quotes if needed.
std::string cell(const std::string &text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char c : text)
        result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + '"';
}

/// Returns the mark for a band's edge, or for a line with a label that ends like a mark; otherwise empty.
std::string roleMark(const record::SeriesSpec &series)
{
    if (series.role == SeriesRole::BandLow)
        return form::kLow;
    if (series.role == SeriesRole::BandHigh)
        return form::kHigh;
    const auto ends = [&](const char *mark) { return series.label.ends_with(mark); };
    return ends(form::kLow) || ends(form::kHigh) || ends(form::kLine) ? form::kLine : "";
}

template <typename Names>
std::string joined(const Names &names)
{
    std::string text;
    for (const auto &name : names)
        text += std::string(text.empty() ? "" : ",") + name;
    return text;
}

std::string header(const ExportedPart &part, const std::vector<std::uint32_t> &series, bool foreign)
{
    std::vector<std::string> names, marks;
    for (const std::uint32_t index : series) {
        const record::SeriesSpec &spec = part.spec(index);
        names.push_back(foreign ? record::flatName(part.tags().at(spec.tag), spec) : spec.layer + '/' + spec.label);
        marks.push_back(foreign ? "" : roleMark(spec));
    }
    names = distinct(std::move(names), marks);
    std::string text = joined(foreign ? form::kForeignStamp : form::kStamp);
    for (const std::string &name : names)
        text += ',' + cell(name);
    return text + '\n';
}

std::string stampText(const record::TickStamp &stamp, bool foreign)
{
    const std::string tick = std::to_string(stamp.tick), epoch = std::to_string(stamp.epoch), step = std::to_string(stamp.step);
    return (foreign ? step + ',' + tick + ',' + epoch : tick + ',' + epoch + ',' + step) + ',' + std::to_string(stamp.samples)
         + ',' + (stamp.wallSeconds == 0 ? "" : record::numberText(stamp.wallSeconds));
}

std::string row(const ExportedTick &tick, const std::vector<std::uint32_t> &series, bool foreign)
{
    std::string text = stampText(tick.stamp, foreign);
    auto value = tick.values.begin();
    for (const std::uint32_t index : series) {
        text += ',';
        if (value != tick.values.end() && value->series == index)
            text += record::numberText((value++)->value);
    }
    return text + '\n';
}

/// Returns one row per bucket; the first row also has the histogram's mean, minimum and maximum.
std::string rows(const record::TickStamp &stamp, const ExportedHistogram &histogram, const std::string &name)
{
    std::string text;
    const auto add = [&text](double number) { text += ',' + record::numberText(number); };
    for (std::size_t i = 0; i < histogram.buckets->counts.size(); ++i) {
        text += stampText(stamp, true) + ',' + name;
        for (const double number : {histogram.buckets->edges[i], histogram.buckets->edges[i + 1], histogram.buckets->counts[i]})
            add(number);
        if (i > 0)
            text += ",,,";
        else
            for (const double number : {histogram.mean, histogram.min, histogram.max})
                add(number);
        text += '\n';
    }
    return text;
}

/// Writes all files of an export and renames them once all are complete.
class CsvFolder
{
public:
    CsvFolder(const ExportedPart &part, const fs::path &folder) : m_part(part), m_folder(folder) {}

    /// Returns false if a stop was requested.
    bool writeTag(std::uint32_t tag)
    {
        std::vector<std::uint32_t> lines, histograms;
        for (const std::uint32_t series : m_part.seriesOf(tag))
            (m_part.spec(series).role == SeriesRole::Histogram ? histograms : lines).push_back(series);
        const std::string stem = fileStem(m_part.tags().at(tag).name);
        return (lines.empty() && !histograms.empty() ? true : writeLines(stem, tag, lines))
            && (histograms.empty() || writeHistograms(stem + "_histograms", histograms));
    }

    std::vector<fs::path> commit()
    {
        std::vector<fs::path> paths;
        for (const auto &file : m_files) {
            file->commit();
            paths.push_back(file->path());
        }
        return paths;
    }

private:
    bool writeLines(const std::string &stem, std::uint32_t tag, const std::vector<std::uint32_t> &series)
    {
        bytes::PartFile &out = open(stem);
        const bool foreign = m_part.tags().at(tag).foreignName.has_value();
        out.write(header(m_part, series, foreign));
        return write(out, series, [&](const ExportedTick &tick) { out.write(row(tick, series, foreign)); });
    }

    bool writeHistograms(const std::string &stem, const std::vector<std::uint32_t> &series)
    {
        std::vector<std::string> names;
        for (const std::uint32_t index : series)
            names.push_back(record::flatName(m_part.tags().at(m_part.spec(index).tag), m_part.spec(index)));
        names = distinct(std::move(names));
        bytes::PartFile &out = open(stem);
        out.write(joined(form::kForeignStamp) + ',' + joined(form::kHistogramCells) + '\n');
        return write(out, series, [&](const ExportedTick &tick) {
            for (const ExportedHistogram &histogram : tick.histograms) {
                const auto at = std::lower_bound(series.begin(), series.end(), histogram.series) - series.begin();
                out.write(rows(tick.stamp, histogram, cell(names[static_cast<std::size_t>(at)])));
            }
        });
    }

    template <typename WriteTick>
    bool write(bytes::PartFile &out, const std::vector<std::uint32_t> &series, WriteTick writeTick)
    {
        const bool isWhole = m_part.forEachBlock(series, [&](const std::vector<ExportedTick> &ticks) {
            for (const ExportedTick &tick : ticks)
                writeTick(tick);
        });
        out.close();
        return isWhole;
    }

    bytes::PartFile &open(const std::string &wanted)
    {
        std::string stem = wanted;
        for (int number = 2; !m_stems.insert(stem).second; ++number)
            stem = wanted + '_' + std::to_string(number);
        return *m_files.emplace_back(std::make_unique<bytes::PartFile>(m_folder / (stem + ".csv")));
    }

    const ExportedPart &m_part;
    fs::path m_folder;
    std::set<std::string> m_stems;
    std::vector<std::unique_ptr<bytes::PartFile>> m_files;
};

} // namespace

std::vector<fs::path> exportCsv(const store::Run &run, const store::Selection &selection, const fs::path &folder,
                                record::Progress &progress)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw bytes::WriteError(folder, record::message("cannot be created: %1", record::systemError(error.value())));
    const ExportedPart part(run, selection, progress);
    CsvFolder files(part, folder);
    for (const auto &[index, tag] : part.tags())
        if (!files.writeTag(index))
            return {};
    return files.commit();
}

} // namespace lensboard::exports
