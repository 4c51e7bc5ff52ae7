#include "app/info_command.h"

#include "app/text_column.h"
#include "app/train_command.h"
#include "core/experiment/experiment.h"
#include "core/experiment/experiment_error.h"
#include "core/record/text_number.h"
#include "core/import/run_source.h"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <limits>

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

/// As a text if it is no JSON, or one that no experiment is.
Json experimentOf(const record::RunInfo &info)
{
    try {
        return experiment::parseJson(info.experiment);
    } catch (const experiment::ExperimentError &) {
        return info.experiment;
    }
}

/// Of tensors the shape of the last.
Json describeTensors(const store::Run &run, std::uint32_t index, const record::SeriesSpec &series)
{
    const auto places = run.tensorPlaces(index);
    const auto last = places.empty() ? nullptr : run.tensor(index, places.back().frame);
    return {{"layer", series.layer},
            {"label", series.label},
            {"points", places.size()},
            {"not_finite", 0},
            {"last", last ? Json(Json(last->shape).dump()) : Json()}};
}

Json describe(const store::Run &run, std::uint32_t index, const record::SeriesSpec &series)
{
    if (series.role == record::SeriesRole::Tensor)
        return describeTensors(run, index, series);
    const store::SeriesTally tally = run.tally(index);
    const auto last = run.valueAt(index, record::Axis::Step, std::numeric_limits<double>::infinity());
    return {{"layer", series.layer},
            {"label", series.label},
            {"points", tally.count},
            {"not_finite", tally.nonFinite},
            {"last", last ? numberJson(last->value) : Json()}};
}

/// What its modules are, a row each.
Json describe(const record::LayerInfo &layer)
{
    return {{"layer", shownName(layer)},
            {"type", layer.type},
            {"output", outputShapeText(layer)},
            {"output_shape", layer.outputShape ? Json(*layer.outputShape) : Json()},
            {"parameters", parameterCount(layer)}};
}

Json describe(const store::Run &run)
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
    for (const record::RunEvent &event : all.events)
        events.push_back({{"kind", toText(event.kind)}, {"step", event.step}, {"text", event.text}});
    Json model = Json::array();
    for (const record::LayerInfo &layer : info.layers)
        model.push_back(describe(layer));
    const record::TickStamp last = all.lastFrame == 0 ? record::TickStamp() : run.ticks(all.lastFrame - 1, all.lastFrame).front();
    return {{"name", info.name},
            {"status", toText(info.status)},
            {"message", info.message},
            {"notes", info.notes},
            {"created", utc(info.createdSeconds)},
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

void print(const Json &run)
{
    const auto text = [&](const char *key) { return run.at(key).get<std::string>(); };
    const auto whole = [&](const char *key) { return run.at(key).get<long long>(); };
    std::printf("%s: %s%s%s\n", text("name").c_str(), text("status").c_str(), text("message").empty() ? "" : " — ",
                text("message").c_str());
    std::printf("created %s, %lld ticks, epoch %lld, step %lld, %lld samples, %lld layers\n", text("created").c_str(),
                whole("ticks"), whole("epoch"), whole("step"), whole("samples"), whole("layers"));
    if (!text("notes").empty())
        std::printf("\nnotes\n%s\n", text("notes").c_str());
    if (!run.at("model").empty())
        std::printf("\nmodel\n");
    for (const Json &layer : run.at("model"))
        std::printf("  %s %-18s %s %12lld\n", padded(layer.at("layer").get<std::string>(), 32).c_str(),
                    layer.at("type").get<std::string>().c_str(), padded(layer.at("output").get<std::string>(), 20).c_str(),
                    layer.at("parameters").get<long long>());
    for (const Json &tag : run.at("tags")) {
        std::printf("\n%s (%s, %s)\n", tag.at("tag").get<std::string>().c_str(),
                    tag.at("lens").get<std::string>().c_str(), tag.at("kind").get<std::string>().c_str());
        for (const Json &series : tag.at("series")) {
            const Json &last = series.at("last");
            std::printf("  %s %8lld points, last %s\n",
                        padded(series.at("layer").get<std::string>() + " / " + series.at("label").get<std::string>(), 40).c_str(),
                        series.at("points").get<long long>(),
                        last.is_number()   ? record::numberText(last.get<double>()).c_str()
                        : last.is_string() ? last.get<std::string>().c_str()
                                           : "none");
        }
    }
    for (const Json &event : run.at("events"))
        std::printf("\nstep %lld, %s: %s", event.at("step").get<long long>(),
                    event.at("kind").get<std::string>().c_str(), event.at("text").get<std::string>().c_str());
    std::printf("\nenvironment\n");
    for (const auto &[name, value] : run.at("environment").items())
        std::printf("  %-12s %s\n", name.c_str(), value.get<std::string>().c_str());
    std::printf("\nexperiment\n%s\n", run.at("experiment").dump(2).c_str());
}

} // namespace

int info(const std::string &path, bool json)
{
    try {
        imports::ReadProgress progress;
        const Json run = describe(*imports::openRun(path, progress)->run());
        if (json)
            std::printf("%s\n", run.dump(2).c_str());
        else
            print(run);
        return kDone;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "lensboard: %s\n", error.what());
        return kBadInput;
    }
}

} // namespace lensboard::app
