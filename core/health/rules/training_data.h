#pragma once

#include "core/experiment/settings/rules/data_rules.h"
#include "core/health/block_median.h"
#include "core/health/rule.h"
#include "core/health/rules/first_line.h"
#include "core/health/rules/persistence.h"

#include <cmath>
#include <map>
#include <optional>
#include <string>

namespace lensboard::health {

/// Mean and deviation of numbers as they were measured first.
class Normalisation
{
public:
    void see(const Line &line, bool isMean, double value, std::int64_t step);
    /// Without its values and what they mean; none if all is well, or not known.
    std::optional<Finding> finding(const settings::rules::NotNormalised &settings) const;
    /// Whether the mean lies so far from zero that numbers hardly differ.
    bool isFar(const settings::rules::NotNormalised &settings) const { return std::abs(mean()) > settings.mean * deviation(); }
    double mean() const { return m_mean.value_or(0); }
    double deviation() const { return m_deviation.value_or(1); }

private:
    FirstLine m_meanLine, m_deviationLine;
    std::optional<double> m_mean, m_deviation;
    std::int64_t m_step = 0;
};

/// Inputs are far from zero, or far from a deviation of 1.
///
/// Of the first inputs that were measured: the mean further from zero than ten deviations, a deviation above 20 or below 0.02: a warning. Numbers of tokens, which an
/// embedding takes, are not judged.
/// Source: LeCun et al. 1998, Efficient BackProp, 4.3; SageMaker Debugger's NotNormalizedData (mean above 0.2, deviation beyond 0.5 to 1.5).
class InputsNotNormalised final : public Rule
{
public:
    using Settings = settings::rules::InputsNotNormalised;

    explicit InputsNotNormalised(const Settings &settings = {}) : m_settings(settings) {}

    bool reads(Signal signal) const override { return signal == Signal::InputMean || signal == Signal::InputDeviation; }
    void learn(const RunFacts &facts) override;
    void see(const Reading &reading) override;
    std::vector<Finding> findings() const override;

private:
    Settings m_settings;
    Normalisation m_inputs;
    bool m_hasEmbedding = false;
};

/// The same of the targets of a regression, with the same limits. Source: as there; of outputs what it says of inputs.
class TargetsNotNormalised final : public Rule
{
public:
    using Settings = settings::rules::TargetsNotNormalised;

    explicit TargetsNotNormalised(const Settings &settings = {}) : m_settings(settings) {}

    bool reads(Signal signal) const override { return signal == Signal::TargetMean || signal == Signal::TargetDeviation; }
    void see(const Reading &reading) override;
    std::vector<Finding> findings() const override;

private:
    Settings m_settings;
    Normalisation m_targets;
};

/// The model predicts one class nearly always, which fewer samples have, or is no better than that.
///
/// For fifteen ticks all other classes together are predicted less than a tenth as often as labels have them. Or the accuracy in training, the median over five ticks, is
/// above the share of the most frequent class, which is above 0.6, by less than a tenth of what is left.
/// Source: SageMaker Debugger's ClassImbalance, which counts labels, and predictions against labels.
class ClassImbalance final : public Rule
{
public:
    using Settings = settings::rules::ClassImbalance;

    explicit ClassImbalance(const Settings &settings = {}) : m_settings(settings), m_so(static_cast<int>(settings.leastValues)) {}

    bool reads(Signal signal) const override { return signal == Signal::LabelShare || signal == Signal::PredictionShare || signal == Signal::TrainAccuracy; }
    void see(const Reading &reading) override;
    void endTick(const Moment &moment) override;
    std::vector<Finding> findings() const override;

private:
    struct Share
    {
        double sum = 0; ///< of ticks
        double ticks = 0, last = 0;

        double mean() const { return ticks > 0 ? sum / ticks : 0; }
    };
    struct Found
    {
        std::string name = {}; ///< of a class
        double ofLabels = 0, ofPredictions = 0, accuracy = 0;
    };

    Found ofMostFrequent() const;

    Settings m_settings;
    BlockMedian m_gain; ///< of the accuracy over the share of the most frequent class, by what is left
    FirstLine m_predictionLine, m_accuracyLine;
    Evident<Found> m_so;
    std::map<std::string, Share> m_labels; ///< by class
    std::optional<double> m_accuracy;      ///< of this tick
    Found m_predicted;                     ///< the most frequent of this tick
};

/// Cross entropy is given probabilities, which a softmax at the end of the model makes, and not logits.
///
/// 0.99 of the first samples that were measured have outputs of at least 0 that sum to 1, and the loss of the experiment is cross entropy. Of C classes it is then
/// never below ln(e + C - 1) - 1.
/// Source: PyTorch's CrossEntropyLoss, whose input are unnormalised logits.
class ProbabilitiesAsLogits final : public Rule
{
public:
    using Settings = settings::rules::ProbabilitiesAsLogits;

    explicit ProbabilitiesAsLogits(const Settings &settings = {}) : m_settings(settings) {}

    bool reads(Signal signal) const override { return signal == Signal::ProbabilityShare; }
    void learn(const RunFacts &facts) override;
    void see(const Reading &reading) override;
    std::vector<Finding> findings() const override;

private:
    Settings m_settings;
    FirstLine m_line;
    Persistence m_so{1};
    std::optional<double> m_guessing;
    bool m_isCrossEntropy = false;
};

} // namespace lensboard::health
