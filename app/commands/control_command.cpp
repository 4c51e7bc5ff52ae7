#include "app/commands/control_command.h"

#include "app/commands/command_runs.h"
#include "app/commands/exit_code.h"
#include "core/bytes/valid_utf8.h"
#include "core/control/control_client.h"
#include "core/experiment/watcher.h"
#include "core/record/message.h"
#include "core/record/text_number.h"
#include "core/store/file/annotate_run.h"
#include "core/store/file/run_file.h"

#include <cstdio>

namespace lensboard::app {

using namespace std::chrono_literals;
using control::Order;
using experiment::Json;

namespace {

constexpr auto kPatience = 10s; ///< for the training's control thread, never blocked by a batch
constexpr auto kCheckpointPatience = 10min; ///< written after the current batch

/// Parses NAME=on, NAME=off or NAME={settings}.
/// Errors: std::exception.
Order watcherOrder(const std::string &assignment)
{
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
        throw std::runtime_error(record::message("--lens %1: expected NAME=on, NAME=off or NAME={\"setting\": value}", assignment));
    const std::string name = assignment.substr(0, equals), value = assignment.substr(equals + 1);
    if (value == "on" || value == "off")
        return {Order::Kind::Watcher, 0, experiment::WatcherChange::switched(name, value == "on")};
    Json settings = experiment::parseJson(value);
    if (!settings.is_object())
        throw std::runtime_error(record::message("--lens %1: expected NAME=on, NAME=off or NAME={\"setting\": value}", assignment));
    if (settings.contains("kind") && settings["kind"] != name && !settings.contains("name"))
        settings["name"] = name;
    return {Order::Kind::Watcher, 0, {name, settings}};
}

/// Returns the orders in the sequence to send.
std::vector<Order> ordersOf(const ControlOptions &options)
{
    std::vector<Order> orders;
    for (const std::string &assignment : options.lenses)
        orders.push_back(watcherOrder(assignment));
    if (options.learningRate)
        orders.push_back({Order::Kind::LearningRate, *options.learningRate});
    for (const auto &[isOrdered, kind] : {std::pair{options.checkpoint, Order::Kind::Checkpoint}, {options.pause, Order::Kind::Pause},
                                          {options.goOn, Order::Kind::Start}, {options.step, Order::Kind::Step},
                                          {options.stepToTick, Order::Kind::StepToTick}, {options.stop, Order::Kind::Stop}})
        if (isOrdered)
            orders.push_back({kind});
    return orders;
}

std::vector<std::string> namesOf(const control::Abilities &abilities)
{
    std::vector<std::string> names = {"lenses"};
    for (const auto &[has, name] : {std::pair{abilities.pause, "pause"}, {abilities.stop, "stop"}, {abilities.learningRate, "learning_rate"},
                                    {abilities.checkpoint, "checkpoint"}})
        if (has)
            names.emplace_back(name);
    return names;
}

Json toJson(const std::string &run, const control::Status &status, const std::vector<experiment::Choice> &watchers)
{
    Json lenses = Json::array();
    for (const experiment::Choice &watcher : watchers)
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

void print(const control::Status &status, const std::vector<experiment::Choice> &watchers)
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
    std::printf("%s\ntakes orders for", bytes::printable(line).c_str());
    const auto abilities = namesOf(status.abilities);
    for (const std::string &ability : abilities)
        std::printf("%s %s", &ability == abilities.data() ? "" : ",", ability.c_str());
    std::printf("\n%zu hooks\n", status.hooks);
    for (const experiment::Choice &watcher : watchers) {
        Json settings = watcher.settings;
        settings.erase("enabled");
        std::printf("  %-3s  %s %s\n", experiment::isOn(watcher) ? "on" : "off", bytes::printable(watcher.name()).c_str(),
                    bytes::printable(settings.dump(-1, ' ', false, Json::error_handler_t::replace)).c_str());
    }
}

/// Errors: control::NotListening, std::exception.
control::ControlClient connectedTo(const std::string &run)
{
    const record::RunInfo info = store::RunFile(run).info();
    if (!record::mayGrow(info.status))
        throw control::NotListening(record::message("%1: is %2%3, so there is no training to be ordered", run, toText(info.status),
                                                    info.message.empty() ? std::string() : " (" + info.message + ')'));
    try {
        return control::ControlClient(run, info.createdSeconds);
    } catch (const control::NotListening &error) {
        throw control::NotListening(run + ": " + error.what());
    }
}

/// Sends \p order and returns its outcome, as takeOutcome() does.
std::string outcomeOf(control::ControlClient &training, const Order &order)
{
    const std::uint64_t number = training.give(order);
    std::optional<std::string> outcome;
    const auto isKnown = [&] { return (outcome = training.takeOutcome(number)).has_value(); };
    if (!training.waitFor(isKnown, order.kind == Order::Kind::Checkpoint ? std::chrono::milliseconds(kCheckpointPatience) : kPatience))
        throw control::ConnectionError(record::message("the training does not answer"));
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
    std::vector<Order> orders;
    std::optional<control::ControlClient> training;
    try {
        orders = ordersOf(options);
        training.emplace(connectedTo(options.run));
    } catch (const std::exception &error) {
        return badInput(error);
    }
    try {
        bool isRefused = false;
        for (const Order &order : orders)
            if (const std::string refusal = outcomeOf(*training, order); !refusal.empty()) {
                std::fprintf(stderr, "lensboard: %s: %s\n", options.run.c_str(), bytes::printable(refusal).c_str());
                isRefused = true;
            }
        if (options.status || options.json || orders.empty()) {
            training->ask(false);
            if (!training->waitFor([&] { return training->status().has_value(); }, kPatience))
                throw control::ConnectionError(record::message("the training does not answer"));
            if (options.json)
                std::printf("%s\n", toJson(options.run, *training->status(), training->watchers()).dump(2, ' ', false, Json::error_handler_t::replace).c_str());
            else
                print(*training->status(), training->watchers());
        }
        return isRefused ? kTrainingFailed : kDone;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "lensboard: %s: %s\n", options.run.c_str(), error.what());
        return kTrainingFailed;
    }
}

} // namespace lensboard::app
