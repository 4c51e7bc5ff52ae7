#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::tensorboard {
class TensorProto;
}

namespace lensboard::imports {

/// A tensor of numbers as TensorFlow writes it.
struct TensorValues
{
    std::vector<std::int64_t> shape;
    std::vector<double> values; ///< as many as the shape says
};

/// Nothing if it is not of numbers, or its shape and its content disagree.
std::optional<TensorValues> numbersOf(const tensorboard::TensorProto &tensor);
/// Nothing if it is not of texts. Several are joined by line breaks.
std::optional<std::string> textOf(const tensorboard::TensorProto &tensor);

} // namespace lensboard::imports
