#pragma once

#include "core/experiment/settings/lens_settings.h"
#include "core/lens/lens.h"
#include "core/preprocessor/batch_statistics.h"

#include <deque>

namespace lensboard::lens {

/// Distance of the running mean and variance of batch normalisation layers, used in evaluation, from the statistics of the first batch of a
/// tick, separately for training and evaluation: the Kullback-Leibler divergence of the batch's normal distribution from the running one,
/// averaged over channels. A mean that is off by one standard deviation results in 0.5.
///
/// Shape:  inputs [N, C, *] with at least four values per channel.
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
    mutable std::deque<Layer> m_layers; ///< a deque, since hooks point to its elements
};

} // namespace lensboard::lens
