#pragma once

#include "core/experiment/choice.h"
#include "core/experiment/experiment_error.h"
#include "core/experiment/field.h"
#include "core/experiment/roster.h"
#include "core/experiment/watcher.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lensboard::experiment {

struct TickRule
{
    bool everyEpoch = true; ///< else every so many steps, and at each epoch's end
    std::int64_t every = 1;
};

struct CheckpointRule
{
    std::int64_t every = 1; ///< epochs; 0: none
    double seconds = 30;    ///< at least, from one to the next
    bool onStop = true;
};

struct InspectorSettings
{
    std::int64_t depth = -1; ///< levels below the root to look at; -1: all
    std::int64_t activeEvery = 1;
    bool evaluationFromGrad = false;
};

/// What to train, how, and what to watch; a value, whole and checked.
struct Experiment
{
    std::string name;
    Choice dataset;
    Choice model;
    Choice loss;
    std::vector<std::string> metrics;
    Choice optimizer;
    Choice scheduler;
    Choice clipGradient;
    std::int64_t epochs = 1;
    std::int64_t batchSize = 1;
    std::int64_t seed = 1;
    std::int64_t threads = 0; ///< 0: chosen for this machine
    std::string device;       ///< auto, cpu, cuda
    CheckpointRule checkpoint;
    TickRule tick;
    InspectorSettings inspector;
    Roster watchers; ///< lenses, monitors and recorders

    /// Errors: ExperimentError.
    static Experiment fromJson(const Json &json);
    /// With every default filled in.
    Json toJson() const;
};

/// Errors: ExperimentError, naming line and column if \p text is no JSON.
Json parseJson(const std::string &text);

/// Relative paths of data and of a model are meant from the folder of \p experiment, the file that names them: makes them
/// absolute.
void resolvePaths(Json &json, const std::filesystem::path &experiment);

/// Paths of data and model come back absolute.
/// Errors: ExperimentError that begins with the path.
Experiment readExperiment(const std::filesystem::path &path);
Json readJsonFile(const std::filesystem::path &path);

/// The name in an experiment's JSON; empty if it has none, or is no JSON.
std::string nameOf(const std::string &experiment);

/// Changes one value: "optimizer.lr=0.1", "lenses.0.parity=true". The value is JSON; what is no JSON is a text.
/// Objects on the way are made, positions of a list must be there.
/// Errors: ExperimentError.
void setValue(Json &json, const std::string &assignment);

} // namespace lensboard::experiment
