#pragma once

#include "core/experiment/settings/lens_settings.h"
#include "core/lens/lens.h"
#include "core/preprocessor/batch_statistics.h"

#include <deque>

namespace lensboard::lens {

/// How far the running mean and variance of layers of batch normalisation, which they evaluate with, are from those of the first batch of a tick that
/// reaches them, while they train and while they evaluate: the Kullback-Leibler divergence of the batch's normal distribution from the running one, mean over
/// channels. A mean that is off by one deviation makes it 0.5.
///
/// Shape:  inputs [N, C, *] with at least four values a channel.
/// Units:  nats.
class BatchNormDriftLens final : public Lens
{
public:
    explicit BatchNormDriftLens(const settings::BatchNormDrift &settings);

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override { attachMore(gatherers, layers); }
    void attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override { m_layers.clear(); }
    void plot(Plotter &out) const override;
    void endTick() override;

private:
    struct Layer
    {
        std::string name;
        hook::ModelTap::Attribute mean, variance;
        preprocessor::BatchStatistics training{}, evaluation{};
        hook::Hook hook = {};
    };

    std::vector<record::TagSpec> m_tags;
    mutable std::deque<Layer> m_layers; ///< hooks point to them
};

} // namespace lensboard::lens
