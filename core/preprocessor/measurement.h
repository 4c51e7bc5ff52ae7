#pragma once

#include "core/tensor/tensor.h"

#include <cstddef>
#include <cstdint>
#include <optional>

/// Requests of preprocessors for tensors from a gatherer, and the results. Requests of several preprocessors are joined and computed
/// in one pass.
namespace lensboard::preprocessor {

enum class MeterOf { Values, Changes };

/// Request for each tensor of a sequence: gradients, parameters, or their changes.
struct Needs
{
    bool tensor = false;  ///< the tensor itself, unchanged
    bool squares = false; ///< Σx²
    bool product = false; ///< Σx·y with the previous tensor y
    bool active = false;  ///< number of values and rows above eps
    bool base = false;    ///< for changes: Σx² of the tensor before the change
    bool rounded = false; ///< squares and product as computed by LibTorch in the tensor's precision
    float eps = 0;

    bool operator==(const Needs &) const = default;
};

struct Measurement
{
    const Tensor *tensor = nullptr;
    std::size_t size = 0; ///< number of values
    double squares = 0;
    double previousSquares = 0;    ///< of the previous tensor, if there is a product
    std::optional<double> product; ///< nullopt if the previous tensor is missing, has another shape, or is not finite
    double baseSquares = 0;        ///< for changes: Σx² of the tensor before the change
    std::size_t active = 0;        ///< number of values with |x| > eps; NaN is not active
    std::size_t rows = 1;          ///< number along the first dimension; for a vector, its number of values
    std::size_t deadRows = 0;      ///< number of rows without an active value
};

/// Request for a forward's output.
struct OutputNeeds
{
    bool tensor = false; ///< the output itself
    bool norm = false;
    bool active = false;
    bool evaluation = false;  ///< also if the module is not in training
    std::optional<bool> channelLast = {}; ///< channels are the last dimension, not the second; nullopt: decided by the module
    float eps = 0;
    bool saturated = false; ///< number of values, and of channels with only these, that are <= \c low or >= \c high
    double low = 0, high = 0;
    bool peaked = false;  ///< number of rows of shares along the last dimension with an entropy below \c entropy of the maximum
    bool ofLogs = false;  ///< rows are logarithms of shares
    double entropy = 0;

    bool isChannelLast() const { return channelLast.value_or(false); }
    bool operator==(const OutputNeeds &) const = default;
};

struct OutputMeasurement
{
    const Tensor *output = nullptr;
    bool training = true;
    double meanNorm = 0;        ///< mean of the samples' L2 norms
    std::size_t sampleSize = 1; ///< number of values per sample
    std::size_t size = 0;       ///< number of values
    std::size_t active = 0;     ///< number of values with |y| > eps; NaN is not active
    std::size_t channels = 1;
    std::size_t deadChannels = 0; ///< number of channels without an active value
    std::size_t saturated = 0;    ///< number of values at or beyond a limit; NaN is not
    std::size_t saturatedChannels = 0;
    std::size_t rows = 1; ///< number along the last dimension
    std::size_t peakedRows = 0;
};

/// Returns true if one pass can serve both requests; then adds \p other to \p needs.
bool join(Needs &needs, const Needs &other);
bool join(OutputNeeds &needs, const OutputNeeds &other);

} // namespace lensboard::preprocessor
