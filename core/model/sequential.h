#pragma once

#include "core/hook/tapped.h"

#include <torch/nn/module.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::model {

/// Modules run one after the other, each under its name, each a tapped layer of its own.
///
/// Shape:  whatever the first module takes to whatever the last one returns.
class SequentialImpl : public torch::nn::Module
{
public:
    /// Appends a \p Module made from \p arguments: add<torch::nn::LinearImpl>("fc1", 784, 10).
    template <typename Module, typename... Arguments>
    std::shared_ptr<hook::Tapped<Module>> add(const std::string &name, Arguments &&...arguments)
    {
        auto module = std::make_shared<hook::Tapped<Module>>(std::forward<Arguments>(arguments)...);
        append(name, module);
        return module;
    }

    at::Tensor forward(const at::Tensor &input) { return run(input, 0, m_stages.size()); }

protected:
    std::size_t size() const { return m_stages.size(); }

    /// Only the modules from \p first up to \p last, exclusive: for those derived that do more in between.
    at::Tensor run(const at::Tensor &input, std::size_t first, std::size_t last) const
    {
        at::Tensor value = input;
        for (std::size_t i = first; i < last; ++i)
            value = m_stages[i](value);
        return value;
    }

private:
    template <typename Module>
    void append(const std::string &name, const std::shared_ptr<Module> &module)
    {
        register_module(name, module);
        m_stages.push_back([raw = module.get()](const at::Tensor &input) { return raw->forward(input); });
    }

    std::vector<std::function<at::Tensor(const at::Tensor &)>> m_stages; ///< of registered modules, which own
};

using Sequential = hook::Tapped<SequentialImpl>;

} // namespace lensboard::model
