#include "core/aten/aten_tensor.h"
#include "core/hook/model_tap.h"
#include "core/record/name_under.h"

#include <torch/nn/module.h>

#include <utility>

namespace lensboard::hook {

namespace {

void walk(std::vector<TappedModule> &all, const std::shared_ptr<torch::nn::Module> &module, const std::string &name,
          std::size_t depth)
{
    all.push_back(describe(module, name, depth));
    for (const auto &child : module->named_children())
        walk(all, child.value(), record::nameUnder(name, child.key()), depth + 1);
}

std::vector<TappedModule> modulesOf(const std::shared_ptr<torch::nn::Module> &model)
{
    std::vector<TappedModule> all;
    if (model)
        walk(all, model, "", 0);
    return all;
}

} // namespace

TappedModule describe(const std::shared_ptr<torch::nn::Module> &module, const std::string &name, std::size_t depth)
{
    auto *point = dynamic_cast<TapPoint *>(module.get());
    TappedModule tapped{name, point ? point->moduleType() : pyTorchName(module->name()), depth,
                        module->children().empty(), [module] { return module->is_training(); }, {},
                        std::shared_ptr<TapPoint>(module, point), // null if that is, and keeps the module
                        {}};
    const auto listDefined = [](const auto &all, auto &list) {
        for (const auto &item : all)
            if (item.value().defined())
                list.emplace_back(item.key(), item.value());
    };
    listDefined(module->named_parameters(false), tapped.parameters);
    listDefined(module->named_buffers(false), tapped.buffers);
    tapped.now = [module](const std::string &attribute) { // the module may have put another in its place
        for (const auto &tensors : {module->named_parameters(false), module->named_buffers(false)})
            if (const at::Tensor *tensor = tensors.find(attribute))
                return Tensor(*tensor);
        return Tensor();
    };
    tapped.module = module;
    return tapped;
}

ModelTap::ModelTap(const std::shared_ptr<torch::nn::Module> &model) : ModelTap(modulesOf(model)) {}

} // namespace lensboard::hook
