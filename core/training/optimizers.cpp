#include "core/training/optimizers.h"

#include "core/bytes/zip_archive.h"
#include "core/record/message.h"

#include <torch/optim/adagrad.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>
#include <torch/serialize/archive.h>

#include <sstream>
#include <stdexcept>

namespace lensboard::training {

std::unique_ptr<torch::optim::Optimizer> makeOptimizer(const experiment::Choice &choice,
                                                       std::vector<at::Tensor> parameters)
{
    const auto lr = choice.get<double>("lr");
    const auto decay = choice.get<double>("weight_decay");
    if (choice.kind == "sgd")
        return std::make_unique<torch::optim::SGD>(std::move(parameters),
                                                   torch::optim::SGDOptions(lr)
                                                       .momentum(choice.get<double>("momentum"))
                                                       .weight_decay(decay)
                                                       .nesterov(choice.get<bool>("nesterov")));
    if (choice.kind == "adam")
        return std::make_unique<torch::optim::Adam>(
            std::move(parameters), torch::optim::AdamOptions(lr)
                                       .betas({choice.get<double>("beta1"), choice.get<double>("beta2")})
                                       .eps(choice.get<double>("eps"))
                                       .weight_decay(decay));
    if (choice.kind == "adamw")
        return std::make_unique<torch::optim::AdamW>(
            std::move(parameters), torch::optim::AdamWOptions(lr)
                                       .betas({choice.get<double>("beta1"), choice.get<double>("beta2")})
                                       .eps(choice.get<double>("eps"))
                                       .weight_decay(decay));
    if (choice.kind == "rmsprop")
        return std::make_unique<torch::optim::RMSprop>(std::move(parameters), torch::optim::RMSpropOptions(lr)
                                                                                  .alpha(choice.get<double>("alpha"))
                                                                                  .eps(choice.get<double>("eps"))
                                                                                  .weight_decay(decay)
                                                                                  .momentum(choice.get<double>("momentum"))
                                                                                  .centered(choice.get<bool>("centred")));
    if (choice.kind == "adagrad")
        return std::make_unique<torch::optim::Adagrad>(std::move(parameters), torch::optim::AdagradOptions(lr)
                                                                                  .lr_decay(choice.get<double>("lr_decay"))
                                                                                  .weight_decay(decay)
                                                                                  .eps(choice.get<double>("eps")));
    throw std::invalid_argument(record::message("there is no optimizer \"%1\"", choice.kind));
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
    } catch (const std::exception &) { // LibTorch's words are about its own sources
        throw std::runtime_error(record::message("the checkpoint's state of the optimizer is damaged, or of another model"));
    }
}

void setLearningRate(torch::optim::Optimizer &optimizer, double rate)
{
    for (auto &group : optimizer.param_groups())
        group.options().set_lr(rate);
}

} // namespace lensboard::training
