#include "core/training/model_setup.h"

#include "core/dataset/dataset.h"
#include "core/model/built_in_models.h"
#include "core/model/eager_model.h"
#include "core/model/script_model.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/training/objective.h"
#include "core/training/random_stream.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/arange.h>

#include <c10/core/Device.h>

#include <algorithm>
#include <stdexcept>
#include <variant>

namespace lensboard::training {

namespace {

/// Opens a model from a file. Runs it on two samples to check that it fits the data.
PreparedModel openModel(const std::string &path, const std::string &trustedSha256, const dataset::Dataset &data,
                        const Objective &objective, const c10::Device &device)
{
    auto model = model::loadScriptModel(path, trustedSha256);
    model->to(device);
    const model::NamedTensors all = model->parameters();
    if (std::none_of(all.begin(), all.end(), [](const auto &named) { return named.second.requires_grad(); }))
        throw record::InvalidArgument(record::message("%1: has no parameter that can be trained, as a model that "
                                                    "torch.jit.freeze made; save it without freezing",
                                                    path));
    const at::NoGradGuard noGradients;
    const at::Tensor few = at::arange(std::min<std::int64_t>(data.training.size(), 2), at::kLong);
    const auto [inputs, targets] = dataset::takeBatch(data, data.training, few);
    const at::Tensor inputsThere = inputs.to(device);
    const ModelState asInFile = stateOf(*model);
    model->train(false);
    objective.check(model->forward(inputsThere), inputsThere, targets.to(device));
    model->train(true);
    restoreState(*model, asInFile);
    std::vector<record::Message> notices = model->notices();
    return {std::move(model), std::move(notices)};
}

} // namespace

PreparedModel prepareModel(const experiment::Experiment &experiment, const dataset::Dataset &data, const Objective &objective,
                           const c10::Device &device, RandomStream &random, const std::string &trustedSha256)
{
    settings::Model wanted = experiment.model.as<settings::Model>();
    PreparedModel prepared;
    const bool fellBackToPoints = experiment.dataset.kind == "fashion-mnist" && data.inputShape().size() != 3;
    if (const auto style = settings::styleForPictures(wanted); style && fellBackToPoints) {
        prepared.notices.push_back(record::message("A %1 needs pictures: training an mlp on the points instead.", experiment.model.kind));
        wanted = settings::Mlp{{64, 64}, *style};
    }
    dataset::checkModelTakes(data, std::visit([](const auto &kind) { return kind.kKind; }, wanted));
    const auto turn = random.use();
    const auto seed = static_cast<std::uint64_t>(experiment.seed);
    random.seed(seed);
    if (const auto *script = std::get_if<settings::TorchScript>(&wanted)) {
        prepared = openModel(script->path, trustedSha256, data, objective, device);
        random.seed(seed); // undoes the random draws of the trial run
    } else {
        prepared.model = std::make_unique<model::EagerModel>(model::makeModel(wanted, data.inputShape(), objective.outputs()));
        prepared.model->to(device);
    }
    return prepared;
}

ModelState stateOf(const model::TrainableModel &model)
{
    ModelState state{model.buffers(), model.attributes()};
    for (auto &[name, buffer] : state.buffers)
        buffer = buffer.detach().clone();
    return state;
}

void restoreState(model::TrainableModel &model, const ModelState &state)
{
    const at::NoGradGuard noGradients;
    const model::NamedTensors buffers = model.buffers();
    for (std::size_t i = 0; i < buffers.size(); ++i)
        buffers[i].second.copy_(state.buffers.at(i).second);
    model.restoreAttributes(state.attributes);
}

void restoreWeights(model::TrainableModel &model, const model::NamedTensors &saved)
{
    const at::NoGradGuard noGradients;
    model::NamedTensors own = model.parameters();
    for (auto &buffer : model.buffers())
        own.push_back(std::move(buffer));
    for (auto &[name, tensor] : own) {
        const auto found = std::find_if(saved.begin(), saved.end(), [&name = name](const auto &other) { return other.first == name; });
        if (found == saved.end())
            throw record::InvalidArgument(record::message("the checkpoint is of another model: it has no \"%1\"", name));
        if (found->second.sizes() != tensor.sizes())
            throw record::InvalidArgument(record::message("the checkpoint is of another model: its \"%1\" has another shape", name));
        tensor.copy_(found->second);
    }
}

} // namespace lensboard::training
