#include "core/training/optimizers.h"

#include "core/bytes/zip_archive.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <torch/optim/adagrad.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>
#include <torch/serialize/archive.h>

#include <sstream>
#include <stdexcept>
#include <variant>

namespace lensboard::training {

namespace {

namespace optim = torch::optim;
using Made = std::unique_ptr<optim::Optimizer>;
using Parameters = std::vector<at::Tensor>;

Made made(Parameters parameters, const settings::Sgd &sgd)
{
    return std::make_unique<optim::SGD>(
        std::move(parameters), optim::SGDOptions(sgd.lr).momentum(sgd.momentum).weight_decay(sgd.weightDecay).nesterov(sgd.nesterov));
}

template <typename Optimizer, typename Options>
Made madeAdam(Parameters parameters, const settings::Adam &adam)
{
    return std::make_unique<Optimizer>(
        std::move(parameters), Options(adam.lr).betas({adam.beta1, adam.beta2}).eps(adam.eps).weight_decay(adam.weightDecay));
}

Made made(Parameters parameters, const settings::Adam &adam)
{
    return madeAdam<optim::Adam, optim::AdamOptions>(std::move(parameters), adam);
}

Made made(Parameters parameters, const settings::AdamW &adam)
{
    return madeAdam<optim::AdamW, optim::AdamWOptions>(std::move(parameters), adam);
}

Made made(Parameters parameters, const settings::RmsProp &rms)
{
    return std::make_unique<optim::RMSprop>(std::move(parameters), optim::RMSpropOptions(rms.lr)
                                                                       .alpha(rms.alpha)
                                                                       .eps(rms.eps)
                                                                       .weight_decay(rms.weightDecay)
                                                                       .momentum(rms.momentum)
                                                                       .centered(rms.centred));
}

Made made(Parameters parameters, const settings::Adagrad &adagrad)
{
    return std::make_unique<optim::Adagrad>(
        std::move(parameters),
        optim::AdagradOptions(adagrad.lr).lr_decay(adagrad.lrDecay).weight_decay(adagrad.weightDecay).eps(adagrad.eps));
}

} // namespace

Made makeOptimizer(const settings::Optimizer &wanted, Parameters parameters)
{
    return std::visit([&](const auto &settings) { return made(std::move(parameters), settings); }, wanted);
}

std::string serialised(const torch::optim::Optimizer &optimizer)
{
    torch::serialize::OutputArchive archive;
    optimizer.save(archive);
    std::ostringstream bytes;
    archive.save_to(bytes);
    return bytes.str();
}

void restoreOptimizer(torch::optim::Optimizer &optimizer, const std::string &bytes)
{
    try {
        bytes::ZipArchive(bytes).verify();
        torch::serialize::InputArchive archive;
        std::istringstream stream(bytes);
        archive.load_from(stream);
        optimizer.load(archive);
    } catch (const std::exception &) { // LibTorch's message would refer to its own source files
        throw record::Error(record::message("the checkpoint's state of the optimizer is damaged, or of another model"));
    }
}

void setLearningRate(torch::optim::Optimizer &optimizer, double rate)
{
    for (auto &group : optimizer.param_groups())
        group.options().set_lr(rate);
}

} // namespace lensboard::training
