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

/// Plots lines and bands of \p values, their labels preceded by \p prefix, and if some of them are not finite their count;
/// nothing if there are no values.
void plotValues(Plotter::Plot &plot, std::size_t row, const std::string &layer, const stats::Aggregate &values,
                const Aggregation &aggregation, const std::string &prefix = {});

/// \p values as shares of their sum, v / (1e-7 + Σ v); one that is not finite is left as it is, and out of the sum.
void divideBySum(std::vector<double> &values);

/// The names of the layers in a preprocessor's slots.
using SlotNames = std::vector<std::string>;

/// Lines and bands of each layer; \p valuesOf returns the aggregate of a slot. A layer without values is left out.
template <typename ValuesOf>
void plotLayers(Plotter::Plot plot, const SlotNames &layers, const Aggregation &aggregation, const ValuesOf &valuesOf)
{
    for (std::size_t slot = 0; slot < layers.size(); ++slot)
        plotValues(plot, slot, layers[slot], valuesOf(slot), aggregation);
}

/// One line a layer, called \p label, of a value that may not be there yet; \p valueOf returns the future of a slot. What is not valid is left out.
template <typename ValueOf>
void plotLate(Plotter::Plot plot, const SlotNames &layers, const std::string &label, const ValueOf &valueOf)
{
    for (std::size_t slot = 0; slot < layers.size(); ++slot)
        if (const std::shared_future<double> &value = valueOf(slot); value.valid())
            plot.line(slot, 0, value, [&] { return Plotter::Name{layers[slot], label}; });
}

/// Makes \p worst the least, or else the greatest, of what it was and \p value; NaN is left out.
inline void keepWorst(std::optional<double> &worst, double value, bool least)
{
    worst = !worst ? value : least ? std::fmin(*worst, value) : std::fmax(*worst, value);
}

/// Each layer's share of the sum over layers, under \p tag; a layer without values is left out.
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
