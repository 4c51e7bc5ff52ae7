#include "app/commands/control_command.h"

#include "app/commands/command_runs.h"
#include "app/commands/exit_code.h"
#include "core/bytes/valid_utf8.h"
#include "core/control/socket_transport.h"
#include "core/experiment/watcher.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/text_number.h"
#include "core/store/file/annotate_run.h"
#include "core/store/file/run_file.h"

#include <cstdio>

namespace lensboard::app {

using namespace std::chrono_literals;
using experiment::Json;
using session::Command;
using session::TrainingStatus;

namespace {

constexpr auto kPatience = 10s; ///< for the training's control thread, never blocked by a batch
constexpr auto kCheckpointPatience = 10min; ///< written after the current batch

/// Parses NAME=on, NAME=off or NAME={settings}.
/// Errors: std::exception.
Command watcherCommand(const std::string &assignment)
{
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
        throw record::Error(record::message("--lens %1: expected NAME=on, NAME=off or NAME={\"setting\": value}", assignment));
    const std::string name = assignment.substr(0, equals), value = assignment.substr(equals + 1);
    if (value == "on" || value == "off")
        return {Command::Kind::Watcher, 0, experiment::WatcherChange::switched(name, value == "on")};
    Json settings = experiment::parseJson(value);
    if (!settings.is_object())
        throw record::Error(record::message("--lens %1: expected NAME=on, NAME=off or NAME={\"setting\": value}", assignment));
    if (settings.contains("kind") && settings["kind"] != name && !settings.contains("name"))
        settings["name"] = name;
    return {Command::Kind::Watcher, 0, {name, settings}};
}

/// Returns the commands in the sequence to send.
std::vector<Command> commandsOf(const ControlOptions &options)
{
    std::vector<Command> commands;
    for (const std::string &assignment : options.lenses)
        commands.push_back(watcherCommand(assignment));
    if (options.learningRate)
        commands.push_back({Command::Kind::LearningRate, *options.learningRate});
    for (const auto &[isRequested, kind] : {std::pair{options.checkpoint, Command::Kind::Checkpoint}, {options.pause, Command::Kind::Pause},
                                            {options.goOn, Command::Kind::Start}, {options.step, Command::Kind::Step},
                                            {options.stepToTick, Command::Kind::StepToTick}, {options.stop, Command::Kind::Stop}})
        if (isRequested)
            commands.push_back({kind});
    return commands;
}

std::vector<std::string> namesOf(const session::Abilities &abilities)
{
    std::vector<std::string> names = {"lenses"};
    for (const auto &[has, name] : {std::pair{abilities.pause, "pause"}, {abilities.stop, "stop"}, {abilities.learningRate, "learning_rate"},
                                    {abilities.checkpoint, "checkpoint"}})
        if (has)
            names.emplace_back(name);
    return names;
}

Json toJson(const std::string &run, const TrainingStatus &status)
{
    Json lenses = Json::array();
    for (const experiment::KindSettings &watcher : status.watchers->all())
        lenses.push_back({{"name", watcher.name()}, {"kind", watcher.kind}, {"settings", watcher.settings}});
    return {{"path", run},
            {"state", toText(status.state)},
            {"activity", status.activity},
            {"epoch", status.epoch},
            {"epochs", status.epochs > 0 ? Json(status.epochs) : Json()},
            {"step", status.step},
            {"ticks", status.ticks},
            {"learning_rate", status.learningRate > 0 ? Json(status.learningRate) : Json()},
            {"steps_per_second", status.stepsPerSecond > 0 ? Json(status.stepsPerSecond) : Json()},
            {"seconds_left", status.secondsLeft >= 0 ? Json(status.secondsLeft) : Json()},
            {"stopping", status.isStopping},
            {"hooks", status.hooks},
            {"abilities", namesOf(status.abilities)},
            {"lenses", lenses}};
}

void print(const TrainingStatus &status)
{
    std::string line = status.isStopping && !isOver(status.state) ? "stopping" : toText(status.state);
    const auto add = [&line](const char *name, const std::string &value) { line += std::string(", ") + name + ' ' + value; };
    if (!status.activity.empty())
        line += ": " + status.activity;
    if (status.epoch > 0)
        add("epoch", std::to_string(status.epoch) + (status.epochs > 0 ? " of " + std::to_string(status.epochs) : ""));
    add("step", std::to_string(status.step));
    add("tick", std::to_string(status.ticks));
    if (status.learningRate > 0)
        add("learning rate", record::numberText(status.learningRate));
    std::printf("%s\ntakes commands for", bytes::printable(line).c_str());
    const auto abilities = namesOf(status.abilities);
    for (const std::string &ability : abilities)
        std::printf("%s %s", &ability == abilities.data() ? "" : ",", ability.c_str());
    std::printf("\n%zu hooks\n", status.hooks);
    for (const experiment::KindSettings &watcher : status.watchers->all()) {
        Json settings = watcher.settings;
        settings.erase("enabled");
        std::printf("  %-3s  %s %s\n", experiment::isOn(watcher) ? "on" : "off", bytes::printable(watcher.name()).c_str(),
                    bytes::printable(settings.dump(-1, ' ', false, Json::error_handler_t::replace)).c_str());
    }
}

/// Errors: control::NotListening, std::exception.
std::unique_ptr<session::Transport> connectedTo(const std::string &run)
{
    const record::RunInfo info = store::RunFile(run).info();
    if (!record::mayGrow(info.status))
        throw control::NotListening(record::message("%1: is %2%3, so there is no training to be ordered", run, toText(info.status),
                                                    info.message.empty() ? std::string() : " (" + info.message + ')'));
    try {
        return std::make_unique<control::SocketTransport>(control::connectTo(run), info.createdSeconds);
    } catch (const control::NotListening &error) {
        throw control::NotListening(run + ": " + error.what());
    }
}

/// Throws with the reason why \p training gave no answer.
[[noreturn]] void failWithoutAnswer(const session::Transport &training)
{
    const std::string why = training.whyClosed();
    throw control::ConnectionError(why.empty() ? record::message("the training does not answer") : why);
}

/// Sends \p command and returns its outcome: the error, empty after success.
/// Errors: control::ConnectionError.
std::string outcomeOf(session::Transport &training, const Command &command)
{
    const auto patience = command.kind == Command::Kind::Checkpoint ? std::chrono::milliseconds(kCheckpointPatience) : kPatience;
    const auto outcome = training.outcomeOf(command, patience);
    if (!outcome)
        failWithoutAnswer(training);
    return *outcome;
}

int declareEnded(const std::string &run)
{
    try {
        store::markInterrupted(run);
        return kDone;
    } catch (const std::exception &error) {
        return badInput(error);
    }
}

} // namespace

int control(const ControlOptions &options)
{
    if (options.ended)
        return declareEnded(options.run);
    std::vector<Command> commands;
    std::unique_ptr<session::Transport> training;
    try {
        commands = commandsOf(options);
        training = connectedTo(options.run);
    } catch (const std::exception &error) {
        return badInput(error);
    }
    try {
        bool isRefused = false;
        for (const Command &command : commands)
            if (const std::string refusal = outcomeOf(*training, command); !refusal.empty()) {
                std::fprintf(stderr, "lensboard: %s: %s\n", options.run.c_str(), bytes::printable(refusal).c_str());
                isRefused = true;
            }
        if (options.status || options.json || commands.empty()) {
            if (!training->waitFor([](const TrainingStatus &status) { return status.revision > 0; }, kPatience))
                failWithoutAnswer(*training);
            const TrainingStatus status = training->status();
            if (options.json)
                std::printf("%s\n", toJson(options.run, status).dump(2, ' ', false, Json::error_handler_t::replace).c_str());
            else
                print(status);
        }
        return isRefused ? kTrainingFailed : kDone;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "lensboard: %s: %s\n", options.run.c_str(), error.what());
        return kTrainingFailed;
    }
}

} // namespace lensboard::app
