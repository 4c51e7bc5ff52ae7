#include "core/aten/torch_file.h"

#include "core/bytes/part_file.h"
#include "core/bytes/whole_file.h"
#include "core/bytes/zip_archive.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <ATen/core/Dict.h>
#include <ATen/core/ivalue.h>
#include <caffe2/serialize/inline_container.h>
#include <torch/csrc/jit/serialization/pickle.h>
#include <torch/csrc/jit/serialization/pickler.h>

#include <stdexcept>
#include <vector>

namespace lensboard {

void writeTorchFile(const std::filesystem::path &path, const c10::IValue &value)
{
    // Not pickle_save(): it tags containers with their types, and Python's torch.load refuses tagged files by default.
    std::string data, archive;
    torch::jit::Pickler pickler([&data](const char *bytes, std::size_t size) { data.append(bytes, size); }, nullptr, nullptr,
                                nullptr, nullptr, /*tag_aggregates=*/false);
    pickler.protocol();
    pickler.pushIValue(value);
    pickler.stop();
    caffe2::serialize::PyTorchStreamWriter writer([&archive](const void *bytes, std::size_t size) {
        archive.append(static_cast<const char *>(bytes), size);
        return size;
    });
    writer.writeRecord("data.pkl", data.data(), data.size());
    int number = 0;
    for (const at::Tensor &tensor : pickler.tensorData()) {
        const auto values = torch::jit::getWriteableTensorData(tensor);
        writer.writeRecord("data/" + std::to_string(number++), values.data(), values.sizeInBytes());
    }
    writer.writeEndOfFile();
    bytes::writeWhole(path, archive);
}

c10::IValue readTorchFile(const std::filesystem::path &path)
{
    std::vector<char> bytes;
    try {
        bytes = bytes::wholeFile<std::vector<char>>(path, record::message("a file of tensors"), bytes::kLargestModelFile);
    } catch (const std::runtime_error &error) {
        throw record::Error(record::message("%1: %2", path.string(), record::messageOf(error)));
    }
    try {
        bytes::ZipArchive({bytes.data(), bytes.size()}).verify(); // LibTorch verifies no checksums and crashes on damaged files
        return torch::jit::pickle_load(bytes);
    } catch (const std::exception &) { // LibTorch's message would refer to its own source files
        throw record::Error(record::message("%1: is damaged, or not a file of tensors as torch.save writes it",
                                                 path.string()));
    }
}

} // namespace lensboard
