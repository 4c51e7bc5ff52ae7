#include "core/runs/divergence/repeat_noise.h"

#include <algorithm>
#include <cmath>

namespace lensboard::runs {

namespace {

/// Returns the larger number; NaN only if both are.
double larger(double a, double b)
{
    return std::fmax(a, b);
}

double median(std::vector<double> values)
{
    std::erase_if(values, [](double value) { return std::isnan(value); });
    if (values.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

} // namespace

RepeatNoise::Blocks RepeatNoise::nowhere()
{
    Blocks blocks;
    blocks.fill(std::numeric_limits<double>::quiet_NaN());
    return blocks;
}

std::size_t RepeatNoise::blockOf(std::int64_t step) const
{
    const double share = static_cast<double>(step - m_first) / (static_cast<double>(m_last - m_first) + 1);
    return static_cast<std::size_t>(std::clamp(share, 0.0, 1.0 - 1e-9) * kBlocks);
}

void RepeatNoise::add(const std::string &tag, const std::string &key, std::vector<SteppedValues> repeats)
{
    Range &range = m_ranges.try_emplace(key, Range{tag, nowhere(), nowhere()}).first->second;
    forEachCommonStep(std::span(repeats), [&](std::int64_t step) {
        double low = repeats.front().value(), high = low;
        for (const SteppedValues &each : repeats) {
            low = std::min(low, each.value());
            high = std::max(high, each.value());
        }
        const double width = high - low, size = std::max(std::abs(low), std::abs(high));
        if (std::isfinite(width)) {
            const std::size_t block = blockOf(step);
            range.widest[block] = larger(range.widest[block], width);
            range.relative[block] = larger(range.relative[block], size > 0 ? width / size : 0);
        }
        return true;
    });
}

void RepeatNoise::finish()
{
    std::map<std::string, std::vector<const Range *>> byTag;
    for (const auto &[key, range] : m_ranges)
        byTag[range.tag].push_back(&range);
    for (const auto &[tag, ranges] : byTag) {
        Blocks &relative = m_relative.emplace(tag, nowhere()).first->second;
        for (std::size_t block = 0; block < kBlocks; ++block) {
            std::vector<double> all;
            for (const Range *range : ranges)
                all.push_back(range->relative[block]);
            relative[block] = median(std::move(all));
        }
    }
}

double RepeatNoise::limit(const std::string &tag, const std::string &key, std::int64_t step, double size) const
{
    const auto range = m_ranges.find(key);
    if (range == m_ranges.end())
        return std::numeric_limits<double>::infinity();
    const std::size_t block = blockOf(step);
    double noise = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t near = block > 0 ? block - 1 : 0; near <= std::min(block + 1, kBlocks - 1); ++near)
        noise = larger(noise, range->second.widest[near]);
    noise = larger(noise, m_relative.at(tag)[block] * size);
    return std::isnan(noise) ? std::numeric_limits<double>::infinity() : kFactor * noise;
}

} // namespace lensboard::runs
