#include "core/model/eager_model.h"

#include "core/hook/model_tap.h"
#include "core/model/state_dict.h"

#include <c10/core/Device.h>
#include <torch/nn/module.h>

namespace lensboard::model {

namespace {

NamedTensors listed(const torch::OrderedDict<std::string, at::Tensor> &tensors)
{
    NamedTensors list;
    for (const auto &tensor : tensors)
        if (tensor.value().defined())
            list.emplace_back(tensor.key(), tensor.value());
    return list;
}

} // namespace

EagerModel::EagerModel(Model model) : m_model(std::move(model)) {}

at::Tensor EagerModel::forward(const at::Tensor &inputs)
{
    return m_model.forward(inputs);
}

void EagerModel::train(bool on)
{
    m_model.module->train(on);
}

NamedTensors EagerModel::parameters() const
{
    return listed(m_model.module->named_parameters());
}

NamedTensors EagerModel::buffers() const
{
    return listed(m_model.module->named_buffers());
}

void EagerModel::to(const c10::Device &device)
{
    m_model.module->to(device);
}

std::unique_ptr<hook::ModelTap> EagerModel::tap()
{
    return std::make_unique<hook::ModelTap>(m_model.module);
}

void EagerModel::save(const std::filesystem::path &path) const
{
    NamedTensors state = parameters();
    for (auto &buffer : buffers())
        state.push_back(std::move(buffer));
    saveStateDict(path, state);
}

} // namespace lensboard::model
