#include "core/model/layer_style.h"

#include "core/model/sequential.h"
#include "core/record/message.h"

#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/normalization.h>

#include <stdexcept>

namespace lensboard::model {

namespace nn = torch::nn;

LayerStyle::LayerStyle(const experiment::Choice &choice)
    : activation(choice.get<std::string>("activation")), norm(choice.get<std::string>("norm")),
      dropout(choice.settings.value("dropout", 0.0))
{
}

void addActivation(SequentialImpl &net, const std::string &kind, const std::string &name)
{
    if (kind == "relu")
        net.add<nn::ReLUImpl>(name);
    else if (kind == "tanh")
        net.add<nn::TanhImpl>(name);
    else if (kind == "sigmoid")
        net.add<nn::SigmoidImpl>(name);
    else if (kind == "gelu")
        net.add<nn::GELUImpl>(name);
    else if (kind == "leaky_relu")
        net.add<nn::LeakyReLUImpl>(name);
    else if (kind == "elu")
        net.add<nn::ELUImpl>(name);
    else if (kind == "silu")
        net.add<nn::SiLUImpl>(name);
    else
        throw std::invalid_argument(record::message("there is no activation \"%1\"", kind));
}

void addNorm2d(SequentialImpl &net, const std::string &kind, const std::string &name, std::int64_t channels)
{
    if (kind == "batch")
        net.add<nn::BatchNorm2dImpl>(name, channels);
    else if (kind == "layer")
        net.add<nn::GroupNormImpl>(name, 1, channels);
}

} // namespace lensboard::model
