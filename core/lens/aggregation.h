#pragma once

#include "core/experiment/settings/lens_settings.h"
#include "core/lens/plotter.h"
#include "core/stats/aggregate.h"

#include <cmath>
#include <future>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::lens {

using settings::Aggregation;

/// Plots lines and bands of \p values with the label prefix \p prefix, and the number of non-finite values if there are any.
/// Plots nothing if \p values is empty.
void plotValues(Plotter::Plot &plot, std::size_t row, const std::string &layer, const stats::Aggregate &values,
                const Aggregation &aggregation, const std::string &prefix = {});

/// Replaces each of \p values v by its share of the sum, v / (1e-7 + Σ v). Values that are not finite are unchanged and not summed.
void divideBySum(std::vector<double> &values);

/// The names of the layers in a preprocessor's slots.
using SlotNames = std::vector<std::string>;

/// Plots lines and bands of each layer; \p valuesOf returns the aggregate of a slot. A layer without values is skipped.
template <typename ValuesOf>
void plotLayers(Plotter::Plot plot, const SlotNames &layers, const Aggregation &aggregation, const ValuesOf &valuesOf)
{
    for (std::size_t slot = 0; slot < layers.size(); ++slot)
        plotValues(plot, slot, layers[slot], valuesOf(slot), aggregation);
}

/// Plots one line per layer with the label \p label and a value that is computed later; \p valueOf returns the future of a slot. Invalid futures
/// are skipped.
template <typename ValueOf>
void plotLate(Plotter::Plot plot, const SlotNames &layers, const std::string &label, const ValueOf &valueOf)
{
    for (std::size_t slot = 0; slot < layers.size(); ++slot)
        if (const std::shared_future<double> &value = valueOf(slot); value.valid())
            plot.line(slot, 0, value, [&] { return Plotter::Name{layers[slot], label}; });
}

/// Updates \p worst with \p value: to the smaller of the two if \p least, otherwise to the greater. Ignores NaN.
inline void keepWorst(std::optional<double> &worst, double value, bool least)
{
    worst = !worst ? value : least ? std::fmin(*worst, value) : std::fmax(*worst, value);
}

/// Plots each layer's share of the sum over layers under \p tag; a layer without values is skipped.
template <typename ValuesOf>
void plotShares(Plotter &out, const record::TagSpec &tag, const SlotNames &layers, stats::PointMethod method, const ValuesOf &valuesOf)
{
    std::vector<std::size_t> slots;
    std::vector<double> shares;
    for (std::size_t slot = 0; slot < layers.size(); ++slot)
        if (const stats::Aggregate &values = valuesOf(slot); !values.empty()) {
            slots.push_back(slot);
            shares.push_back(values.point(method));
        }
    divideBySum(shares);
    Plotter::Plot plot = out.plot(tag);
    for (std::size_t i = 0; i < slots.size(); ++i)
        plot.line(0, slots[i], shares[i], [&] { return Plotter::Name{tag.name, layers[slots[i]]}; });
}

} // namespace lensboard::lens
