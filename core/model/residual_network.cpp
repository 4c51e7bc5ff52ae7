#include "core/model/residual_network.h"

#include "core/model/layer_style.h"
#include "core/model/memory_budget.h"
#include "core/model/sequential.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/pooling.h>

#include <stdexcept>

namespace lensboard::model {

namespace nn = torch::nn;

namespace {

struct BlockShape
{
    std::int64_t inputs;
    std::int64_t outputs;
    std::int64_t stride;
    bool bias;
};

nn::Conv2dOptions convolution(const BlockShape &shape, std::int64_t kernel)
{
    return nn::Conv2dOptions(shape.inputs, shape.outputs, kernel)
        .stride(shape.stride)
        .padding(kernel / 2)
        .bias(shape.bias);
}

/// Two 3x3 convolutions plus a shortcut from input to output. The shortcut is a 1x1 convolution if the shape changes.
///
/// Shape:  [N, inputs, H, W] to [N, outputs, H / stride, W / stride], rounded up.
class ResidualBlockImpl : public SequentialImpl
{
public:
    ResidualBlockImpl(const BlockShape &shape, const settings::LayerStyle &style)
    {
        add<nn::Conv2dImpl>("conv1", convolution(shape, 3));
        addNorm2d(*this, style.norm, "norm1", shape.outputs);
        addActivation(*this, style.activation, "", "1");
        add<nn::Conv2dImpl>("conv2", convolution({shape.outputs, shape.outputs, 1, shape.bias}, 3));
        addNorm2d(*this, style.norm, "norm2", shape.outputs);
        m_sumAt = size();
        if (shape.inputs != shape.outputs || shape.stride != 1) {
            m_shortcut = register_module("shortcut", std::make_shared<Sequential>());
            m_shortcut->add<nn::Conv2dImpl>("conv", convolution(shape, 1));
            addNorm2d(*m_shortcut, style.norm, "norm", shape.outputs);
        }
        addActivation(*this, style.activation, "", "2");
    }

    at::Tensor forward(const at::Tensor &input)
    {
        const at::Tensor sum = run(input, 0, m_sumAt) + (m_shortcut ? m_shortcut->forward(input) : input);
        return run(sum, m_sumAt, size());
    }

private:
    std::size_t m_sumAt = 0; ///< number of stages before the sum
    std::shared_ptr<Sequential> m_shortcut; ///< null: the input is added unchanged
};

} // namespace

Model makeResidualNetwork(const settings::ResNet &wanted, const std::vector<std::int64_t> &inputShape,
                          std::int64_t classes)
{
    if (inputShape.size() != 3)
        throw record::InvalidArgument(record::message("a resnet needs pictures of channels x height x width, the data have %1 "
                                                    "dimensions; use \"mlp\"",
                                                    inputShape.size()));
    const settings::LayerStyle &style = wanted.style;
    const std::vector<std::int64_t> &widths = wanted.widths, &blocks = wanted.blocks;
    BlockShape shape{inputShape[0], widths.at(0), 1, wanted.bias};
    MemoryBudget memory;
    auto net = std::make_shared<Sequential>();
    net->add<nn::Conv2dImpl>("conv1", convolution(shape, 3));
    addNorm2d(*net, style.norm, "norm1", shape.outputs);
    addActivation(*net, style.activation, "", "1");
    for (std::size_t stage = 0; stage < widths.size(); ++stage) {
        const auto layer = net->add<SequentialImpl>("layer" + std::to_string(stage + 1));
        for (std::int64_t block = 0; block < blocks.at(stage); ++block) {
            shape = {shape.outputs, widths[stage], stage > 0 && block == 0 ? 2 : 1, shape.bias};
            memory.add(9 * shape.outputs * (shape.inputs + shape.outputs));
            layer->add<ResidualBlockImpl>(std::to_string(block), shape, style);
        }
    }
    net->add<nn::AdaptiveAvgPool2dImpl>("pool", nn::AdaptiveAvgPool2dOptions(1));
    net->add<nn::FlattenImpl>("flatten");
    net->add<nn::LinearImpl>("fc", shape.outputs, classes);
    return {net, [net](const at::Tensor &input) { return net->forward(input); }};
}

} // namespace lensboard::model
