#include "core/lens/output_saturation_lens.h"

#include "core/experiment/name_pattern.h"
#include "core/lens/saturating_types.h"
#include "core/record/message.h"

#include <optional>

namespace lensboard::lens {

OutputSaturationLens::OutputSaturationLens(const settings::OutputSaturation &settings)
    : LayerLens(experiment::tagsOf(settings)), m_settings(settings)
{}

void OutputSaturationLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    const preprocessor::OutputSaturationSettings measured{m_settings.recordEval, m_settings.channelLast, m_settings.mode()};
    for (const SaturatingTypes &kind : saturatingTypes())
        watch(std::make_unique<preprocessor::OutputSaturationPreprocessor>(kind.flatPart(m_settings.margin, m_settings.entropy), measured), gatherers.tap(), layers,
              [&](const record::LayerInfo &layer, hook::ModuleId id) {
                  return gatherers.tap().canWatchForward(id) && experiment::matchesAny(kind.types, layer.type)
                      && !experiment::matchesAny(m_settings.exclude, layer.type);
              },
              [&](hook::ModuleId id, auto &preprocessor, auto slot) { return gatherers.forward(id, preprocessor, slot); });
}

void OutputSaturationLens::plot(Plotter &out) const
{
    const std::string values = record::term("saturation_rate"), units = record::term("saturated_units");
    std::optional<double> maxValues, maxUnits;
    Plotter::Plot plot = out.plot(m_tags.front());
    for (const auto &[measured, layers] : watched())
        for (std::size_t slot = 0; slot < layers.size(); ++slot) {
            const auto show = [&, row = plot.rowOf(layers[slot])](std::size_t column, const stats::Aggregate &shares, const std::string &label, auto &most) {
                if (shares.empty())
                    return;
                const double share = shares.point(m_settings.aggregation);
                plot.line(row, column, share, [&] { return Plotter::Name{layers[slot], label}; });
                keepWorst(most, share, false);
            };
            show(0, measured->share(slot), values, maxValues);
            show(1, measured->units(slot), units, maxUnits);
        }
    if (!m_settings.warningPlot)
        return;
    const std::string &warning = m_tags.back().name;
    Plotter::Plot worst = out.plot(m_tags.back());
    if (maxValues)
        worst.line(0, 0, *maxValues, [&] { return Plotter::Name{warning, record::term("worst %1", values)}; });
    if (maxUnits)
        worst.line(0, 1, *maxUnits, [&] { return Plotter::Name{warning, record::term("worst %1", units)}; });
}

} // namespace lensboard::lens
