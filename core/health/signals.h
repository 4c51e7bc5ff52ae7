#pragma once

#include "core/record/frame.h"
#include "core/record/run_info.h"
#include "core/record/tag_spec.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace lensboard::health {

/// What rules speak of, whichever tag shows it.
enum class Signal {
    TrainLoss,
    ValidationLoss,
    TrainAccuracy,
    ValidationAccuracy,
    LearningRate,
    InputMean, ///< of the model's first input
    InputDeviation,
    TargetMean, ///< of a regression
    TargetDeviation,
    InputNotFinite, ///< share of the first input's values
    LabelShare, ///< of a class among the labels
    PredictionShare,  ///< of a class among predictions
    ProbabilityShare, ///< of samples whose outputs sum to 1
    DataWait,         ///< share of the time
    DataTime,         ///< of a step, as other tools log it
    StepTime,
    TotalGradientNorm, ///< of all parameters, as other tools log it
    GradientNorm, ///< of a parameter
    GradientCorrelation,
    UpdateNorm,
    UpdateRatio, ///< of the norm of an update to that of its weights
    UpdateCorrelation,
    ParameterNorm,
    Condition,
    WeightRank, ///< effective
    OutputNorm,
    OutputGradientNorm,
    ActivationRate,
    DeathRate,
    SaturationRate, ///< share of outputs
    SaturatedUnits, ///< share of units, for a whole batch
    OutputRank,     ///< effective, of a batch's outputs
    TrainingDrift,  ///< of batch normalisation's statistics from those of batches, nats
    EvaluationDrift
};
inline constexpr std::size_t kSignals = static_cast<std::size_t>(Signal::EvaluationDrift) + 1;

/// A series that rules read.
struct Line
{
    // what rules ask of each value lies side by side
    Signal signal = Signal::TrainLoss;
    bool countsNonFinite = false; ///< its values are how many of the signal's were not finite
    bool isOfModel = false;   ///< of a big tag: \c layer is none
    bool isWeight = true;     ///< of a matrix or kernel: what depth and update ratios are about. Biases and scales of normalisations are not.
    bool isRms = false;       ///< a norm divided by the root of the size
    std::uint32_t series = 0; ///< index into the run's series
    std::size_t index = 0;    ///< of the lines of a run, from 0 on
    std::size_t depth = 0;    ///< the layer's place in the model, or the order in which it came
    std::size_t dimensions = 0; ///< of the parameter; 0 if not known
    double size = 0;            ///< how many values the parameter has, or the output of a sample; 0 if not known
    double mostRank = 0;        ///< that the parameter can have as a matrix; 0 if not known
    std::string tag, layer, label;
    std::string parameter = {}; ///< "weight", "bias"; empty if the signal is not one of parameters
    std::string type = {};      ///< the layer's; empty if not known
};

/// A value of a line.
struct Reading
{
    const Line &line;
    double value = 0;
    std::int64_t step = 0;
};

/// What is known of a run besides its values.
struct RunFacts
{
    std::vector<record::LayerInfo> layers;
    /// What a classifier that guesses has as its cross entropy, ln(classes); none if that is not the loss.
    std::optional<double> guessingLoss = std::nullopt;
    bool hasCrossEntropy = false; ///< as the loss
    /// What a regression that always predicts the mean of its targets has at most, by their deviation; null if that is not the loss.
    double (*guessingOf)(double deviation) = nullptr;
    /// Of each step, and the limit of the norm of all gradients; nothing where the experiment does not say, or does not clip so.
    std::optional<double> batchSize = std::nullopt;
    std::optional<double> clippedNorm = std::nullopt;
};

/// An accuracy as a share, which some log in percent.
inline double accuracyOf(double value) { return value > 1.5 ? value / 100 : value; }

RunFacts factsOf(const record::RunInfo &info);

/// Finds the series that rules read among those of a run, as it grows: those of our lenses and of monitorch by their tags, and of
/// what other tools logged by common names: train/loss, loss/val, eval_loss, lr.
class SignalTable
{
public:
    void learn(const record::RunInfo &info);
    /// Whether layers' types begin with \p type; true as long as layers are not known.
    bool mayHave(std::string_view type) const;
    void addTag(std::uint32_t index, const record::TagSpec &tag);
    /// Whether a lens of this kind has plots.
    bool hasLens(std::string_view kind) const;
    /// The line that \p series is; none if rules do not read it, or know the same from another one.
    std::optional<Line> add(std::uint32_t index, const record::SeriesSpec &series);

private:
    void place(Line &line) const;

    std::vector<record::LayerInfo> m_layers;
    std::unordered_map<std::string, std::size_t> m_places; ///< of layers, by the names that are shown
    std::vector<record::TagSpec> m_tags;
    std::set<std::tuple<Signal, bool, std::string, std::string>> m_known; ///< with tag and layer where there are layers
    std::size_t m_count = 0;
};

} // namespace lensboard::health
