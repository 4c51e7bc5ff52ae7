#include "core/lens/aggregation.h"

#include <cmath>

namespace lensboard::lens {

Aggregation Aggregation::fromSettings(const experiment::Json &settings, const char *lines, const char *bands)
{
    Aggregation aggregation;
    for (const auto &name : settings.at(lines))
        aggregation.lines.push_back(stats::pointMethodFromText(name.get<std::string>()).value());
    for (const auto &name : settings.at(bands))
        aggregation.bands.push_back(stats::rangeMethodFromText(name.get<std::string>()).value());
    return aggregation;
}

stats::Aggregate::Mode aggregateMode(const experiment::Json &settings)
{
    using Mode = stats::Aggregate::Mode;
    if (settings.at("inplace").get<bool>())
        return Mode::Running;
    return settings.value("parity", false) ? Mode::InMemoryParity : Mode::InMemory;
}

void appendTo(visualizer::LayerReading &reading, const stats::Aggregate &values, const Aggregation &aggregation,
              const std::string &prefix)
{
    if (values.empty())
        return;
    for (const stats::PointMethod method : aggregation.lines)
        reading.values.push_back({prefix + toText(method), values.point(method)});
    if (const auto count = values.stats().nonFiniteCount(); count > 0)
        reading.values.push_back({prefix + visualizer::kNonFiniteLabel, static_cast<double>(count)});
    for (const stats::RangeMethod method : aggregation.bands) {
        const auto [low, high] = values.range(method);
        auto [lowLabel, highLabel] = stats::rangeLabels(method);
        reading.ranges.push_back({prefix + lowLabel, prefix + highLabel, low, high});
    }
}

stats::PointMethod pointMethod(const experiment::Json &settings, const char *key)
{
    return stats::pointMethodFromText(settings.at(key).get<std::string>()).value();
}

void divideBySum(std::vector<visualizer::LabelledValue> &values)
{
    constexpr double kEpsilon = 1e-7;
    double sum = kEpsilon;
    for (const visualizer::LabelledValue &value : values)
        sum += std::isfinite(value.value) ? value.value : 0;
    for (visualizer::LabelledValue &value : values)
        value.value /= sum;
}

void plotUnlessEmpty(visualizer::Visualizer &out, const record::TickStamp &stamp, const record::TagSpec &tag,
                     const visualizer::Readings &readings)
{
    if (!readings.empty())
        out.plot(stamp, tag, readings);
}

} // namespace lensboard::lens
