#include "core/machine/gpu_monitor.h"

#include <dlfcn.h>

namespace lensboard::machine {

namespace {

constexpr int kSuccess = 0;               ///< NVML_SUCCESS
constexpr unsigned kTemperatureOfGpu = 0; ///< NVML_TEMPERATURE_GPU

using Device = void *;

/// nvmlUtilization_t
struct Utilization
{
    unsigned gpu = 0; ///< per cent
    unsigned memory = 0;
};

/// nvmlMemory_t
struct Memory
{
    unsigned long long total = 0, free = 0, used = 0; ///< bytes
};

} // namespace

/// Functions of NVML. An old driver may lack some.
struct GpuMonitor::Nvml
{
    void *library = nullptr;
    int (*shutdown)() = nullptr;
    int (*countOf)(unsigned *) = nullptr;
    int (*deviceAt)(unsigned, Device *) = nullptr;
    int (*utilizationOf)(Device, Utilization *) = nullptr;
    int (*memoryOf)(Device, Memory *) = nullptr;
    int (*temperatureOf)(Device, unsigned, unsigned *) = nullptr;
    int (*powerOf)(Device, unsigned *) = nullptr; ///< milliwatts

    explicit Nvml(void *handle) : library(handle)
    {
        int (*begin)() = nullptr;
        load(begin, "nvmlInit_v2");
        load(countOf, "nvmlDeviceGetCount_v2");
        load(deviceAt, "nvmlDeviceGetHandleByIndex_v2");
        load(utilizationOf, "nvmlDeviceGetUtilizationRates");
        load(memoryOf, "nvmlDeviceGetMemoryInfo");
        load(temperatureOf, "nvmlDeviceGetTemperature");
        load(powerOf, "nvmlDeviceGetPowerUsage");
        if (begin && begin() == kSuccess)
            load(shutdown, "nvmlShutdown");
    }
    ~Nvml()
    {
        if (shutdown)
            shutdown();
        dlclose(library);
    }
    Nvml(const Nvml &) = delete;
    Nvml &operator=(const Nvml &) = delete;

    template <typename Function>
    void load(Function &function, const char *name)
    {
        function = reinterpret_cast<Function>(dlsym(library, name));
    }
};

GpuMonitor::GpuMonitor(const std::string &library)
{
    if (void *const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL))
        m_nvml = std::make_shared<const Nvml>(handle);
}

std::vector<GpuUsage> GpuMonitor::read() const
{
    unsigned count = 0;
    if (!m_nvml || !m_nvml->shutdown || !m_nvml->countOf || !m_nvml->deviceAt || m_nvml->countOf(&count) != kSuccess)
        return {};
    std::vector<GpuUsage> all;
    for (unsigned i = 0; i < count; ++i) {
        GpuUsage &usage = all.emplace_back();
        Device device = nullptr;
        if (m_nvml->deviceAt(i, &device) != kSuccess)
            continue;
        if (Utilization now; m_nvml->utilizationOf && m_nvml->utilizationOf(device, &now) == kSuccess)
            usage.load = now.gpu / 100.0;
        if (Memory now; m_nvml->memoryOf && m_nvml->memoryOf(device, &now) == kSuccess)
            usage.memory = static_cast<double>(now.used);
        if (unsigned now = 0; m_nvml->temperatureOf && m_nvml->temperatureOf(device, kTemperatureOfGpu, &now) == kSuccess)
            usage.temperature = now;
        if (unsigned now = 0; m_nvml->powerOf && m_nvml->powerOf(device, &now) == kSuccess)
            usage.power = now / 1000.0;
    }
    return all;
}

} // namespace lensboard::machine
