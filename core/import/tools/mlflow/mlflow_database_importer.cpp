#include "core/import/tools/mlflow/mlflow_database_importer.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/tables/stamp_field.h"
#include "core/import/tensorboard/hyperparameters.h"
#include "core/record/message.h"

#include <algorithm>
#include <chrono>

namespace lensboard::imports {

using record::message;
using record::RunEvent;
using record::RunStatus;

namespace {

constexpr std::chrono::hours kLongestSilence{24}; ///< of a live run; MLflow reports killed runs as running, too
constexpr std::int64_t kMaxWaitingValues = 1'000'000;

} // namespace

void MlflowDatabaseImporter::readNews(ReadProgress &progress, bool)
{
    MlflowDatabase database(m_file);
    const MlflowDatabase::Run run = findRun(database);
    std::int64_t waiting = 0;
    readOn(
        m_last.row > 0, progress, [&](const auto &row) { database.readValues(run.id, m_last.row, progress.stop, row); },
        [&](const MlflowDatabase::Value &value) { return value == m_last; },
        [&](const MlflowDatabase::Value &value) {
            m_last = value;
            readValue(value);
            if (++waiting % kMaxWaitingValues == 0)
                m_out.flush();
        });
    readDetails(database, run);
    m_out.setStatus(status(run));
}

/// Errors: ImportError if the database has no such run any more.
MlflowDatabase::Run MlflowDatabaseImporter::findRun(MlflowDatabase &database)
{
    const auto runs = database.allRuns();
    const auto found = std::ranges::find_if(runs, [this](const MlflowDatabase::Run &run) { return m_id.empty() ? run.uniqueName == m_name : run.id == m_id; });
    if (found == runs.end())
        throw ImportError(m_file, message("has no run \"%1\"", m_name));
    m_id = found->id;
    return *found;
}

void MlflowDatabaseImporter::readValue(const MlflowDatabase::Value &value)
{
    if (value.step > kLargestStep || value.step < -kLargestStep) {
        m_out.report(RunEvent::Kind::Warning, 0, "step", message("metric \"%1\": a value with the step %2 is left out", bytes::clipped(value.metric), value.step));
        return;
    }
    if (value.step == 0 && !m_atZero.insert(value.metric).second)
        m_out.report(RunEvent::Kind::Notice, 0, "steps", message("metric \"%1\" has several values at step 0: show them by time", bytes::clipped(value.metric)));
    record::TickStamp stamp = stampAt(StampField::Step, value.step);
    stamp.wallSeconds = static_cast<double>(value.milliseconds) / 1000;
    m_lastMilliseconds = std::max(m_lastMilliseconds, value.milliseconds);
    m_values.add(stamp, value.metric, value.value);
}

void MlflowDatabaseImporter::readDetails(MlflowDatabase &database, const MlflowDatabase::Run &run)
{
    const auto tags = database.texts("tags", run.id);
    const std::string parameters = hyperparameterText(database.texts("params", run.id));
    std::vector<std::pair<std::string, std::string>> details;
    for (const auto &[name, text] : {std::pair{"experiment", run.experiment}, {"run_id", run.id}, {"user_id", run.user}, {"lifecycle_stage", run.stage}})
        if (!text.empty())
            details.emplace_back(name, text);
    details.insert(details.end(), tags.begin(), tags.end());
    std::string state = run.name + '\n' + parameters;
    for (const auto &[name, text] : details)
        state += '\n' + name + '\n' + text;
    if (std::exchange(m_details, state) == state)
        return;
    m_out.update([&](record::RunInfo &info) {
        if (!run.name.empty())
            info.name = bytes::clipped(run.name, RunAppender::kMaxNameBytes);
        if (run.startMilliseconds > 0)
            info.createdSeconds = static_cast<double>(run.startMilliseconds) / 1000;
        info.experiment = parameters;
        RunAppender::clearDetails(info);
        info.environment.insert(info.environment.end(), details.begin(), details.end());
    });
}

RunStatus MlflowDatabaseImporter::status(const MlflowDatabase::Run &run) const
{
    if (run.status == "FINISHED")
        return RunStatus::Finished;
    if (run.status == "FAILED")
        return RunStatus::Failed;
    if (run.status == "KILLED")
        return RunStatus::Stopped;
    const std::chrono::duration<double, std::milli> last(static_cast<double>(std::max(m_lastMilliseconds, run.startMilliseconds)));
    const bool isFresh = std::chrono::system_clock::now().time_since_epoch() - kLongestSilence < last;
    return isFresh ? RunStatus::Unknown : RunStatus::Interrupted;
}

} // namespace lensboard::imports
