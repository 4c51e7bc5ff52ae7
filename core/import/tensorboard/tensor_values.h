#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::tensorboard {
class TensorProto;
}

namespace lensboard::imports {

/// A tensor of numbers from TensorFlow.
struct TensorValues
{
    std::vector<std::int64_t> shape;
    std::vector<double> values; ///< as many as the shape requires
};

/// Returns nullopt if \p tensor is not numeric, or its shape does not match its content.
std::optional<TensorValues> numbersOf(const tensorboard::TensorProto &tensor);
/// Returns nullopt if \p tensor does not contain texts. Joins several texts with line breaks.
std::optional<std::string> textOf(const tensorboard::TensorProto &tensor);

} // namespace lensboard::imports
