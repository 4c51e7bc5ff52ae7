#include "core/import/tools/optuna/optuna_importer.h"

#include "core/import/tables/date_time.h"
#include "core/import/tables/stamp_field.h"
#include "core/import/tensorboard/hyperparameters.h"
#include "core/record/message.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <chrono>

namespace lensboard::imports {

using record::message;
using record::RunStatus;

namespace {

constexpr std::chrono::hours kLongestTrial{24}; ///< Optuna reports killed trials as running, too

RunStatus statusOfTrial(const OptunaStorage::Trial &trial)
{
    if (trial.state == "COMPLETE")
        return RunStatus::Finished;
    if (trial.state == "FAIL")
        return RunStatus::Failed;
    if (trial.state == "PRUNED")
        return RunStatus::Stopped;
    const std::chrono::duration<double> started(secondsOfDate(trial.started).value_or(0));
    return std::chrono::system_clock::now().time_since_epoch() - kLongestTrial < started ? RunStatus::Unknown : RunStatus::Interrupted;
}

} // namespace

void OptunaImporter::readNews(ReadProgress &progress, bool)
{
    const auto storage = openOptunaStorage(m_file);
    OptunaStorage &database = *storage;
    const auto trials = database.trials();
    const auto trial = std::ranges::find(trials, m_name, &OptunaStorage::Trial::uniqueName);
    if (trial == trials.end())
        throw ImportError(m_file, message("has no run \"%1\"", m_name));
    readOn(
        m_last.row > 0, progress, [&](const auto &row) { database.readReports(trial->id, m_last.row, progress.stop, row); },
        [&](const OptunaStorage::Value &value) {
            return value.row == m_last.row && value.step == m_last.step && record::numberText(value.value) == record::numberText(m_last.value);
        },
        [&](const OptunaStorage::Value &value) {
            m_last = value;
            const std::int64_t step = std::clamp(value.step, -kLargestStep, kLargestStep);
            m_lastStep = std::max(step, m_lastStep.value_or(step));
            m_values.add(stampAt(StampField::Step, step), "intermediate_value", value.value);
        });
    if (progress.stop.stop_requested())
        return;
    readObjectives(database, *trial);
    readDetails(database, *trial);
    m_out.setStatus(statusOfTrial(*trial));
}

void OptunaImporter::readObjectives(OptunaStorage &database, const OptunaStorage::Trial &trial)
{
    if (m_hasObjectives)
        return;
    std::vector<OptunaStorage::Value> objectives;
    database.readObjectives(trial.id, [&](const OptunaStorage::Value &value) { objectives.push_back(value); });
    record::TickStamp stamp = stampAt(StampField::Step, m_lastStep.value_or(0));
    stamp.wallSeconds = secondsOfDate(trial.completed).value_or(0);
    for (const OptunaStorage::Value &value : objectives)
        m_values.add(stamp, objectives.size() == 1 ? "objective" : "objective_" + std::to_string(value.step), value.value);
    m_hasObjectives = !objectives.empty();
}

void OptunaImporter::readDetails(OptunaStorage &database, const OptunaStorage::Trial &trial)
{
    const std::string parameters = hyperparameterText(database.parameters(trial.id));
    if (std::exchange(m_details, parameters + trial.state) == parameters + trial.state)
        return;
    m_out.update([&](record::RunInfo &info) {
        info.experiment = parameters;
        info.createdSeconds = secondsOfDate(trial.started).value_or(info.createdSeconds);
        RunAppender::clearDetails(info);
        info.environment.emplace_back("study", trial.study);
        info.environment.emplace_back("state", trial.state);
    });
    m_out.describe(message("Optuna; the objective stands at the last reported step"));
}

} // namespace lensboard::imports
