#pragma once

#include "core/preprocessor/measurement.h"

#include <array>
#include <memory>
#include <vector>

namespace lensboard::preprocessor {

/// Results of measuring tensors, kept on their device: numbers are copied to the host when they are taken, many at a time, so
/// that a step waits for no copy.
class DeviceSums
{
public:
    static constexpr std::size_t kNumbers = 4;
    static constexpr std::size_t kCapacity = 64;
    using Numbers = std::array<double, kNumbers>;

    DeviceSums();
    ~DeviceSums();

    std::size_t size() const { return m_size; }
    bool full() const { return m_size == kCapacity; }
    /// Adds the numbers of one measurement.
    ///
    /// Shape:  each a tensor of one element; all on one device.
    void push(const std::vector<at::Tensor> &numbers);
    /// Returns all of them, in order, and leaves it empty.
    std::vector<Numbers> take();

private:
    std::unique_ptr<at::Tensor> m_rows; ///< [kCapacity, kNumbers] float64 on the device
    std::size_t m_size = 0;
};

/// Returns Σx², Σx·previous, the active values and the rows without one, as far as \p needs asks for them.
///
/// Shape:  \p previous as \p x, or undefined. Results of one element each, float64, on the device of \p x.
std::vector<at::Tensor> sumsOnDevice(const at::Tensor &x, const at::Tensor &previous, const Needs &needs);

/// Returns the mean norm of the samples, the active values, the channels without one, and whether this is training.
///
/// Shape:  \p output [N, C, *], or [N, *, C] with \c needs.channelLast. Results likewise.
std::vector<at::Tensor> sumsOnDevice(const at::Tensor &output, bool training, const OutputNeeds &needs);

} // namespace lensboard::preprocessor
