#include "core/dataset/dataset.h"

#include <sstream>

#include <zlib.h>

namespace lensboard::dataset {

namespace {

unsigned long checksum(const void *bytes, std::size_t size)
{
    return crc32_z(0, static_cast<const Bytef *>(bytes), size);
}

/// Reads the tensor's memory once instead of its values, because windows of a text overlap.
void append(std::ostream &text, const at::Tensor &tensor)
{
    text << tensor.scalar_type() << tensor.sizes() << tensor.strides() << tensor.storage_offset() << ':'
         << checksum(tensor.storage().data(), tensor.storage().nbytes()) << ' ';
}

} // namespace

std::string fingerprint(const Dataset &dataset)
{
    std::ostringstream text;
    for (const Samples *samples : {&dataset.training, &dataset.validation}) {
        append(text, samples->inputs);
        append(text, samples->targets);
    }
    text << checksum(dataset.vocabulary.data(), dataset.vocabulary.size() * sizeof(char32_t));
    return text.str();
}

} // namespace lensboard::dataset
