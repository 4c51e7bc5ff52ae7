#include "core/aten/aten_tensor.h"
#include "core/hook/operator_taps.h"
#include "core/loop/loop_inspector.h"
#include "core/loop/torch_optimizer.h"

namespace lensboard {

void Inspector::attach(torch::nn::Module &model, const std::string &name)
{
    if (isOpen())
        attach(std::make_unique<hook::OperatorTaps>(model), name);
}

void Inspector::detach(const torch::nn::Module &model)
{
    detach(static_cast<const void *>(&model));
}

bool Inspector::stepped(const torch::nn::Module &model)
{
    return stepped(static_cast<const void *>(&model));
}

bool Inspector::stepped(const torch::nn::Module &model, const torch::optim::Optimizer &optimizer)
{
    const TorchOptimizer view(optimizer);
    return stepped(static_cast<const void *>(&model), &view);
}

} // namespace lensboard
