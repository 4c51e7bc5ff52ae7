#pragma once

#include "core/experiment/choice.h"
#include "core/experiment/experiment_error.h"
#include "core/experiment/field.h"
#include "core/experiment/roster.h"
#include "core/experiment/settings/health_settings.h"
#include "core/experiment/watcher.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lensboard::experiment {

struct TickRule
{
    enum class Unit { Epoch, Steps };

    Unit unit = Unit::Epoch; ///< every so many steps there is one at each epoch's end, too
    std::int64_t every = 1;
    std::int64_t keep = 0; ///< the last ticks, whose values all stay in the run's file; 0: of all

    bool everyEpoch() const { return unit == Unit::Epoch; }
    void describe(settings::Fields &fields);
};

struct CheckpointRule
{
    std::int64_t every = 1; ///< epochs; 0: none
    double seconds = 30;    ///< at least, from one to the next
    bool onStop = true;

    void describe(settings::Fields &fields);
};

struct InspectorSettings
{
    std::int64_t depth = -1; ///< levels below the root to measure; -1: all
    std::int64_t activeEvery = 1;
    bool evaluationFromGrad = false;
    double budget = 0; ///< of a step's time, that lenses may take; 0: they measure every step
    bool byProcess = false; ///< also show what each of several processes measured, see ProcessLines
    std::string memory; ///< that lenses may keep tensors in, see memoryLimit(); empty: as much as they need

    void describe(settings::Fields &fields);
};

/// What to train, how, and what to watch; a value, whole and checked.
struct Experiment
{
    std::string name = "experiment";
    Choice dataset; ///< settings::Dataset
    Choice model;   ///< settings::Model
    Choice loss = {"cross_entropy", {{"kind", "cross_entropy"}}}; ///< settings::Loss
    std::vector<std::string> metrics = {"auto"};
    Choice optimizer; ///< settings::Optimizer
    Choice scheduler = {"none", {{"kind", "none"}}};    ///< settings::Schedule
    Choice clipGradient = {"none", {{"kind", "none"}}}; ///< settings::Clipping
    std::int64_t epochs = 10;
    std::int64_t batchSize = 64;
    std::int64_t seed = 1;
    std::int64_t threads = 0;      ///< 0: chosen for this machine
    std::string device = "auto";   ///< auto, cpu, cuda
    std::int64_t processes = 1;    ///< of this machine that train together
    CheckpointRule checkpoint;
    TickRule tick;
    InspectorSettings inspector;
    settings::Health health;
    Roster watchers; ///< lenses, monitors and recorders

    /// Errors: ExperimentError.
    static Experiment fromJson(const Json &json);
    /// With every default filled in.
    Json toJson() const { return settings::toJson(*this); }

    void describe(settings::Fields &fields);
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

/// Changes one value: "optimizer.lr=0.1", "lenses.0.parity=true", "lenses.OutputNorm.enabled=false". The value is JSON; what is no
/// JSON is a text. Objects on the way are made; what a list has must be there, and is named by its position, or its kind if no
/// other has that.
/// Errors: ExperimentError.
void setValue(Json &json, const std::string &assignment);

} // namespace lensboard::experiment
