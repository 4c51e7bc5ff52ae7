#pragma once

#include "core/preprocessor/output_saturation_preprocessor.h"

#include <optional>

namespace lensboard::preprocessor {

struct OutputActivationSettings
{
    bool recordEvaluation = false;
    std::optional<bool> channelLast = {}; ///< nullopt: decided by the module
    double eps = 1e-8;
    stats::Aggregate::Mode mode = stats::Aggregate::Mode::Running;
};

/// Share of an output's values that are not zero, and of units that are zero in the whole batch.
///
/// A unit is a channel: dimension 1, or the last with \c channelLast, or as the module has it; an output of one dimension is one unit.
/// A unit's rate is the share of |y| > eps over the batch and all other dimensions (NaN is not above);
/// activation is the mean of the rates, death the share of rates that are exactly 0.
/// Shape:  outputs [N, C, *], or [N, *, C] with \c channelLast.
/// Units:  shares, 0 to 1.
/// Source: monitorch OutputActivation.
class OutputActivationPreprocessor final : public ForwardPreprocessor
{
public:
    explicit OutputActivationPreprocessor(const OutputActivationSettings &settings);

    /// For activations that saturate: computes shares as OutputSaturationPreprocessor does, instead of activation and death.
    OutputActivationPreprocessor(const FlatPart &flat, const OutputActivationSettings &settings);

    const Rates &rates() const { return m_rates; }
    bool isOfSaturation() const { return m_flat.has_value(); }

    Slot addLayer() override { return m_rates.addLayer(); }
    void endTick() override { m_rates.clear(); }
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use) override { m_rates.forEachAggregate(use); }
    OutputNeeds needs() const override;
    void processForward(Slot slot, const OutputMeasurement &measured) override;

private:
    OutputActivationSettings m_settings;
    std::optional<FlatPart> m_flat;
    Rates m_rates;
};

} // namespace lensboard::preprocessor
