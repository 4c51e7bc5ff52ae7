#include "core/model/layer_style.h"

#include "core/model/sequential.h"

#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/normalization.h>

namespace lensboard::model {

namespace nn = torch::nn;

void addActivation(SequentialImpl &net, settings::Activation kind, const std::string &prefix, const std::string &suffix)
{
    const std::string name = prefix + settings::toText(kind) + suffix;
    switch (kind) {
        using enum settings::Activation;
    case Relu: net.add<nn::ReLUImpl>(name); return;
    case Tanh: net.add<nn::TanhImpl>(name); return;
    case Sigmoid: net.add<nn::SigmoidImpl>(name); return;
    case Gelu: net.add<nn::GELUImpl>(name); return;
    case LeakyRelu: net.add<nn::LeakyReLUImpl>(name); return;
    case Elu: net.add<nn::ELUImpl>(name); return;
    case Silu: net.add<nn::SiLUImpl>(name); return;
    }
}

void addNorm2d(SequentialImpl &net, settings::Norm kind, const std::string &name, std::int64_t channels)
{
    switch (kind) {
        using enum settings::Norm;
    case None: return;
    case Batch: net.add<nn::BatchNorm2dImpl>(name, channels); return;
    case Layer: net.add<nn::GroupNormImpl>(name, 1, channels); return;
    }
}

} // namespace lensboard::model
