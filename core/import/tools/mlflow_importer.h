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

/// A run in MLflow's file store, a folder with a file a metric, or one of these files. Parameters become the run's
/// hyperparameters, tags its details. A metric whose lines are all at step 0, as without steps, has its lines counted.
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
    std::size_t m_waiting = 0; ///< values that are not committed
    std::optional<record::RunStatus> m_ended; ///< as MLflow says
    bool m_isSaidToRun = false;
    std::string m_name; ///< as its files have it
    std::optional<std::string> m_details; ///< times and sizes of what was read of them last
};

} // namespace lensboard::imports
