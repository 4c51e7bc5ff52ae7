#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

#include <malloc.h>

namespace lensboard::bench {

inline double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

inline double secondsOf(const std::function<void()> &work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Runs the contenders alternately, round after round. Returns the seconds of each, by contender.
inline std::vector<std::vector<double>> inTurns(const std::vector<std::function<void()>> &contenders, int rounds)
{
    std::vector<std::vector<double>> seconds(contenders.size());
    for (const auto &contender : contenders)
        contender(); // warm up
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < contenders.size(); ++i)
            seconds[i].push_back(secondsOf(contenders[i]));
    return seconds;
}

/// Median of the ratios of all rounds. Changes of the machine's speed between rounds cancel out.
inline double ratio(const std::vector<double> &of, const std::vector<double> &to)
{
    std::vector<double> ratios;
    for (std::size_t i = 0; i < of.size(); ++i)
        ratios.push_back(of[i] / to[i]);
    return median(ratios);
}

/// Keeps freed memory in the process. Returning big gradient buffers to the kernel and requesting them again changes step times by half.
inline void keepMemory()
{
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

} // namespace lensboard::bench
