#pragma once

#include "core/import/importer.h"
#include "core/import/run_appender.h"
#include "core/import/tables/named_values.h"
#include "core/import/tools/folder_importer.h"
#include "core/import/tools/metric_files.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace lensboard::imports {

/// Reads the metrics of DVCLive: a table per metric, plots/metrics/NAME.tsv, with a step and perhaps a time in milliseconds.
class DvcliveImporter final : public Importer
{
public:
    explicit DvcliveImporter(const std::filesystem::path &folder);

    bool read(store::RunStore &run, ReadProgress &progress) override;

private:
    /// Positions of a table's columns.
    struct Columns
    {
        std::optional<std::size_t> step = {}, time = {};
        std::size_t value = 0;
    };

    void readLine(const std::string &metric, std::uint64_t number, std::string_view line);

    std::filesystem::path m_folder;
    RunAppender m_out;
    NamedValues m_values;
    MetricFiles m_files;
    std::map<std::string, Columns> m_columns; ///< by metric
};

/// Returns true if \p folder has metrics of DVCLive.
bool isDvcliveRun(const std::filesystem::path &folder);
/// Reads parameters, and values of metrics.json that are no series.
FolderDetails dvcliveDetails(const std::filesystem::path &folder);

} // namespace lensboard::imports
