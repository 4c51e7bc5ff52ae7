#include "core/lens/output_saturation_lens.h"

#include "core/experiment/name_pattern.h"
#include "core/lens/module_types.h"
#include "core/record/message.h"

#include <array>
#include <limits>
#include <optional>

namespace lensboard::lens {

namespace {

using preprocessor::FlatPart;

/// Modules of \c types saturate at \c low and \c high: within the margin of them if they only come near.
struct Saturating
{
    std::vector<std::string> types;
    FlatPart::Of of = FlatPart::Of::Values;
    double low = 0, high = 0;
    bool comesNear = false;
};

/// Limits of PyTorch's defaults.
const std::array<Saturating, 8> &saturating()
{
    constexpr double kNone = std::numeric_limits<double>::infinity();
    static const std::array<Saturating, 8> all = {{{{"Tanh", "Softsign"}, FlatPart::Of::Values, -1, 1, true},
                                                   {{"Sigmoid"}, FlatPart::Of::Values, 0, 1, true},
                                                   {{"LogSigmoid"}, FlatPart::Of::Values, -kNone, 0, true},
                                                   {{"Hardtanh"}, FlatPart::Of::Values, -1, 1},
                                                   {{"Hardsigmoid"}, FlatPart::Of::Values, 0, 1},
                                                   {{"ReLU6"}, FlatPart::Of::Values, -kNone, 6},
                                                   {{"Softmax", "Softmin"}, FlatPart::Of::Shares},
                                                   {{"LogSoftmax"}, FlatPart::Of::LogShares}}};
    return all;
}

FlatPart flatPartOf(const Saturating &kind, const settings::OutputSaturation &settings)
{
    const double margin = kind.comesNear ? settings.margin : 0;
    return {kind.of, kind.low + margin, kind.high - margin, settings.entropy};
}

} // namespace

OutputSaturationLens::OutputSaturationLens(const settings::OutputSaturation &settings)
    : LayerLens(experiment::tagsOf(settings)), m_settings(settings)
{}

void OutputSaturationLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    const preprocessor::OutputSaturationSettings measured{m_settings.recordEval, m_settings.channelLast, m_settings.mode()};
    for (const Saturating &kind : saturating())
        watch(std::make_unique<preprocessor::OutputSaturationPreprocessor>(flatPartOf(kind, m_settings), measured), gatherers.tap(), layers,
              [&](const record::LayerInfo &layer, hook::ModuleId id) {
                  return gatherers.tap().canWatchForward(id) && experiment::matchesAny(kind.types, layer.type)
                      && !experiment::matchesAny(m_settings.exclude, layer.type);
              },
              [&](hook::ModuleId id, auto &preprocessor, auto slot) { return gatherers.forward(id, preprocessor, slot); });
}

void OutputSaturationLens::plot(Plotter &out) const
{
    const std::string values = record::term("saturation_rate"), units = record::term("saturated_units");
    std::optional<double> mostValues, mostUnits;
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
            show(0, measured->share(slot), values, mostValues);
            show(1, measured->units(slot), units, mostUnits);
        }
    if (!m_settings.warningPlot)
        return;
    const std::string &warning = m_tags.back().name;
    Plotter::Plot worst = out.plot(m_tags.back());
    if (mostValues)
        worst.line(0, 0, *mostValues, [&] { return Plotter::Name{warning, record::term("worst %1", values)}; });
    if (mostUnits)
        worst.line(0, 1, *mostUnits, [&] { return Plotter::Name{warning, record::term("worst %1", units)}; });
}

} // namespace lensboard::lens
