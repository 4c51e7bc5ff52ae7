#include "core/import/tools/dvclive_importer.h"

#include "core/bytes/csv_text.h"
#include "core/bytes/valid_utf8.h"
#include "core/import/open_end.h"
#include "core/import/tables/stamp_field.h"
#include "core/import/tools/json_document.h"
#include "core/import/tools/mlflow/mlflow_folder.h"
#include "core/import/tools/yaml_values.h"
#include "core/record/message.h"
#include "core/record/text_number.h"

#include <vector>

namespace lensboard::imports {

namespace fs = std::filesystem;
using record::message;
using record::RunEvent;

namespace {

constexpr std::size_t kMaxTsvColumns = 100;
constexpr std::size_t kMaxDvcliveBytes = std::size_t{1} << 20;
constexpr const char *kTables = "plots/metrics", *kTable = ".tsv", *kLatest = "metrics.json", *kParameters = "params.yaml";

std::vector<std::string> cellsOf(std::string_view line)
{
    std::vector<std::string> cells;
    bytes::splitCells(std::string(line), '\t', kMaxTsvColumns, cells);
    return cells;
}

} // namespace

DvcliveImporter::DvcliveImporter(const fs::path &folder) : m_folder(folder), m_values(m_out, "DVCLive"), m_files(folder / kTables, kTable) {}

bool DvcliveImporter::read(store::RunStore &run, ReadProgress &progress)
{
    m_out.attach(run, m_folder, "DVCLive");
    m_files.read(m_out, progress, [this](const std::string &metric, std::uint64_t number, std::string_view line) { readLine(metric, number, line); });
    m_out.reportCounts();
    m_out.setMessage(m_files.problem());
    const fs::path unfinished = m_files.unfinished();
    m_out.setStatus(unfinished.empty() ? record::RunStatus::Finished : statusOfOpenEnd(unfinished));
    return m_out.takeNews();
}

void DvcliveImporter::readLine(const std::string &metric, std::uint64_t number, std::string_view line)
{
    const std::vector<std::string> cells = cellsOf(line);
    if (number == 1) {
        Columns &columns = m_columns[metric];
        columns.value = cells.size() - 1;
        for (std::size_t i = 0; i < columns.value; ++i) {
            if (cells[i] == "step")
                columns.step = i;
            else if (cells[i] == "timestamp")
                columns.time = i;
        }
        return;
    }
    const Columns &columns = m_columns[metric];
    const auto step = columns.step && *columns.step < cells.size() ? exactNumber(cells[*columns.step]) : std::nullopt;
    const auto value = columns.value < cells.size() ? record::numberFromText(cells[columns.value]) : std::nullopt;
    if (!step || !value) {
        if (!line.empty())
            m_out.report(RunEvent::Kind::Warning, 0, "line of " + metric,
                         message("metric \"%1\", line %2 is left out: expected step and value, found \"%3\"", bytes::clipped(metric), number, bytes::clipped(line)));
        return;
    }
    record::TickStamp stamp = stampAt(StampField::Step, *step);
    const auto time = columns.time && *columns.time < cells.size() ? record::numberFromText(cells[*columns.time]) : std::nullopt;
    stamp.wallSeconds = time ? wallSeconds(*time).value_or(0) : 0;
    m_values.add(stamp, metric, *value);
}

bool isDvcliveRun(const fs::path &folder)
{
    const auto files = filesByName(folder / kTables);
    for (const auto &[name, file] : files)
        if (name.ends_with(kTable)) {
            const std::string header = shortText(file, 1000);
            return header.starts_with("step\t") || header.starts_with("timestamp\tstep\t");
        }
    return false;
}

FolderDetails dvcliveDetails(const fs::path &folder)
{
    FolderDetails details{yamlValues(shortText(folder / kParameters, kMaxDvcliveBytes))};
    readJson(shortText(folder / kLatest, kMaxDvcliveBytes), [&](const JsonLeaf &leaf) {
        std::string name;
        for (const std::string &key : leaf.path)
            name += (name.empty() ? "" : "/") + key;
        std::error_code unknown;
        if (!fs::exists(folder / kTables / (name + kTable), unknown))
            details.environment.emplace_back("summary " + name, leaf.text());
    });
    return details;
}

} // namespace lensboard::imports
