// Trains the zoo's sick and healthy trainings and reports how well rules distinguish them: for each training, the fired rules, their times and their
// layers.
//
//     zoo [design|test] [epochs] [NAME]...    one half, or all; only trainings with a name that contains one of NAME
//
// A tick is 5 steps, or an epoch if chosen; then each training has at least 8.
//
// The test half must not be used while rules are designed. draw.py draws it by chance, and labels it by losses alone.
//
// Needs the lensboard program in the same folder. Trainings beyond its abilities run in a custom loop in a process of this program (zoo loop FOLDER).
// Runs are kept below the folder named by ZOO_FOLDER; existing runs are only judged again. ZOO_PROCESSES is the number of trainings at a time.

#include "core/health/checker.h"
#include "core/session/child_process.h"
#include "core/store/derived/run_replay.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_format.h"
#include "tests/zoo/peers.h"
#include "tests/zoo/zoo_data.h"
#include "tests/zoo/zoo_loop.h"
#include "tests/zoo/zoo_model.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <unistd.h>

using namespace lensboard;
using experiment::Json;
using health::Finding;
using health::Severity;

namespace {

constexpr const char *kRunFile = "run.lbrun";
constexpr const char *kEpochs = "epochs"; ///< argument of the program
constexpr int kMinEpochs = 8;             ///< least number of ticks that rules judge by

struct Training
{
    std::string name, half;
    std::vector<std::string> rules;  ///< the cause or its direct symptoms; empty if healthy
    std::vector<std::string> layers; ///< at least one of them must be named
    Json data, model, loop, set;
    std::filesystem::path folder;

    bool isSick() const { return !rules.empty(); }
    std::filesystem::path run() const { return folder / kRunFile; }
};

struct Verdict
{
    std::vector<Finding> findings;
    zoo::PeerVerdicts ofPeers;
    std::map<std::string, double> firstSaid; ///< by rule: share of the run before its first warning or problem
};

Json readTable()
{
    std::ifstream file(LENSBOARD_SOURCE_DIR "/tests/zoo/trainings.json");
    return Json::parse(file);
}

/// Returns the rules expected for a training, from its cause. A healthy training has no cause; a cause has the same symptoms in all trainings.
std::vector<std::string> rulesFor(const Json &json, const Json &causes)
{
    return json.contains("cause") ? causes.at(json.at("cause").get<std::string>()).get<std::vector<std::string>>() : std::vector<std::string>();
}

Training trainingOf(const Json &json, const Json &causes, const std::filesystem::path &folder)
{
    Training made{json.at("name"), json.at("half"), rulesFor(json, causes), json.value("layers", std::vector<std::string>()),
                  json.value("data", Json::object()), json.value("model", Json()), json.value("loop", Json()),
                  json.value("set", Json::object()), {}};
    (void)health::rulesNamed(made.rules); // throws if the table is wrong
    std::string file = made.name;
    std::ranges::replace_if(file, [](unsigned char c) { return !std::isalnum(c); }, '-');
    made.folder = folder / file;
    return made;
}

/// Merges the settings of \p set. A section with a "kind" replaces the old section as a whole.
void mergeInto(Json &experiment, const Json &set)
{
    for (const auto &[key, value] : set.items())
        if (value.is_object() && experiment.contains(key) && !value.contains("kind"))
            experiment[key].merge_patch(value);
        else
            experiment[key] = value;
}

/// \p hasEpochs: ticks are epochs.
void prepare(const Training &training, Json experiment, bool hasEpochs)
{
    std::filesystem::create_directories(training.folder);
    zoo::writeData(training.data, training.folder);
    if (training.model.is_object()) {
        zoo::writeModel(training.model, training.folder / "model.pt");
        experiment["model"] = {{"kind", "torchscript"}, {"path", "model.pt"}};
    }
    mergeInto(experiment, training.set);
    experiment["name"] = training.name;
    if (hasEpochs) {
        experiment["tick"] = {{"unit", "epoch"}};
        experiment["epochs"] = std::max(kMinEpochs, experiment.at("epochs").get<int>());
    }
    std::ofstream(training.folder / "experiment.json") << experiment.dump(2);
    if (training.loop.is_object())
        std::ofstream(training.folder / "loop.json") << training.loop;
}

/// Returns the command that trains it: the program, or this one with zoo_loop.h.
std::vector<std::string> commandFor(const Training &training)
{
    if (training.loop.is_object())
        return {LENSBOARD_BINARY_DIR "/bin/zoo", "loop", training.folder};
    return {LENSBOARD_BINARY_DIR "/bin/lensboard", "train", training.folder / "experiment.json", "--out", training.run(), "--trust-model"};
}

void loopIn(const std::filesystem::path &folder)
{
    zoo::trainInLoop(experiment::readJsonFile(folder / "loop.json"), experiment::readExperiment(folder / "experiment.json"), folder / kRunFile);
}

/// Returns true if the training ended, regularly or by an error.
bool isTrained(const Training &training)
{
    try {
        return store::RunFile(training.run()).info().status != record::RunStatus::Interrupted;
    } catch (const store::RunFileError &) {
        return false;
    }
}

/// Returns the number of trainings at a time: ZOO_PROCESSES, or the number of cores.
std::size_t processes()
{
    const char *chosen = std::getenv("ZOO_PROCESSES");
    return std::max(1U, chosen ? static_cast<unsigned>(std::atoi(chosen)) : std::thread::hardware_concurrency());
}

void train(const std::vector<Training> &trainings)
{
    struct Running
    {
        const Training *training;
        std::unique_ptr<session::ChildProcess> process;
    };
    std::vector<Running> running;
    for (auto next = trainings.begin(); next != trainings.end() || !running.empty();) {
        while (next != trainings.end() && running.size() < processes()) {
            if (!isTrained(*next))
                running.push_back({&*next, std::make_unique<session::ChildProcess>(commandFor(*next))});
            ++next;
        }
        std::vector<session::ChildProcess *> children;
        for (const Running &each : running)
            children.push_back(each.process.get());
        session::ChildProcess::waitForNews(children, 100);
        std::erase_if(running, [](const Running &each) {
            const auto ending = each.process->ending();
            if (ending && !isTrained(*each.training))
                throw std::runtime_error(each.training->name + " did not train: " + each.process->lastWords());
            return ending.has_value();
        });
    }
}

Verdict judge(const Training &training)
{
    const auto run = std::make_shared<store::RunFile>(training.run());
    store::RunReplay replay(run);
    health::Checker checker;
    Verdict verdict;
    verdict.ofPeers = zoo::judgeAsPeers(*run);
    for (std::size_t tick = 1; tick <= replay.tickCount(); ++tick) {
        replay.seek(tick);
        for (double seconds = 0; replay.position() != tick; ++seconds)
            replay.advanceTo(seconds);
        checker.follow(*replay.run());
        verdict.findings = checker.findings();
        for (const Finding &finding : verdict.findings)
            if (finding.severity >= Severity::Warning)
                verdict.firstSaid.emplace(finding.rule, static_cast<double>(tick) / static_cast<double>(replay.tickCount()));
    }
    return verdict;
}

/// Results of all trainings of one kind.
struct Tally
{
    int sageMaker = 0, neuroScope = 0; ///< trainings with any finding
    int foundBySageMaker = 0, foundByNeuroScope = 0; ///< trainings with the cause or its direct symptom found
    int trainings = 0, found = 0, withLayers = 0, layersFound = 0, warnings = 0, problems = 0;
    std::vector<double> firstSaid;
};

bool isExpected(const Training &training, const Finding &finding)
{
    return finding.severity >= Severity::Warning && std::ranges::find(training.rules, finding.rule) != training.rules.end();
}

void print(const Training &training, const Verdict &verdict)
{
    std::printf("%s%s\n", training.name.c_str(), training.isSick() ? "" : " (healthy)");
    for (const Finding &finding : verdict.findings) {
        std::string layers;
        for (const std::string &layer : finding.layers)
            layers += (layers.empty() ? " in " : ", ") + layer;
        const auto first = verdict.firstSaid.find(finding.rule);
        std::printf("    %c %-8s %s%s, step %lld, said after %.0f %%: %s\n", isExpected(training, finding) ? '+' : ' ', toText(finding.severity),
                    finding.rule.c_str(), layers.substr(0, 60).c_str(), static_cast<long long>(finding.firstStep),
                    first == verdict.firstSaid.end() ? 100.0 : 100 * first->second, finding.values.c_str());
    }
    const auto printPeer = [](const char *name, const std::set<std::string> &rules) {
        std::string all;
        for (const std::string &rule : rules)
            all += (all.empty() ? "" : ", ") + rule;
        if (!all.empty())
            std::printf("      (%s: %s)\n", name, all.c_str());
    };
    printPeer("SageMaker", verdict.ofPeers.sageMaker);
    printPeer("NeuroScope", verdict.ofPeers.neuroScope);
}

void count(const Training &training, const Verdict &verdict, Tally &tally)
{
    ++tally.trainings;
    tally.sageMaker += !verdict.ofPeers.sageMaker.empty();
    tally.neuroScope += !verdict.ofPeers.neuroScope.empty();
    tally.foundBySageMaker += zoo::saysOneOf(verdict.ofPeers.sageMaker, training.rules);
    tally.foundByNeuroScope += zoo::saysOneOf(verdict.ofPeers.neuroScope, training.rules);
    bool isFound = false, isLayerFound = false;
    double firstSaid = 1;
    for (const Finding &finding : verdict.findings) {
        if (training.isSick() && isExpected(training, finding)) {
            isFound = true;
            firstSaid = std::min(firstSaid, verdict.firstSaid.at(finding.rule));
            isLayerFound = isLayerFound || std::ranges::find_first_of(finding.layers, training.layers) != finding.layers.end();
        }
        tally.warnings += finding.severity == Severity::Warning;
        tally.problems += finding.severity == Severity::Problem;
    }
    tally.found += isFound;
    if (isFound)
        tally.firstSaid.push_back(firstSaid);
    if (training.isSick() && !isFound)
        std::printf("    ! missed\n");
    tally.withLayers += !training.layers.empty();
    tally.layersFound += isLayerFound;
}

void judgeAll(const std::vector<Training> &trainings)
{
    Tally sick, healthy;
    for (const Training &training : trainings) {
        const Verdict verdict = judge(training);
        print(training, verdict);
        count(training, verdict, training.isSick() ? sick : healthy);
    }
    std::ranges::sort(sick.firstSaid);
    const double middle = sick.firstSaid.empty() ? 1 : sick.firstSaid[sick.firstSaid.size() / 2];
    std::printf("\nsick: %d of %d found, the layer named in %d of %d; half of them by %.0f %% of the run\n", sick.found, sick.trainings, sick.layersFound,
                sick.withLayers, 100 * middle);
    std::printf("healthy: %d problems and %d warnings in %d trainings\n", healthy.problems, healthy.warnings, healthy.trainings);
    std::printf("peers by the same criterion: SageMaker finds %d, NeuroScope %d\n", sick.foundBySageMaker, sick.foundByNeuroScope);
    std::printf("peers, where any rule counts: SageMaker fires in %d of %d sick and %d of %d healthy trainings, NeuroScope is red in %d and %d\n", sick.sageMaker,
                sick.trainings, healthy.sageMaker, healthy.trainings, sick.neuroScope, healthy.neuroScope);
}

bool isWanted(const Training &training, std::vector<std::string> words)
{
    bool isNamed = true;
    std::erase(words, kEpochs);
    for (const std::string &word : words)
        if (word == "design" || word == "test") {
            if (training.half != word)
                return false;
        } else {
            isNamed = false;
        }
    return isNamed || std::ranges::any_of(words, [&](const std::string &word) { return training.name.find(word) != std::string::npos; });
}

} // namespace

int main(int count, char **arguments)
{
    try {
        ::setenv("OMP_NUM_THREADS", "1", 0);
        if (count == 3 && arguments[1] == std::string_view("loop")) {
            loopIn(arguments[2]);
            return 0;
        }
        const char *kept = std::getenv("ZOO_FOLDER");
        const std::filesystem::path folder = kept ? kept : std::filesystem::temp_directory_path() / ("lensboard-zoo-" + std::to_string(::getpid()));
        const Json table = readTable();
        std::vector<Training> trainings;
        for (const char *kind : {"sick", "healthy"})
            for (const Json &each : table.at(kind))
                if (Training training = trainingOf(each, table.at("causes"), folder); isWanted(training, {arguments + 1, arguments + count}))
                    trainings.push_back(std::move(training));
        const bool hasEpochs = std::find(arguments + 1, arguments + count, std::string_view(kEpochs)) != arguments + count;
        for (const Training &training : trainings)
            if (!isTrained(training))
                prepare(training, table.at("base"), hasEpochs);
        train(trainings);
        judgeAll(trainings);
        if (!kept)
            std::filesystem::remove_all(folder);
        return 0;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "zoo: %s\n", error.what());
        return 1;
    }
}
