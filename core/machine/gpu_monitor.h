#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::machine {

/// Use of a GPU at a moment. Numbers that its driver does not tell are nullopt.
struct GpuUsage
{
    std::optional<double> load;        ///< busy share of the driver's last interval, at most a second
    std::optional<double> memory;      ///< used by all programs. Units: bytes
    std::optional<double> temperature; ///< Units: °C
    std::optional<double> power;       ///< Units: W
};

/// Reads the use of NVIDIA's GPUs from the driver's library NVML. Without it there are no GPUs.
/// Source: NVML API Reference Guide.
class GpuMonitor
{
public:
    /// Loads NVML from \p library, a path or a name that the loader finds.
    explicit GpuMonitor(const std::string &library = "libnvidia-ml.so.1");

    /// Returns the use of each GPU, in NVML's order.
    std::vector<GpuUsage> read() const;

private:
    struct Nvml;
    std::shared_ptr<const Nvml> m_nvml; ///< null if there is none
};

} // namespace lensboard::machine
