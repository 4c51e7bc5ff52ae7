#include "core/loop/torch_optimizer.h"

#include "core/tensor/library.h"

#include <c10/util/Type.h>
#include <torch/optim/adagrad.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/optimizer.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>

#include <sstream>
#include <string>
#include <type_traits>
#include <typeinfo>

namespace lensboard {

namespace {

namespace optim = torch::optim;
using State = hook::OptimizerState;

void add(State &to, const char *name, const at::Tensor &tensor)
{
    if (tensor.defined())
        to.tensors[name] = tensor;
}

template <typename Options, typename ParameterState>
void addAdam(State &to, const Options &options, const ParameterState &state)
{
    add(to, "exp_avg", state.exp_avg());
    add(to, "exp_avg_sq", state.exp_avg_sq());
    add(to, "max_exp_avg_sq", state.max_exp_avg_sq());
    const auto [beta1, beta2] = options.betas();
    to.numbers = {{"step", state.step()}, {"lr", options.lr()}, {"eps", options.eps()}, {"beta1", beta1}, {"beta2", beta2}};
}

void addAll(State &to, const optim::AdamOptions &options, const optim::AdamParamState &state)
{
    addAdam(to, options, state);
}

void addAll(State &to, const optim::AdamWOptions &options, const optim::AdamWParamState &state)
{
    addAdam(to, options, state);
}

void addAll(State &to, const optim::SGDOptions &options, const optim::SGDParamState &state)
{
    add(to, "momentum_buffer", state.momentum_buffer());
    to.numbers = {{"lr", options.lr()}, {"momentum", options.momentum()}, {"nesterov", options.nesterov()}};
}

void addAll(State &to, const optim::RMSpropOptions &options, const optim::RMSpropParamState &state)
{
    add(to, "square_avg", state.square_avg());
    add(to, "grad_avg", state.grad_avg());
    add(to, "momentum_buffer", state.momentum_buffer());
    to.numbers = {{"lr", options.lr()}, {"eps", options.eps()}};
}

void addAll(State &to, const optim::AdagradOptions &options, const optim::AdagradParamState &state)
{
    add(to, "sum", state.sum());
    to.numbers = {{"step", state.step()}, {"lr", options.lr()}, {"eps", options.eps()}, {"lr_decay", options.lr_decay()}};
}

/// Adds the state if the optimizer is of this kind.
template <typename Options, typename ParameterState>
void addIf(State &to, const optim::OptimizerOptions &options, const optim::OptimizerParamState &state)
{
    const auto *const known = dynamic_cast<const Options *>(&options);
    const auto *const kept = dynamic_cast<const ParameterState *>(&state);
    if (known && kept)
        addAll(to, *known, *kept);
}

/// Returns null if the optimizer keeps nothing of \p parameter. The key is its address; in LibTorch 1.13 as text.
template <typename States>
const optim::OptimizerParamState *stateIn(const States &states, const void *parameter)
{
    const auto find = [&](const auto &key) {
        const auto found = states.find(key);
        return found == states.end() ? nullptr : found->second.get();
    };
    if constexpr (std::is_same_v<typename States::key_type, std::string>)
        return find((std::ostringstream() << parameter).str());
    else
        return find(const_cast<void *>(parameter));
}

} // namespace

std::string TorchOptimizer::name() const
{
    const std::string type = c10::demangle(typeid(m_optimizer).name());
    return type.substr(type.rfind(':') + 1);
}

std::vector<const void *> TorchOptimizer::parameters() const
{
    std::vector<const void *> all;
    for (const auto &group : m_optimizer.param_groups())
        for (const at::Tensor &parameter : group.params())
            all.push_back(Tensor(parameter).body().identity());
    return all;
}

std::optional<hook::OptimizerState> TorchOptimizer::stateOf(const Tensor &parameter) const
{
    const at::Tensor &tensor = parameter;
    const optim::OptimizerParamState *const state = stateIn(m_optimizer.state(), tensor.unsafeGetTensorImpl());
    for (const auto &group : m_optimizer.param_groups())
        for (const at::Tensor &each : group.params())
            if (each.is_same(tensor)) {
                State found{.kinds = {name()}, .gradient = Library::current().gradient(parameter)};
                if (state) {
                    addIf<optim::AdamOptions, optim::AdamParamState>(found, group.options(), *state);
                    addIf<optim::AdamWOptions, optim::AdamWParamState>(found, group.options(), *state);
                    addIf<optim::SGDOptions, optim::SGDParamState>(found, group.options(), *state);
                    addIf<optim::RMSpropOptions, optim::RMSpropParamState>(found, group.options(), *state);
                    addIf<optim::AdagradOptions, optim::AdagradParamState>(found, group.options(), *state);
                }
                return found;
            }
    return std::nullopt;
}

} // namespace lensboard
