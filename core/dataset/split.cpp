#include "core/dataset/split.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>

namespace lensboard::dataset {

namespace {

/// Returns the number of validation samples per class: the share rounded down; the rest goes to the largest remainders.
std::vector<std::int64_t> quotas(const std::vector<std::vector<std::int64_t>> &members, std::int64_t wanted, double share)
{
    std::vector<std::int64_t> quota;
    std::vector<double> lost;
    for (const auto &numbers : members) {
        const double exact = static_cast<double>(numbers.size()) * share;
        quota.push_back(static_cast<std::int64_t>(exact));
        lost.push_back(exact - std::floor(exact));
    }
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return lost[a] > lost[b]; });
    std::int64_t left = wanted - std::accumulate(quota.begin(), quota.end(), std::int64_t{0});
    for (bool given = true; left > 0 && given;) {
        given = false;
        for (const std::size_t i : order)
            if (left > 0 && quota[i] + 1 < static_cast<std::int64_t>(members[i].size())) {
                ++quota[i];
                --left;
                given = true;
            }
    }
    return quota;
}

} // namespace

std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>> splitSamples(const std::vector<std::int64_t> &classes,
                                                                           const SplitSettings &settings)
{
    const auto size = static_cast<std::int64_t>(classes.size());
    if (size < 2)
        throw record::InvalidArgument(record::message("a single sample cannot be split into training and validation; at least "
                                                    "two are needed"));
    std::vector<std::vector<std::int64_t>> members(1);
    for (std::int64_t i = 0; i < size; ++i) {
        const auto group = settings.stratify ? static_cast<std::size_t>(classes[static_cast<std::size_t>(i)]) : 0;
        if (group >= members.size())
            members.resize(group + 1);
        members[group].push_back(i);
    }
    const auto wanted = std::clamp<std::int64_t>(std::llround(static_cast<double>(size) * settings.validation), 1, size - 1);
    const std::vector<std::int64_t> quota = quotas(members, wanted, settings.validation);
    constexpr std::int64_t kStream = 0x706c6974; ///< separates this random stream from the one that orders the samples of an epoch
    std::seed_seq sequence{settings.seed & 0xffffffff, settings.seed >> 32, kStream};
    std::mt19937_64 random(sequence);
    std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>> parts;
    for (std::size_t group = 0; group < members.size(); ++group) {
        std::vector<std::int64_t> &numbers = members[group];
        for (std::size_t i = numbers.size(); i > 1; --i) // Fisher-Yates shuffle
            std::swap(numbers[i - 1], numbers[random() % i]);
        const auto border = numbers.begin() + quota[group];
        parts.second.insert(parts.second.end(), numbers.begin(), border);
        parts.first.insert(parts.first.end(), border, numbers.end());
    }
    if (parts.second.empty()) { // every class has a single sample
        parts.second.push_back(parts.first.back());
        parts.first.pop_back();
    }
    std::sort(parts.first.begin(), parts.first.end());
    std::sort(parts.second.begin(), parts.second.end());
    return parts;
}

} // namespace lensboard::dataset
