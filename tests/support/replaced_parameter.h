#pragma once

#include <torch/nn/module.h>

#include <string>

namespace lensboard::test {

/// Registers a copy in place of the parameter \p name, so that watching of the model restarts.
inline void replaceParameter(torch::nn::Module &module, const std::string &name)
{
    struct Access : torch::nn::Module
    {
        static auto parameters() { return &Access::parameters_; }
    };
    at::Tensor &parameter = (module.*Access::parameters())[name];
    parameter = parameter.detach().clone().requires_grad_();
}

} // namespace lensboard::test
