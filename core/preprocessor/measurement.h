#pragma once

#include "core/tensor/tensor.h"

#include <cstddef>
#include <cstdint>
#include <optional>

/// What preprocessors ask of the tensors that a gatherer brings, and the results. What several ask for is joined and computed
/// in one pass.
namespace lensboard::preprocessor {

/// Asked of each tensor of a sequence: gradients, parameters, their changes.
struct Needs
{
    bool tensor = false;  ///< the tensor itself, as it came
    bool squares = false; ///< Σx²
    bool product = false; ///< Σx·y with the tensor before
    bool active = false;  ///< values and rows above eps
    bool base = false;    ///< of changes: Σx² of what changed
    bool rounded = false; ///< squares and product as LibTorch gives them in the tensor's precision
    float eps = 0;

    bool operator==(const Needs &) const = default;
};

struct Measurement
{
    const Tensor *tensor = nullptr;
    std::size_t size = 0; ///< values in all
    double squares = 0;
    double previousSquares = 0;    ///< of the tensor before, if there is a product
    std::optional<double> product; ///< none if the one before is missing, of another shape, or was not finite
    double baseSquares = 0;        ///< of changes: Σx² of the tensor before it changed
    std::size_t active = 0;        ///< values with |x| > eps; NaN is not
    std::size_t rows = 1;          ///< along the first dimension; a vector's are its values
    std::size_t deadRows = 0;      ///< rows without an active value
};

/// Asked of a forward's output.
struct OutputNeeds
{
    bool tensor = false; ///< the output itself
    bool norm = false;
    bool active = false;
    bool evaluation = false;  ///< also when the module is not training
    bool channelLast = false; ///< the last dimension is that of the channels, not the second
    float eps = 0;
    bool saturated = false; ///< values, and channels of nothing but such, that are \c low at most or \c high at least
    double low = 0, high = 0;
    bool peaked = false;  ///< rows of shares along the last dimension whose entropy is below \c entropy of the greatest there is
    bool ofLogs = false;  ///< the rows are of logarithms of shares
    double entropy = 0;

    bool operator==(const OutputNeeds &) const = default;
};

struct OutputMeasurement
{
    const Tensor *output = nullptr;
    bool training = true;
    double meanNorm = 0;        ///< of the samples' L2 norms
    std::size_t sampleSize = 1; ///< values of a sample
    std::size_t size = 0;       ///< values in all
    std::size_t active = 0;     ///< values with |y| > eps; NaN is not
    std::size_t channels = 1;
    std::size_t deadChannels = 0; ///< channels without an active value
    std::size_t saturated = 0;    ///< values at a limit or beyond; NaN is not
    std::size_t saturatedChannels = 0;
    std::size_t rows = 1; ///< along the last dimension
    std::size_t peakedRows = 0;
};

/// Whether one pass can answer both; if so, \p needs gains what \p other asks.
bool join(Needs &needs, const Needs &other);
bool join(OutputNeeds &needs, const OutputNeeds &other);

} // namespace lensboard::preprocessor
