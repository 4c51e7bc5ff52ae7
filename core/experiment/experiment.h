#pragma once

#include "core/experiment/experiment_error.h"
#include "core/experiment/field.h"
#include "core/experiment/kind_settings.h"
#include "core/experiment/roster.h"
#include "core/experiment/settings/health_settings.h"
#include "core/experiment/watcher.h"
#include "core/record/message.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lensboard::experiment {

struct TickRule
{
    enum class Unit { Epoch, Steps };

    Unit unit = Unit::Epoch; ///< with Steps, a tick also ends at the end of each epoch
    std::int64_t every = 1;
    std::int64_t keep = 0; ///< number of recent ticks with all values kept in the run file; 0: all ticks

    bool everyEpoch() const { return unit == Unit::Epoch; }
    void describe(settings::Fields &fields);
};

struct CheckpointRule
{
    std::int64_t every = 1; ///< epochs; 0: none
    double seconds = 30;    ///< minimum time between two checkpoints
    bool onStop = true;

    void describe(settings::Fields &fields);
};

struct InspectorSettings
{
    std::int64_t depth = -1; ///< levels below the root to measure; -1: all
    std::int64_t activeEvery = 1;
    bool evaluationFromGrad = false;
    double budget = 0; ///< largest share of a step's time for lenses; 0: no limit, lenses measure every step
    bool byProcess = false; ///< also show the measurements of each process, see ProcessLines
    std::string memory; ///< limit for tensors that lenses keep, see memoryLimit(); empty: no limit

    void describe(settings::Fields &fields);
};

/// A complete and validated experiment: data, model, training and watchers. A value.
struct Experiment
{
    std::string name = "experiment";
    KindSettings dataset;                                               ///< settings::Dataset
    KindSettings model;                                                 ///< settings::Model
    KindSettings loss = {"cross_entropy", {{"kind", "cross_entropy"}}}; ///< settings::Loss
    std::vector<std::string> metrics = {"auto"};
    KindSettings optimizer;                                   ///< settings::Optimizer
    KindSettings scheduler = {"none", {{"kind", "none"}}};    ///< settings::Schedule
    KindSettings clipGradient = {"none", {{"kind", "none"}}}; ///< settings::Clipping
    std::int64_t epochs = 10;
    std::int64_t batchSize = 64;
    std::int64_t seed = 1;
    std::int64_t threads = 0;      ///< 0: chosen for this machine
    std::string device = "auto";   ///< auto, cpu, cuda
    std::int64_t processes = 1;    ///< number of processes on this machine that train together
    CheckpointRule checkpoint;
    TickRule tick;
    InspectorSettings inspector;
    settings::Health health;
    Roster watchers; ///< lenses, monitors and recorders
    std::vector<record::Message> notices; ///< from fromJson(): settings that are ignored

    /// Errors: ExperimentError.
    static Experiment fromJson(const Json &json);
    /// Returns JSON with all defaults included.
    Json toJson() const { return settings::toJson(*this); }

    void describe(settings::Fields &fields);
};

/// Errors: ExperimentError with line and column if \p text is not valid JSON.
Json parseJson(const std::string &text);

/// Makes relative paths of data and models absolute. They are relative to the folder of the file \p experiment.
void resolvePaths(Json &json, const std::filesystem::path &experiment);

/// Reads an experiment file. Paths of data and model in the result are absolute.
/// Errors: ExperimentError that begins with the path.
Experiment readExperiment(const std::filesystem::path &path);
Json readJsonFile(const std::filesystem::path &path);

/// Returns the name in an experiment's JSON. Empty if it has no name or is not valid JSON.
std::string nameOf(const std::string &experiment);

/// Changes one value: "optimizer.lr=0.1", "lenses.0.parity=true", "lenses.OutputNorm.enabled=false". A value that is not valid JSON is a
/// string. Missing objects on the path are created. List items must exist; they are addressed by position, or by kind if it is unique.
/// Errors: ExperimentError.
void setValue(Json &json, const std::string &assignment);

} // namespace lensboard::experiment
