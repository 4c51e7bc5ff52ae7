// A driver's library with two GPUs. The second tells its memory alone.

extern "C" {

int nvmlInit_v2()
{
    return 0;
}
int nvmlShutdown()
{
    return 0;
}
int nvmlDeviceGetCount_v2(unsigned *count)
{
    *count = 2;
    return 0;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device)
{
    static char devices[2];
    *device = &devices[index];
    return 0;
}

static bool isFirst(void *device)
{
    void *first = nullptr;
    nvmlDeviceGetHandleByIndex_v2(0, &first);
    return device == first;
}

int nvmlDeviceGetUtilizationRates(void *device, unsigned *percent)
{
    percent[0] = 42;
    percent[1] = 7;
    return isFirst(device) ? 0 : 3; // not supported
}
int nvmlDeviceGetMemoryInfo(void *device, unsigned long long *bytes)
{
    bytes[0] = 80'000'000'000;
    bytes[2] = isFirst(device) ? 3'000'000'000 : 5'000'000'000;
    bytes[1] = bytes[0] - bytes[2];
    return 0;
}
int nvmlDeviceGetTemperature(void *device, unsigned, unsigned *celsius)
{
    *celsius = 61;
    return isFirst(device) ? 0 : 3;
}
int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts)
{
    *milliwatts = 250'500;
    return isFirst(device) ? 0 : 3;
}
}
