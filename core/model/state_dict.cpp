#include "core/model/state_dict.h"

#include "core/aten/torch_file.h"

#include <ATen/core/Dict.h>
#include <ATen/core/ivalue.h>

namespace lensboard::model {

c10::IValue stateDict(const NamedTensors &tensors)
{
    c10::Dict<std::string, at::Tensor> state;
    for (const auto &[name, tensor] : tensors)
        state.insert(name, tensor.detach().cpu());
    return state;
}

void saveStateDict(const std::filesystem::path &path, const NamedTensors &tensors)
{
    writeTorchFile(path, stateDict(tensors));
}

} // namespace lensboard::model
