#pragma once

#include "core/preprocessor/measurement.h"

#include <array>
#include <memory>
#include <vector>

namespace lensboard::preprocessor {

/// Results of a model's meters on a device, one row per measurement. The first take() copies all rows to the host together,
/// so that no step waits for a copy.
class DeviceSums
{
public:
    static constexpr std::size_t kNumbers = 7;
    static constexpr std::size_t kMax = std::size_t{1} << 16; ///< rows of 56 bytes
    using Numbers = std::array<double, kNumbers>;

    /// Returns true if all rows should be taken now.
    bool isFull() const { return m_size >= kMax; }
    /// Adds the numbers of one measurement and returns their row.
    ///
    /// Shape:  tensors of one element, all on one device.
    std::size_t push(const std::vector<Tensor> &numbers);
    /// Call at most once per row.
    Numbers take(std::size_t row);
    /// Reports that \p count rows will not be taken.
    void drop(std::size_t count);

private:
    std::vector<Tensor> m_rows; ///< rows that are only on the device: each [kNumbers], float64
    std::size_t m_size = 0;
    std::size_t m_waiting = 0;   ///< rows neither taken nor dropped
    std::vector<Numbers> m_host; ///< the first rows
};

/// Returns Σx², Σx·previous, the number of active values, the number of rows without one, and Σbase², if \p needs includes them.
///
/// Shape:  \p previous and \p base as \p x, or undefined. Results have one element each, float64, on the device of \p x.
std::vector<Tensor> sumsOnDevice(const Tensor &x, const Tensor &previous, const Tensor &base, const Needs &needs);

/// Returns the mean norm of the samples, and the numbers of active values, channels without one, saturated values, fully saturated
/// channels and peaked rows, and 1 for training or 0 for evaluation.
///
/// Shape:  \p output [N, C, *], or [N, *, C] with \c needs.channelLast. Results as above.
std::vector<Tensor> sumsOnDevice(const Tensor &output, bool training, const OutputNeeds &needs);

/// Returns the number of rows of \p output, along its last dimension, with less entropy than in \p needs: a tensor of one element, int64,
/// on the device of \p output.
Tensor peakedRowsOf(const Tensor &output, const OutputNeeds &needs);

} // namespace lensboard::preprocessor
