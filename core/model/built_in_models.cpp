#include "core/model/built_in_models.h"

#include "core/model/layer_style.h"
#include "core/model/memory_budget.h"
#include "core/model/residual_network.h"
#include "core/model/sequential.h"
#include "core/model/spiking_network.h"
#include "core/model/transformer.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>
#include <torch/nn/modules/pooling.h>

#include <functional>
#include <numeric>
#include <stdexcept>
#include <variant>

namespace lensboard::model {

namespace nn = torch::nn;

namespace {

/// Adds linear layers of the given widths, each followed by the modules of \p style, then a linear layer to the classes.
void addLinearLayers(Sequential &net, std::int64_t inputs, const std::vector<std::int64_t> &hidden,
                     std::int64_t classes, const settings::LayerStyle &style, MemoryBudget &memory)
{
    int number = 0;
    for (const std::int64_t width : hidden) {
        const std::string suffix = std::to_string(++number);
        memory.add((inputs + 1) * width);
        net.add<nn::LinearImpl>("fc" + suffix, inputs, width);
        if (style.norm == settings::Norm::Batch)
            net.add<nn::BatchNorm1dImpl>("norm" + suffix, width);
        else if (style.norm == settings::Norm::Layer)
            net.add<nn::LayerNormImpl>("norm" + suffix, nn::LayerNormOptions({width}));
        addActivation(net, style.activation, "", suffix);
        if (style.dropout > 0)
            net.add<nn::DropoutImpl>("dropout" + suffix, style.dropout);
        inputs = width;
    }
    net.add<nn::LinearImpl>("fc" + std::to_string(number + 1), inputs, classes);
}

std::int64_t product(const std::vector<std::int64_t> &shape)
{
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

std::shared_ptr<Sequential> makeMlp(const settings::Mlp &mlp, const std::vector<std::int64_t> &inputShape,
                                  std::int64_t classes)
{
    auto net = std::make_shared<Sequential>();
    if (inputShape.size() > 1)
        net->add<nn::FlattenImpl>("flatten");
    MemoryBudget memory;
    addLinearLayers(*net, product(inputShape), mlp.hidden, classes, mlp.style, memory);
    return net;
}

std::shared_ptr<Sequential> makeCnn(const settings::Cnn &cnn, const std::vector<std::int64_t> &inputShape,
                                  std::int64_t classes)
{
    if (inputShape.size() != 3)
        throw record::InvalidArgument(record::message("a cnn needs pictures of channels x height x width, the data have %1 "
                                                    "dimensions; use \"mlp\"",
                                                    inputShape.size()));
    constexpr std::int64_t kSmallestPooled = 4;
    const settings::LayerStyle &style = cnn.style;
    const std::int64_t kernel = cnn.kernel;
    auto net = std::make_shared<Sequential>();
    std::int64_t channels = inputShape[0], height = inputShape[1], width = inputShape[2];
    MemoryBudget memory;
    int number = 0;
    for (const std::int64_t next : cnn.channels) {
        const std::string suffix = std::to_string(++number);
        memory.add((channels * kernel * kernel + 1) * next);
        net->add<nn::Conv2dImpl>("conv" + suffix, nn::Conv2dOptions(channels, next, kernel).padding(kernel / 2));
        addNorm2d(*net, style.norm, "convnorm" + suffix, next);
        addActivation(*net, style.activation, "conv", suffix);
        if (std::min(height, width) >= kSmallestPooled) {
            net->add<nn::MaxPool2dImpl>("pool" + suffix, 2);
            height /= 2;
            width /= 2;
        }
        channels = next;
    }
    net->add<nn::FlattenImpl>("flatten");
    addLinearLayers(*net, channels * height * width, cnn.hidden, classes, style, memory);
    return net;
}

} // namespace

Model makeModel(const settings::Model &wanted, const std::vector<std::int64_t> &inputShape, std::int64_t classes)
{
    const auto modelOf = [](const std::shared_ptr<Sequential> &net) {
        return Model{net, [net](const at::Tensor &input) { return net->forward(input); }};
    };
    return std::visit(settings::Overloaded{
        [&](const settings::Mlp &mlp) { return modelOf(makeMlp(mlp, inputShape, classes)); },
        [&](const settings::Cnn &cnn) { return modelOf(makeCnn(cnn, inputShape, classes)); },
        [&](const settings::ResNet &net) { return makeResidualNetwork(net, inputShape, classes); },
        [&](const settings::Spiking &net) { return makeSpikingNetwork(net, inputShape, classes); },
        [&](const settings::Transformer &transformer) { return makeTransformer(transformer, product(inputShape), classes); },
        [](const auto &other) -> Model { throw record::InvalidArgument(record::message("\"%1\" is no built-in model", other.kKind)); },
    }, wanted);
}

} // namespace lensboard::model
