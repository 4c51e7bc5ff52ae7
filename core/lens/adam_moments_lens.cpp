#include "core/lens/adam_moments_lens.h"

namespace lensboard::lens {

using preprocessor::MomentsPreprocessor;

AdamMomentsLens::AdamMomentsLens(const settings::AdamMoments &settings)
    : LayerLens(experiment::tagsOf(settings)), m_parameters(settings.parameters), m_settings(settings)
{}

void AdamMomentsLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    for (const std::string &pattern : m_parameters.patterns())
        watchParameters(std::make_unique<MomentsPreprocessor>(m_settings.mode()), gatherers, layers, pattern,
                        [&](const record::LayerInfo &layer, auto) { return m_parameters.of(layer, pattern); },
                        [&](hook::ModuleId id, const std::string &parameter, auto &preprocessor, auto slot) {
                            return gatherers.optimizerMoments(id, parameter, preprocessor, slot);
                        });
}

/// Plots in the order of the tags.
void AdamMomentsLens::plot(Plotter &out) const
{
    using Of = settings::AdamMoments::Of;
    static constexpr std::pair<Of, MomentsPreprocessor::Quantity> kQuantities[] = {{Of::First, MomentsPreprocessor::FirstMoment},
                                                                                   {Of::Second, MomentsPreprocessor::SecondMoment},
                                                                                   {Of::Update, MomentsPreprocessor::Update},
                                                                                   {Of::Ratio, MomentsPreprocessor::GradientRatio},
                                                                                   {Of::Step, MomentsPreprocessor::EffectiveStep}};
    auto tag = m_tags.begin();
    for (const auto &[preprocessor, layers] : watched()) {
        for (const auto &[of, quantity] : kQuantities)
            if (m_settings.has(of))
                plotLayers(out.plot(*tag++), layers, m_settings.aggregation,
                           [&moments = *preprocessor, quantity = quantity](auto slot) -> auto & { return moments.values(slot, quantity); });
    }
}

} // namespace lensboard::lens
