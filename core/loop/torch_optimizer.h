#pragma once

#include "core/hook/stepped_optimizer.h"
#include "core/torch_fwd.h"

namespace lensboard {

/// View of an optimizer of LibTorch. The optimizer outlives it.
class TorchOptimizer final : public hook::SteppedOptimizer
{
public:
    explicit TorchOptimizer(const torch::optim::Optimizer &optimizer) : m_optimizer(optimizer) {}

    const void *identity() const override { return &m_optimizer; }
    std::string name() const override;
    std::vector<const void *> parameters() const override;
    std::optional<hook::OptimizerState> stateOf(const Tensor &parameter) const override;

private:
    const torch::optim::Optimizer &m_optimizer;
};

} // namespace lensboard
