#include "app/commands/inspect_command.h"

#include "app/commands/text_column.h"
#include "app/commands/exit_code.h"
#include "core/experiment/field.h"
#include "core/session/engine_loader.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <stdexcept>

namespace lensboard::app {

using experiment::Json;
using record::LayerInfo;

namespace {

std::vector<std::int64_t> sizesOf(const std::string &text)
{
    constexpr std::int64_t kMax = 1'000'000'000;
    std::vector<std::int64_t> sizes;
    for (const char *at = text.data(), *end = at + text.size();;) {
        std::int64_t size = 0;
        const auto [next, error] = std::from_chars(at, end, size);
        if (error != std::errc() || size < 1 || size > kMax || (next != end && *next != 'x'))
            throw std::runtime_error("--input " + text + ": expected the sizes of a sample, without the batch, such as 1x28x28");
        sizes.push_back(size);
        if (next == end)
            return sizes;
        at = next + 1;
    }
}

bool isWithin(const LayerInfo &layer, const LayerInfo &outer)
{
    return outer.name.empty() || layer.name == outer.name || layer.name.starts_with(outer.name + '.');
}

/// Counts the parameters of \p outer and all layers below it. Parameters shared with an earlier layer count once.
std::int64_t parametersInAll(const std::vector<LayerInfo> &layers, const LayerInfo &outer)
{
    std::int64_t count = 0;
    for (const LayerInfo &layer : layers)
        if (isWithin(layer, outer))
            count += parameterCount(layer);
    return count;
}

Json describe(const std::vector<LayerInfo> &layers, const LayerInfo &layer)
{
    Json parameters = Json::array();
    for (const record::ParameterInfo &parameter : layer.parameters)
        parameters.push_back({{"name", parameter.name},
                              {"shape", parameter.shape},
                              {"requires_grad", parameter.requiresGrad},
                              {"shared_with", parameter.sharedWith.empty() ? Json() : Json(parameter.sharedWith)}});
    return {{"layer", shownName(layer)},
            {"type", layer.type},
            {"leaf", layer.leaf},
            {"output", outputShapeText(layer)},
            {"output_shape", layer.outputShape ? Json(*layer.outputShape) : Json()},
            {"parameters", parameterCount(layer)},
            {"parameters_in_all", parametersInAll(layers, layer)},
            {"own_parameters", parameters}};
}

Json describe(const std::string &path, const session::ModelInspection &model)
{
    Json layers = Json::array();
    for (const LayerInfo &layer : model.layers)
        layers.push_back(describe(model.layers, layer));
    return {{"file", path}, {"sha256", model.sha256}, {"notices", model.notices}, {"layers", layers}};
}

/// Returns the layer's last name, indented by its depth below the model.
std::string branch(const LayerInfo &layer)
{
    if (layer.name.empty())
        return shownName(layer);
    const auto depth = static_cast<std::size_t>(std::count(layer.name.begin(), layer.name.end(), '.')) + 1;
    return std::string(2 * depth, ' ') + layer.name.substr(layer.name.rfind('.') + 1);
}

void print(const session::ModelInspection &model)
{
    std::printf("%-32s %-20s %-20s %12s %12s\n", "layer", "type", "output", "parameters", "in all");
    for (const LayerInfo &layer : model.layers) {
        const std::string shared = sharedParameters(layer), note = shared.empty() ? "" : "  shared with " + shared;
        std::printf("%s %s %s %12lld %12lld%s\n", padded(branch(layer), 32).c_str(), padded(layer.type, 20).c_str(), padded(outputShapeText(layer), 20).c_str(),
                    static_cast<long long>(parameterCount(layer)), static_cast<long long>(parametersInAll(model.layers, layer)), note.c_str());
    }
    for (const std::string &notice : model.notices)
        std::printf("\n%s\n", notice.c_str());
}

} // namespace

int inspect(const InspectOptions &options)
{
    try {
        session::InspectionRequest request{options.model, {}, options.inputType, false, {}};
        if (!options.input.empty())
            request.inputShape = sizesOf(options.input);
        const session::ModelInspection model = session::inspectModel(request);
        if (options.json)
            std::printf("%s\n", describe(options.model, model).dump(2).c_str());
        else
            print(model);
        return kDone;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "lensboard: %s\n", error.what());
        return kBadInput;
    }
}

} // namespace lensboard::app
