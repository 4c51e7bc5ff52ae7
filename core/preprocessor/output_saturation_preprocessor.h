#pragma once

#include "core/preprocessor/preprocessor.h"
#include "core/preprocessor/rates.h"

namespace lensboard::preprocessor {

/// Flat part of a kind of activation.
struct FlatPart
{
    enum class Of {
        Values,   ///< at or below \c low, at or above \c high
        Shares,   ///< rows along the last dimension that sum to 1, with a low entropy
        LogShares ///< logarithms of these
    };

    Of of = Of::Values;
    double low = 0, high = 0;
    double entropy = 0; ///< a row is flat if its entropy is below this share of the maximum, ln(its length)
};

struct OutputSaturationSettings
{
    bool recordEvaluation = false;
    std::optional<bool> channelLast = {}; ///< nullopt: decided by the module
    stats::Aggregate::Mode mode = stats::Aggregate::Mode::Running;
};

/// For each output, the share in the flat part of its activation, where gradients vanish, and the share of units that are there in
/// the whole batch.
///
/// A unit is a channel, as for OutputActivationPreprocessor. For shares, rows are counted, and there are no units. NaN is not flat.
/// Shape:  outputs [N, C, *], or [N, *, C] with \c channelLast.
/// Units:  shares, 0 to 1.
class OutputSaturationPreprocessor final : public ForwardPreprocessor
{
public:
    OutputSaturationPreprocessor(const FlatPart &flat, const OutputSaturationSettings &settings)
        : m_flat(flat), m_settings(settings), m_rates(settings.mode)
    {}

    /// Share of saturated values or rows.
    const stats::Aggregate &share(Slot slot) const { return m_rates.activation(slot); }
    const stats::Aggregate &units(Slot slot) const { return m_rates.death(slot); }

    Slot addLayer() override { return m_rates.addLayer(); }
    void endTick() override { m_rates.clear(); }
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use) override { m_rates.forEachAggregate(use); }
    OutputNeeds needs() const override;
    void processForward(Slot slot, const OutputMeasurement &measured) override;

private:
    FlatPart m_flat;
    OutputSaturationSettings m_settings;
    Rates m_rates;
};

} // namespace lensboard::preprocessor
