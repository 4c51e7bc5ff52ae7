#pragma once

#include "core/preprocessor/measurement.h"

#include <array>
#include <memory>
#include <vector>

namespace lensboard::preprocessor {

/// What the meters of a model found on a device, kept there, a row each time: all rows that gathered are copied to the host together
/// when the first of them is taken, so that a step waits for no copy.
class DeviceSums
{
public:
    static constexpr std::size_t kNumbers = 7;
    static constexpr std::size_t kMost = std::size_t{1} << 16; ///< rows, of 56 bytes
    using Numbers = std::array<double, kNumbers>;

    /// All should be taken.
    bool isFull() const { return m_size >= kMost; }
    /// Adds the numbers of one measurement. Returns their row.
    ///
    /// Shape:  each a tensor of one element; all on one device.
    std::size_t push(const std::vector<Tensor> &numbers);
    /// Each row once.
    Numbers take(std::size_t row);
    /// So many rows will not be taken.
    void drop(std::size_t count);

private:
    std::vector<Tensor> m_rows; ///< on the device, those that are not on the host yet: each [kNumbers], float64
    std::size_t m_size = 0;
    std::size_t m_waiting = 0;   ///< rows that were not taken
    std::vector<Numbers> m_host; ///< the first rows
};

/// Returns Σx², Σx·previous, the active values, the rows without one and Σbase², as far as \p needs asks for them.
///
/// Shape:  \p previous and \p base as \p x, or undefined. Results of one element each, float64, on the device of \p x.
std::vector<Tensor> sumsOnDevice(const Tensor &x, const Tensor &previous, const Tensor &base, const Needs &needs);

/// Returns the mean norm of the samples, the active values, the channels without one, the saturated values, the channels of nothing but
/// such, the peaked rows, and whether this is training.
///
/// Shape:  \p output [N, C, *], or [N, *, C] with \c needs.channelLast. Results likewise.
std::vector<Tensor> sumsOnDevice(const Tensor &output, bool training, const OutputNeeds &needs);

/// Of the rows of \p output along its last dimension, how many have less entropy than \p needs says: a tensor of one element, int64,
/// where \p output is.
Tensor peakedRowsOf(const Tensor &output, const OutputNeeds &needs);

} // namespace lensboard::preprocessor
