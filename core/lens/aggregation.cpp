#include "core/lens/aggregation.h"

#include <cmath>

namespace lensboard::lens {

void plotValues(Plotter::Plot &plot, std::size_t row, const std::string &layer, const stats::Aggregate &values, const Aggregation &aggregation,
                const std::string &prefix)
{
    if (values.empty())
        return;
    std::size_t column = 0;
    for (const stats::PointMethod method : aggregation.lines)
        plot.line(row, column++, values.point(method), [&] { return Plotter::Name{layer, prefix + toText(method)}; });
    if (const auto count = values.stats().nonFiniteCount(); count > 0)
        plot.line(row, column, static_cast<double>(count), [&] { return Plotter::Name{layer, prefix + visualizer::kNonFiniteLabel}; });
    ++column;
    for (const stats::RangeMethod method : aggregation.bands) {
        const auto [low, high] = values.range(method);
        plot.band(row, column, low, high, [&] {
            const auto [lowLabel, highLabel] = stats::rangeLabels(method);
            return Plotter::BandName{layer, prefix + lowLabel, prefix + highLabel};
        });
        column += 2;
    }
}

void divideBySum(std::vector<double> &values)
{
    constexpr double kEpsilon = 1e-7;
    double sum = kEpsilon;
    for (const double value : values)
        sum += std::isfinite(value) ? value : 0;
    for (double &value : values)
        value /= sum;
}

} // namespace lensboard::lens
