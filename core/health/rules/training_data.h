#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/block_median.h"
#include "core/health/limit_scale.h"
#include "core/health/rule.h"
#include "core/health/rules/first_line.h"
#include "core/health/rules/persistence.h"

#include <cmath>
#include <map>
#include <optional>
#include <string>

namespace lensboard::health {

struct NormalisationLimits
{
    LimitScale scale;
    double mean = scale.above(10);                             ///< divided by the deviation
    double large = scale.above(20), small = scale.below(0.02); ///< deviations
};

/// Mean and deviation of numbers at their first measurement.
class Normalisation
{
public:
    void see(const Line &line, bool isMean, double value, std::int64_t step);
    /// Returns a finding without values and meaning; nullopt if the numbers are normal or not known.
    std::optional<Finding> finding(const NormalisationLimits &limits) const;
    /// Returns true if the mean is so far from zero that the numbers hardly differ.
    bool isFar(const NormalisationLimits &limits) const { return std::abs(mean()) > limits.mean * deviation(); }
    double mean() const { return m_mean.value_or(0); }
    double deviation() const { return m_deviation.value_or(1); }

private:
    FirstLine m_meanLine, m_deviationLine;
    std::optional<double> m_mean, m_deviation;
    std::int64_t m_step = 0;
};

/// Inputs are far from zero, or their deviation is far from 1.
///
/// Judges the first measured inputs: a mean further from zero than ten deviations, or a deviation above 20 or below 0.02, is a warning. The deviation of
/// values above about 1e19 is infinite.
/// Token numbers for an embedding are not judged.
/// Source: LeCun et al. 1998, Efficient BackProp, 4.3; SageMaker Debugger's NotNormalizedData (mean above 0.2, deviation beyond 0.5 to 1.5).
class InputsNotNormalised final : public Rule
{
public:
    using Settings = settings::rules::InputsNotNormalised;

    explicit InputsNotNormalised(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::InputMean || signal == Signal::InputDeviation; }
    bool readsNonFinite() const override { return true; } // an infinite deviation
    void learn(const RunFacts &facts) override;
    void see(const Reading &reading) override;
    std::vector<Finding> findings() const override;

private:
    NormalisationLimits m_limits;
    Normalisation m_inputs;
    bool m_hasEmbedding = false;
};

/// Same check for the targets of a regression, with the same limits and source. The source speaks of inputs only.
class TargetsNotNormalised final : public Rule
{
public:
    using Settings = settings::rules::TargetsNotNormalised;

    explicit TargetsNotNormalised(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::TargetMean || signal == Signal::TargetDeviation; }
    void see(const Reading &reading) override;
    std::vector<Finding> findings() const override;

private:
    NormalisationLimits m_limits;
    Normalisation m_targets;
};

/// The model nearly always predicts one class that fewer samples have, or its accuracy is hardly better than that.
///
/// For fifteen ticks (five if they are long), all other classes together are predicted less than a tenth as often as they are labels. Or the training accuracy, as the
/// median over five ticks, exceeds the share of the most frequent class (above 0.6) by less than a tenth of the remainder.
/// Or a class of a classifier has less than a thirtieth of an equal share of the labels; a class without samples does not count.
/// Source: SageMaker Debugger's ClassImbalance: counts labels, and predictions against labels.
class ClassImbalance final : public Rule
{
public:
    using Settings = settings::rules::ClassImbalance;

    explicit ClassImbalance(LimitScale scale = {}) : m_limits{scale}, m_so(kMinValues) {}

    bool reads(Signal signal) const override { return signal == Signal::LabelShare || signal == Signal::PredictionShare || signal == Signal::TrainAccuracy; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kShare = 0.6;   ///< share of the most frequent class that is judged
    static constexpr int kMinValues = 15;   ///< ticks in a row
    static constexpr int kOfLongTick = 3;   ///< a long tick counts as so many

    struct Limits
    {
        LimitScale scale;
        double leastGain = scale.below(0.1);         ///< gain of accuracy over the share of the most frequent class, divided by the remainder
        double others = scale.below(0.1);            ///< predictions of other classes, divided by their labels
        double ofEqualShare = scale.below(1.0 / 30); ///< labels of the rarest class, divided by an equal share
    };

    struct Share
    {
        double sum = 0; ///< sum over ticks
        double ticks = 0, last = 0;

        double mean() const { return ticks > 0 ? sum / ticks : 0; }
    };
    struct Found
    {
        std::string name = {}; ///< of the class
        double ofLabels = 0, ofPredictions = 0, accuracy = 0;
    };

    Found ofMostFrequent() const;
    std::optional<Finding> ofOneClass() const;
    std::optional<Finding> ofRarestClass() const;

    Limits m_limits;
    BlockMedian m_gain; ///< of the accuracy over the share of the most frequent class, divided by the remainder to 1
    FirstLine m_labelLine, m_predictionLine, m_accuracyLine;
    std::int64_t m_labelStep = 0; ///< of the last labels
    Evident<Found> m_so;
    std::map<std::string, Share> m_labels; ///< by class
    std::optional<double> m_accuracy;      ///< of this tick
    Found m_predicted;                     ///< the most frequent class of this tick
};

/// Cross entropy receives probabilities from a softmax at the end of the model instead of logits.
///
/// 0.99 of the first measured samples have outputs of at least 0 that sum to 1, and the experiment's loss is cross entropy.
/// With C classes the loss is then never below ln(e + C - 1) - 1.
/// Source: PyTorch's CrossEntropyLoss: its input is unnormalised logits.
class ProbabilitiesAsLogits final : public Rule
{
public:
    using Settings = settings::rules::ProbabilitiesAsLogits;

    explicit ProbabilitiesAsLogits(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::ProbabilityShare; }
    void learn(const RunFacts &facts) override;
    void see(const Reading &reading) override;
    std::vector<Finding> findings() const override;

private:
    struct Limits
    {
        LimitScale scale;
        double share = scale.share(0.99); ///< share of samples with probabilities as outputs
    };

    Limits m_limits;
    FirstLine m_line;
    Persistence m_so{1};
    std::optional<double> m_guessing;
    bool m_isCrossEntropy = false;
};

} // namespace lensboard::health
