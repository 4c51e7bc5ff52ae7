#include "core/import/tools/mlflow/mlflow_database.h"

#include "core/import/importer.h"
#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace lensboard::imports {

namespace fs = std::filesystem;
using record::message;
using store::sqlite::Statement;

namespace {

constexpr std::size_t kMaxMlflowRuns = 100'000, kMaxRowTexts = 10'000;

ForeignDatabase::Rows rowsOf(const std::string &table, const std::string &columns)
{
    return {table, "run_uuid", columns, "index_" + table + "_run_uuid"}; // older stores lack the index
}

/// Returns the value of a row. MLflow marks NaN, and writes the largest double for an infinite value.
double valueOf(double stored, bool isNan)
{
    constexpr double kInfinite = std::numeric_limits<double>::max();
    if (isNan)
        return NAN;
    return std::abs(stored) == kInfinite ? std::copysign(INFINITY, stored) : stored;
}

} // namespace

bool MlflowDatabase::Value::operator==(const Value &other) const
{
    const bool isSame = value == other.value || (std::isnan(value) && std::isnan(other.value));
    return isSame && std::tie(row, metric, milliseconds, step) == std::tie(other.row, other.metric, other.milliseconds, other.step);
}

MlflowDatabase::MlflowDatabase(fs::path file) : m_database(std::move(file))
{
    if (!m_database.hasColumns("metrics", {"key", "value", "timestamp", "run_uuid", "step", "is_nan"})
        || !m_database.hasColumns("runs", {"run_uuid", "name", "status", "start_time", "lifecycle_stage", "experiment_id", "user_id"})
        || !m_database.hasColumns("experiments", {"experiment_id", "name"}))
        throw ImportError(m_database.file(), message("is no database of MLflow with metrics, runs and experiments"));
}

std::vector<MlflowDatabase::Run> MlflowDatabase::allRuns()
{
    std::map<std::int64_t, std::string> experiments;
    m_database.query("SELECT experiment_id, name FROM experiments", [&](Statement &rows) {
        while (rows.step() && experiments.size() < kMaxMlflowRuns)
            experiments.emplace(rows.integer(0), rows.text(1));
    });
    std::vector<Run> runs;
    m_database.query("SELECT run_uuid, name, status, lifecycle_stage, user_id, experiment_id, start_time FROM runs", [&](Statement &rows) {
        while (rows.step() && runs.size() < kMaxMlflowRuns)
            runs.push_back({rows.text(0), {}, rows.text(1), rows.text(2), rows.text(3), rows.text(4), experiments[rows.integer(5)], rows.integer(6)});
    });
    std::ranges::sort(runs, {}, [](const Run &run) { return std::tie(run.startMilliseconds, run.id); });
    UniqueNames names;
    for (Run &run : runs)
        run.uniqueName = names.name(run.id, run.name.empty() ? run.id : run.name);
    return runs;
}

std::vector<std::string> MlflowDatabase::runs()
{
    std::vector<std::string> names;
    for (const Run &run : allRuns())
        if (run.stage != "deleted")
            names.push_back(run.uniqueName);
    return names;
}

bool MlflowDatabase::hasRun(const std::string &name)
{
    return std::ranges::any_of(allRuns(), [&](const Run &run) { return run.uniqueName == name; });
}

void MlflowDatabase::readValues(const std::string &id, std::int64_t first, const std::stop_token &stop, const std::function<void(const Value &)> &take)
{
    m_database.readRows(rowsOf("metrics", "key, value, timestamp, step, is_nan"), id, first, stop, [&](const Statement &row) {
        take({row.integer(1), row.text(2), valueOf(row.real(3), row.integer(6) != 0), row.integer(4), row.integer(5)});
    });
}

std::map<std::string, std::string> MlflowDatabase::texts(const std::string &table, const std::string &id)
{
    std::map<std::string, std::string> texts;
    if (m_database.hasColumns(table, {"key", "value", "run_uuid"}))
        m_database.readRows(rowsOf(table, "key, value"), id, 0, {}, [&](const Statement &row) {
            if (texts.size() < kMaxRowTexts)
                texts.emplace(row.text(2), row.text(3));
        });
    return texts;
}

} // namespace lensboard::imports
