#pragma once

#include <cstdint>
#include <string>

namespace lensboard {

/// The device of a tensor's memory. The numbers are PyTorch's own (c10::DeviceType).
struct Device
{
    /// Kind of a device.
    enum class Kind : std::int8_t { Host = 0, Cuda = 1, Xpu = 12, Mps = 13, Meta = 14, Other = 20 };

    Kind kind = Kind::Host;
    std::int8_t index = -1; ///< among devices of its kind; -1: the current one

    /// Returns true for the memory of the processor.
    bool isHost() const { return kind == Kind::Host; }
    bool operator==(const Device &) const = default;
};

/// "cuda:1", as PyTorch writes it.
std::string toText(Device device);

} // namespace lensboard
