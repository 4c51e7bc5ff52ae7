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

/// Runs the contenders in turn, round after round; gives the seconds of each, by contender.
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

/// Median of the ratios round by round, which a machine that changes its speed leaves alone.
inline double ratio(const std::vector<double> &of, const std::vector<double> &to)
{
    std::vector<double> ratios;
    for (std::size_t i = 0; i < of.size(); ++i)
        ratios.push_back(of[i] / to[i]);
    return median(ratios);
}

/// Big gradient buffers given back to the kernel and asked for again swing a step by half; the same for all sides.
inline void keepMemory()
{
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

} // namespace lensboard::bench
