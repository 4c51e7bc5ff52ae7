#pragma once

#include "core/import/importer.h"
#include "core/import/line_reader.h"
#include "core/import/run_appender.h"
#include "core/import/tables/named_values.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace lensboard::imports {

/// Reads a run of MLflow's file store: a folder with one file per metric, or one of these files. Parameters become the run's
/// hyperparameters, tags its details. Steps are read as they are; the lines of old metrics without steps are counted.
class MlflowImporter final : public Importer
{
public:
    explicit MlflowImporter(std::filesystem::path source);
    ~MlflowImporter() override;

    bool read(store::RunStore &run, ReadProgress &progress) override;

private:
    struct Metric;

    void findMetrics();
    void readMetric(Metric &metric, ReadProgress &progress);
    void readLine(Metric &metric, std::string_view line);
    void readDetails();
    record::RunStatus status() const;
    std::string standingProblems() const;

    std::filesystem::path m_source;
    RunAppender m_out;
    NamedValues m_values;
    std::map<std::string, std::unique_ptr<Metric>> m_metrics; ///< by name
    std::size_t m_waiting = 0; ///< number of uncommitted values
    std::optional<record::RunStatus> m_ended; ///< final status reported by MLflow
    bool m_isSaidToRun = false;
    std::string m_name; ///< name in its files
    std::optional<std::string> m_details; ///< times and sizes of the files of the details at the last read
};

} // namespace lensboard::imports
