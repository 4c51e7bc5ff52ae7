#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/rules/first_line.h"
#include "core/health/rules/persistence.h"
#include "core/health/rule.h"

#include <array>
#include <cstddef>

namespace lensboard::health {

/// The model is much worse in training than in validation: dropout or small-batch statistics, active only in training, cost more than they help.
///
/// At three validations in a row, the training accuracy (median of the last five) is 0.15 below the validation accuracy. Without accuracies:
/// the validation loss is below half the training loss, and the training loss is above a tenth of its start.
/// A warning only in an experiment of Lensboard with dropout, or with batch normalisation of small batches. In other runs a note, since mixed or
/// augmented samples and label smoothing also raise the training loss.
/// A model that learns fast is better at each validation than in the steps before; this passes and is not reported.
/// Source: the usual gap has the opposite sign; SageMaker Debugger's Overfit and NeuroScope judge only that.
class TrainingNoise final : public Rule
{
public:
    using Settings = settings::rules::TrainingNoise;

    explicit TrainingNoise(LimitScale scale = {}) : m_limits{scale}, m_worse(kValidations) {}

    bool reads(Signal signal) const override { return signal == Signal::TrainAccuracy || signal == Signal::ValidationAccuracy || signal == Signal::TrainLoss; }
    void learn(const RunFacts &facts) override;
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kMinLevel = 0.1; ///< share of the loss at the start
    static constexpr int kValidations = 3; ///< in a row

    struct Limits
    {
        LimitScale scale;
        double accuracyGap = scale.above(0.15);
        double lossShare = scale.below(0.5); ///< validation loss divided by the training loss
    };

    struct Worse
    {
        bool isAccuracy = false; ///< otherwise a loss
        double train = 0, validation = 0;
    };

    bool hasAccuracies() const { return m_trainCount > 0 && m_validationCount > 0; }
    double trainAccuracy() const;

    Limits m_limits;
    bool m_hasDropout = false, m_hasSmallBatches = false; ///< small batches: that batch normalisation sees
    bool m_isOwn = false; ///< true if Lensboard's own experiment makes the samples
    Evident<Worse> m_worse;
    FirstLine m_line, m_lossLine;
    std::array<double, 5> m_train{};
    std::size_t m_trainCount = 0, m_validationCount = 0;
    double m_validation = 0;
};

} // namespace lensboard::health
