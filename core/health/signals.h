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

/// Quantities that rules read, independent of the tag's name.
enum class Signal {
    TrainLoss,
    TrainLossUpper, ///< mean plus standard deviation of the losses within a tick
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
    ProbabilityShare, ///< share of samples with outputs that sum to 1
    DataWait,         ///< share of the time
    DataTime,         ///< of a step, logged by another tool
    StepTime,
    PartTime, ///< of a step, by label
    TotalGradientNorm, ///< of all parameters, logged by another tool
    GradientNorm, ///< of a parameter
    GradientCorrelation,
    UpdateNorm,
    UpdateRatio, ///< norm of an update divided by the norm of its weights
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
    TrainingDrift,  ///< divergence between running statistics and the batches' statistics, in nats
    EvaluationDrift
};
inline constexpr std::size_t kSignals = static_cast<std::size_t>(Signal::EvaluationDrift) + 1;

/// A series that rules read.
struct Line
{
    // members read for every value come first, to share a cache line
    Signal signal = Signal::TrainLoss;
    bool countsNonFinite = false; ///< values are counts of the signal's non-finite values
    bool isErrorRate = false; ///< values are shares of errors, the complement of an accuracy
    bool isOfModel = false;   ///< from a tag of the whole model; \c layer is empty
    bool isWeight = true;     ///< a matrix or kernel, read by depth and update-ratio rules; false for biases and scales of normalisations
    bool isRms = false;       ///< values are norms divided by the root of the size
    std::uint32_t series = 0; ///< index into the run's series
    std::size_t index = 0;    ///< number among the lines of a run, from 0
    std::size_t depth = 0;    ///< the layer's position in the model, or its order of arrival
    std::size_t dimensions = 0; ///< of the parameter; 0 if not known
    double size = 0;            ///< number of values in the parameter, or in a sample's output; 0 if not known
    double maxRank = 0;         ///< highest possible rank of the parameter as a matrix; 0 if not known
    std::string tag, layer, label;
    std::string parameter = {}; ///< "weight", "bias"; empty if the signal is not about parameters
    std::string type = {};      ///< the layer's; empty if not known
};

/// A value of a line.
struct Reading
{
    const Line &line;
    double value = 0;
    std::int64_t step = 0;
};

/// Facts about a run apart from its values.
struct RunFacts
{
    std::vector<record::LayerInfo> layers;
    /// Cross entropy of a classifier that guesses, ln(classes); nullopt if the loss is not cross entropy or the classes are not known.
    std::optional<double> guessingLoss = std::nullopt;
    bool hasCrossEntropy = false; ///< true if the loss is cross entropy
    /// Returns the highest loss of a regression that always predicts the mean of its targets, given their deviation; null if the loss is another
    /// one.
    double (*guessingOf)(double deviation) = nullptr;
    /// Batch size of a step, and the limit for the norm of all gradients; nullopt if the experiment does not set it.
    std::optional<double> batchSize = std::nullopt;
    std::optional<double> clippedNorm = std::nullopt;
};

/// Converts a run's accuracies to shares. They are in percent if one of them exceeded \c mostShare.
class AccuracyScale
{
public:
    explicit AccuracyScale(double mostShare = 1 + 1e-6) : m_mostShare(mostShare) {}

    double shareOf(double value)
    {
        m_isPercent = m_isPercent || value > m_mostShare;
        return m_isPercent ? value / 100 : value;
    }

private:
    double m_mostShare;
    bool m_isPercent = false;
};

RunFacts factsOf(const record::RunInfo &info);

/// Finds the series for rules in a growing run: series of Lensboard's lenses and of monitorch by their tags, series of other tools by common
/// names: train/loss, loss/val, eval_loss, lr.
class SignalTable
{
public:
    void learn(const record::RunInfo &info);
    /// Returns true if some layer's type begins with \p type, or if the layers are not known.
    bool mayHave(std::string_view type) const;
    void addTag(std::uint32_t index, const record::TagSpec &tag);
    /// Returns true if a lens of this kind has plots.
    bool hasLens(std::string_view kind) const;
    /// Returns the line for \p series; nullopt if rules do not read it, or if another series already provides the same signal.
    std::optional<Line> add(std::uint32_t index, const record::SeriesSpec &series);

private:
    void place(Line &line) const;

    std::vector<record::LayerInfo> m_layers;
    std::unordered_map<std::string, std::size_t> m_places; ///< layer positions by shown name
    std::vector<record::TagSpec> m_tags;
    std::set<std::tuple<Signal, bool, std::string, std::string>> m_known; ///< with tag and layer if there are layers
    std::size_t m_count = 0;
};

} // namespace lensboard::health
