#pragma once

#include "core/import/importer.h"
#include "core/import/run_appender.h"
#include "core/import/tables/named_values.h"
#include "core/import/tools/metric_files.h"

#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>

namespace lensboard::imports {

/// Reads a run of MLflow's file store: a folder with one file per metric, or one of these files. Parameters become the run's
/// hyperparameters, tags its details. Steps are read as they are; the lines of old metrics without steps are counted.
class MlflowImporter final : public Importer
{
public:
    explicit MlflowImporter(std::filesystem::path source);

    bool read(store::RunStore &run, ReadProgress &progress) override;

private:
    /// Progress of a metric's file.
    struct Metric
    {
        std::int64_t read = 0; ///< number of lines with a value
        std::int64_t lastStep = -1;
    };

    void readLine(const std::string &name, std::uint64_t number, std::string_view line);
    void readDetails();
    record::RunStatus status() const;

    std::filesystem::path m_source;
    RunAppender m_out;
    NamedValues m_values;
    MetricFiles m_files;
    std::unordered_map<std::string, Metric> m_metrics; ///< by name
    std::optional<record::RunStatus> m_ended; ///< final status reported by MLflow
    bool m_isSaidToRun = false;
    std::string m_name; ///< name in its files
    std::optional<std::string> m_details; ///< times and sizes of the files of the details at the last read
};

} // namespace lensboard::imports
