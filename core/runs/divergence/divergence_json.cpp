#include "core/runs/divergence/divergence_json.h"

#include <cmath>

namespace lensboard::runs {

using experiment::Json;

namespace {

Json numberJson(double value)
{
    if (std::isfinite(value))
        return value;
    return std::isnan(value) ? "NaN" : value > 0 ? "Infinity"
                                                 : "-Infinity";
}

Json toJson(const DivergedSeries &series)
{
    return {{"step", series.step},
            {"part", toText(series.part)},
            {"tag", series.tag},
            {"layer", series.layer},
            {"other_layer", series.otherLayer},
            {"label", series.label},
            {"values", {numberJson(series.firstValue), numberJson(series.secondValue)}},
            {"relative", numberJson(series.relative)},
            {"last_equal", series.lastEqual ? Json(*series.lastEqual) : Json()}};
}

} // namespace

Json toJson(const Divergence &divergence)
{
    Json settings = Json::array(), series = Json::array(), compared = Json::object();
    for (const ComparedRow &row : divergence.settings)
        settings.push_back({{"key", row.key.path},
                            {"kind", row.what == ComparedRow::What::Experiment ? "setting" : "environment"},
                            {"values", {row.key.values[0].json, row.key.values[1].json}}});
    for (const DivergedSeries &each : divergence.series)
        series.push_back(toJson(each));
    for (std::size_t part = 0; part < kStepParts; ++part)
        if (divergence.compared[part] > 0)
            compared[toText(static_cast<StepPart>(part))] = divergence.compared[part];
    return {{"settings", settings},
            {"series", series},
            {"compared", compared},
            {"unmatched", divergence.unmatched},
            {"common_steps", divergence.commonSteps},
            {"equal_ticks", divergence.hasEqualTicks},
            {"covers_steps", divergence.coversSteps}};
}

} // namespace lensboard::runs
