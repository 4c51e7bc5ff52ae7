#include "app/commands/run_description.h"

#include "core/experiment/experiment_error.h"
#include "core/record/text_number.h"
#include "core/store/run.h"

#include <cmath>
#include <ctime>
#include <limits>
#include <numeric>

namespace lensboard::app {

using experiment::Json;

namespace {

Json numberJson(double value)
{
    if (std::isfinite(value))
        return value;
    return std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

std::string utc(double seconds)
{
    const auto time = static_cast<std::time_t>(seconds);
    std::tm parts{};
    gmtime_r(&time, &parts);
    char buffer[32];
    std::strftime(buffer, sizeof buffer, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return buffer;
}

std::string countText(const record::Histogram &histogram)
{
    return record::numberText(std::accumulate(histogram.counts.begin(), histogram.counts.end(), 0.0)) + " values";
}

/// Returns the experiment as JSON, or as text if it is not the JSON of an experiment.
Json experimentOf(const record::RunInfo &info)
{
    try {
        return experiment::parseJson(info.experiment);
    } catch (const experiment::ExperimentError &) {
        return info.experiment;
    }
}

/// Includes the shape of the last tensor, or the number of values in a histogram.
Json describe(const store::Run &run, std::uint32_t index, const record::SeriesSpec &series)
{
    const auto row = [&](std::size_t points, std::size_t notFinite, const Json &last) {
        return Json{{"layer", series.layer}, {"label", series.label}, {"points", points}, {"not_finite", notFinite}, {"last", last}};
    };
    if (series.role == record::SeriesRole::Tensor) {
        const auto places = run.tensorPlaces(index);
        const auto last = places.empty() ? nullptr : run.tensor(index, places.back().frame);
        return row(places.size(), 0, last ? Json(Json(last->shape).dump()) : Json());
    }
    if (series.role == record::SeriesRole::Histogram) {
        const auto histograms = run.histograms(index);
        return row(histograms.size(), 0, histograms.empty() ? Json() : Json(countText(*histograms.back().histogram)));
    }
    const store::SeriesTally tally = run.tally(index);
    const auto last = run.valueAt(index, record::Axis::Step, std::numeric_limits<double>::infinity());
    return row(tally.count, tally.nonFinite, last ? numberJson(last->value) : Json());
}

/// Describes the modules of a layer, one row each.
Json describe(const record::LayerInfo &layer)
{
    return {{"layer", shownName(layer)},
            {"type", layer.type},
            {"output", outputShapeText(layer)},
            {"output_shape", layer.outputShape ? Json(*layer.outputShape) : Json()},
            {"parameters", parameterCount(layer)}};
}

} // namespace

Json describeRun(const store::Run &run)
{
    store::RunCursor cursor;
    const store::RunChanges all = run.since(cursor);
    const record::RunInfo &info = *all.info;
    Json tags = Json::array();
    for (const auto &[index, tag] : all.tags) {
        Json series = Json::array();
        for (std::uint32_t i = 0; i < all.series.size(); ++i)
            if (all.series[i].tag == index)
                series.push_back(describe(run, i, all.series[i]));
        tags.push_back({{"tag", tag.name}, {"lens", tag.lens}, {"kind", toText(tag.kind)}, {"series", series}});
    }
    Json environment = Json::object();
    for (const auto &[name, value] : info.environment)
        environment[name] = value;
    Json events = Json::array();
    for (const record::RunEvent &event : all.events) {
        events.push_back({{"kind", toText(event.kind)}, {"step", event.step}, {"text", event.text}});
        if (Json::accept(event.change))
            events.back()["change"] = Json::parse(event.change);
    }
    Json model = Json::array();
    for (const record::LayerInfo &layer : info.layers)
        model.push_back(describe(layer));
    const record::TickStamp last = all.lastFrame == 0 ? record::TickStamp() : run.ticks(all.lastFrame - 1, all.lastFrame).front();
    return {{"name", info.name},
            {"status", toText(info.status)},
            {"message", info.message},
            {"notes", info.notes},
            {"created", info.createdSeconds > 0 ? Json(utc(info.createdSeconds)) : Json()},
            {"ticks", all.lastFrame},
            {"epoch", last.epoch},
            {"step", last.step},
            {"samples", last.samples},
            {"layers", info.layers.size()},
            {"model", model},
            {"tags", tags},
            {"events", events},
            {"environment", environment},
            {"experiment", experimentOf(info)}};
}

} // namespace lensboard::app
