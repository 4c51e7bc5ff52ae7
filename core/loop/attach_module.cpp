#include "core/aten/aten_tensor.h"
#include "core/hook/operator_taps.h"
#include "core/loop/loop_inspector.h"

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

} // namespace lensboard
