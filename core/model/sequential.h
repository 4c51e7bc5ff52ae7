#pragma once

#include "core/hook/tapped.h"

#include <torch/nn/module.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::model {

/// Runs modules one after the other. Each has a name and is a tapped layer.
///
/// Shape:  input of the first module to output of the last.
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

    /// Runs the modules from \p first up to \p last, exclusive. For derived classes that compute something in between.
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

    std::vector<std::function<at::Tensor(const at::Tensor &)>> m_stages; ///< calls to registered modules; the registration owns the modules
};

using Sequential = hook::Tapped<SequentialImpl>;

} // namespace lensboard::model
