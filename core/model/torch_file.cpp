#include "core/model/torch_file.h"

#include "core/export/part_file.h"

#include <ATen/core/Dict.h>
#include <ATen/core/ivalue.h>
#include <torch/csrc/jit/serialization/pickle.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace lensboard::model {

void writeTorchFile(const std::filesystem::path &path, const c10::IValue &value)
{
    const std::vector<char> bytes = torch::jit::pickle_save(value);
    exports::writeWhole(path, {bytes.data(), bytes.size()});
}

c10::IValue readTorchFile(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::runtime_error(path.string() + ": cannot be read");
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    try {
        return torch::jit::pickle_load(bytes);
    } catch (const std::exception &) { // LibTorch's words are about its own sources
        throw std::runtime_error(path.string() + ": is damaged, or not a file of tensors as torch.save writes it");
    }
}

void saveStateDict(const std::filesystem::path &path, const NamedTensors &tensors)
{
    c10::Dict<std::string, at::Tensor> state;
    for (const auto &[name, tensor] : tensors)
        state.insert(name, tensor.detach().cpu());
    writeTorchFile(path, state);
}

} // namespace lensboard::model
