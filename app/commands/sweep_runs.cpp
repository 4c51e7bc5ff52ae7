#include "app/commands/sweep_runs.h"

#include "app/commands/program_trust.h"
#include "app/commands/sweep_command.h"
#include "core/bytes/valid_utf8.h"
#include "core/experiment/experiment_differences.h"
#include "core/session/resumed_run.h"
#include "core/session/trusted_models.h"
#include "core/store/file/annotate_run.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_folder.h"

#include <set>
#include <stdexcept>

namespace lensboard::app {

namespace fs = std::filesystem;
using experiment::Json;

namespace {

std::string shownValue(const Json &json)
{
    return bytes::clipped(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

/// Lists the differences between two experiments: "epochs is 10 there, 20 here". Empty if only names differ.
std::string differencesOf(const std::string &there, const std::string &wanted)
{
    constexpr int kMax = 3;
    int count = 0;
    std::string text;
    for (const experiment::ComparedKey &key : experiment::compareExperiments({there, wanted})) {
        if (!key.differs() || key.path == "name" || ++count > kMax)
            continue;
        text += (text.empty() ? "" : "; ") + key.path + " is " + shownValue(key.values[0].json) + " there, " + shownValue(key.values[1].json) + " here";
    }
    return count > kMax ? text + "; …" : text;
}

/// Sets the state of \p run from \p info, recorded with the wanted experiment.
void judge(SweepRun &run, const fs::path &recorded, const record::RunInfo &info)
{
    using Found = SweepRun::Found;
    const std::string message = bytes::printable(info.message);
    run.state = toText(info.status) + (message.empty() ? "" : ": " + message);
    if (info.status == record::RunStatus::Recording) {
        run.found = Found::Recording;
        run.state = message;
    } else if (info.status == record::RunStatus::Unknown) {
        run.found = Found::Recording;
        run.state = bytes::printable(store::perhapsRecording(recorded, info));
    } else if (info.status == record::RunStatus::Finished) {
        run.found = Found::Finished;
    } else {
        run.found = session::hasCheckpoint(run.file) ? Found::CanGoOn : Found::Ended;
    }
}

/// Reads the file of \p run. \p wanted is the experiment that it should have.
/// Errors: std::exception, as sweepRuns().
void lookAtFile(SweepRun &run, const std::string &wanted)
{
    std::error_code unknown;
    const fs::path recorded = session::recordedPath(run.file);
    if (!fs::exists(recorded, unknown))
        return;
    const store::RunFile opened(recorded);
    const record::RunInfo info = opened.info();
    if (info.experiment.empty() && opened.frameCount() == 0 && info.status != record::RunStatus::Finished) {
        run.found = record::mayGrow(info.status) ? SweepRun::Found::Recording : SweepRun::Found::Empty;
        run.state = info.message;
        return;
    }
    if (const std::string differences = differencesOf(info.experiment, wanted); !differences.empty())
        throw std::runtime_error(run.file.string() + ": is a run of another experiment (" + differences
                                 + "); move it away, or name another folder with --out");
    judge(run, recorded, info);
}

std::vector<experiment::Combination> combinationsOf(const SweepOptions &options, const Json &base)
{
    const experiment::Sweep sweep(options.assignments);
    auto combinations = options.random > 0 ? sweep.chosen(options.random, options.randomSeed) : sweep.all();
    experiment::nameRuns(combinations, base);
    return combinations;
}

} // namespace

fs::path sweepFolder(const SweepOptions &options)
{
    return options.out.empty() ? store::runFolder() / (fs::path(options.experiment).stem().string() + "-sweep") : fs::path(options.out);
}

std::vector<SweepRun> sweepRuns(const SweepOptions &options)
{
    const Json base = experiment::readJsonFile(options.experiment);
    const fs::path folder = sweepFolder(options);
    std::vector<SweepRun> runs;
    std::vector<std::string> experiments;
    std::set<fs::path> programs;
    const auto look = [&](const experiment::Combination &combination, const experiment::Experiment &experiment) {
        runs.push_back({combination, folder / (combination.name + ".lbrun"), SweepRun::Found::Nothing, {}});
        experiments.push_back(experiment.toJson().dump(2));
        for (const fs::path &program : session::programsOf(experiment))
            if (programs.insert(program).second)
                requireTrust(program, session::fileSha256(program), options.trustModel);
    };
    const auto combinations = combinationsOf(options, base);
    try {
        experiment::forEachExperiment(base, combinations, look);
    } catch (const experiment::ExperimentError &error) {
        throw experiment::ExperimentError(options.experiment + ": " + error.what());
    }
    for (std::size_t i = 0; i < runs.size(); ++i)
        lookAtFile(runs[i], experiments[i]);
    return runs;
}

std::vector<std::string> trainCommand(const SweepOptions &options, const SweepRun &run)
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    std::vector<std::string> command = {error ? "lensboard" : program.string(), "train"};
    if (run.found == SweepRun::Found::CanGoOn) {
        command.insert(command.end(), {"--resume", run.file.string()});
    } else {
        command.push_back(options.experiment);
        for (const std::string &assignment : run.combination.assignments)
            command.insert(command.end(), {"--set", assignment});
        command.insert(command.end(), {"--out", run.file.string()});
    }
    if (options.trustModel)
        command.emplace_back("--trust-model");
    return command;
}

fs::path makeRoom(const SweepRun &run)
{
    fs::path old;
    if (run.found == SweepRun::Found::Ended) {
        const fs::path recorded = session::recordedPath(run.file);
        old = session::nameForOld(run.file);
        store::renameRunFile(recorded, old);
        if (recorded != run.file) // the unfinished copy left by an interrupted resume
            store::removeRunFile(run.file);
    } else if (run.found == SweepRun::Found::Empty) {
        store::removeRunFile(run.file);
    }
    std::error_code error;
    if (!fs::exists(run.file, error))
        store::removeRunFile(run.file); // leftovers of a rename by a killed process
    return old;
}

} // namespace lensboard::app
