#pragma once

#include "core/preprocessor/preprocessor.h"
#include "core/preprocessor/rates.h"

namespace lensboard::preprocessor {

/// Where the outputs of a kind of activation are flat.
struct FlatPart
{
    enum class Of {
        Values,   ///< at \c low and below, at \c high and above
        Shares,   ///< rows along the last dimension that sum up to 1, whose entropy is low
        LogShares ///< logarithms of such
    };

    Of of = Of::Values;
    double low = 0, high = 0;
    double entropy = 0; ///< a row is in the flat part below this share of the greatest entropy, ln(its length)
};

struct OutputSaturationSettings
{
    bool recordEvaluation = false;
    bool channelLast = false;
    stats::Aggregate::Mode mode = stats::Aggregate::Mode::Running;
};

/// Of each output, the share that is in the flat part of its activation, where gradients vanish, and of units that are there throughout
/// the batch.
///
/// A unit is a channel, as of OutputActivationPreprocessor. Of shares, rows are counted, and there are no units. NaN is not flat.
/// Shape:  outputs [N, C, *], or [N, *, C] with \c channelLast.
/// Units:  shares, 0 to 1.
class OutputSaturationPreprocessor final : public ForwardPreprocessor
{
public:
    OutputSaturationPreprocessor(const FlatPart &flat, const OutputSaturationSettings &settings)
        : m_flat(flat), m_settings(settings), m_rates(settings.mode)
    {}

    /// Of what is saturated: values or rows.
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
