#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/rule.h"
#include "core/health/rules/first_line.h"
#include "core/health/rules/persistence.h"

#include <map>
#include <optional>
#include <string>

namespace lensboard::health {

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
    FirstLine m_line;
    std::optional<double> m_mean, m_deviation;
    bool m_hasEmbedding = false;
    std::int64_t m_step = 0;
};

/// A model of unequal classes predicts the most frequent one.
///
/// Where a class has more than 0.6 of the labels, the accuracy in training stays within 0.02 of that share for fifteen values.
/// Source: SageMaker Debugger's ClassImbalance, which counts labels and does not look at what is predicted.
class ClassImbalance final : public Rule
{
public:
    using Settings = settings::rules::ClassImbalance;

    explicit ClassImbalance(const Settings &settings = {}) : m_settings(settings), m_so(static_cast<int>(settings.leastValues)) {}

    bool reads(Signal signal) const override { return signal == Signal::LabelShare || signal == Signal::TrainAccuracy; }
    void see(const Reading &reading) override;
    std::vector<Finding> findings() const override;

private:
    Settings m_settings;
    FirstLine m_accuracyLine;
    struct Share
    {
        double sum = 0; ///< of ticks
        double ticks = 0;
    };
    Persistence m_so;
    std::map<std::string, Share> m_shares; ///< by class
    std::string m_class; ///< the most frequent
    double m_share = 0, m_accuracy = 0;
};

} // namespace lensboard::health
