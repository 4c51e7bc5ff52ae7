#pragma once

#include "core/preprocessor/measurement.h"

#include <array>
#include <memory>
#include <vector>

namespace lensboard::preprocessor {

/// What several looks at tensors found, kept where the tensors are: numbers come to the host when they are taken, many at
/// a time, so that a step waits for no copy.
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
    /// Adds the numbers of one look, each a tensor of one element on one device.
    void push(const std::vector<at::Tensor> &numbers);
    /// All of them, in order; then it is empty.
    std::vector<Numbers> take();

private:
    std::unique_ptr<at::Tensor> m_rows; ///< [kCapacity, kNumbers] float64 on the device
    std::size_t m_size = 0;
};

/// Of \p x, with \p previous of the same shape or undefined: Σx², Σx·previous, active values, rows without one, as
/// \p needs asks. On the device of \p x, in float64.
std::vector<at::Tensor> sumsOnDevice(const at::Tensor &x, const at::Tensor &previous, const Needs &needs);

/// Of \p output: mean norm of the samples, active values, channels without one, whether this is training.
std::vector<at::Tensor> sumsOnDevice(const at::Tensor &output, bool training, const OutputNeeds &needs);

} // namespace lensboard::preprocessor
