#pragma once

#include "core/machine/gpu_monitor.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <vector>

namespace lensboard::machine {

/// Use of a machine in a stretch of time. Numbers that the system does not tell are nullopt.
/// Units: shares of all processors, bytes, bytes per second.
struct Usage
{
    std::optional<double> processors;     ///< busy with any program
    std::optional<double> process;        ///< busy with this process
    std::optional<double> usedMemory;     ///< of the machine, at the end
    std::optional<double> resident;       ///< memory of this process, at the end
    std::optional<double> peak;           ///< most memory of this process so far
    std::optional<double> read, written;  ///< by this process, from and to disks
    std::optional<double> received, sent; ///< by the machine through its networks
    std::vector<GpuUsage> gpus;           ///< at the end
};

/// Reads the use of this machine from Linux's counters in /proc, and that of NVIDIA's GPUs.
/// Thread: one.
class UsageMeter
{
public:
    /// \p proc has the layout of /proc.
    explicit UsageMeter(std::filesystem::path proc = "/proc", GpuMonitor gpus = GpuMonitor());

    /// Returns the use since the last call, or since construction.
    Usage take();

private:
    struct Counters
    {
        std::optional<double> ticks, busy, process;          ///< of all processors
        std::optional<double> read, written, received, sent; ///< bytes
    };

    Counters countersNow() const;

    std::filesystem::path m_proc;
    GpuMonitor m_gpus;
    Counters m_before;
    std::chrono::steady_clock::time_point m_since;
};

} // namespace lensboard::machine
