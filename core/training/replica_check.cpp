#include "core/training/replica_check.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include <array>
#include <cstdint>
#include <cstring>

namespace lensboard::training {

std::size_t ReplicaCheck::append(std::vector<double> &numbers)
{
    constexpr double kMostBytes = 32e6;
    double bytes = 0;
    std::size_t count = 0;
    m_first = m_next;
    while (count < m_parameters.size() && (count == 0 || bytes < kMostBytes)) {
        const at::Tensor &parameter = m_parameters[m_next].second;
        numbers.push_back(checksum(parameter));
        bytes += static_cast<double>(parameter.nbytes());
        m_next = (m_next + 1) % m_parameters.size();
        ++count;
    }
    return count;
}

std::vector<std::string> ReplicaCheck::differing(std::span<const double> own, std::span<const double> theirs) const
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < own.size() && i < theirs.size(); ++i)
        if (own[i] != theirs[i])
            names.push_back(m_parameters[(m_first + i) % m_parameters.size()].first);
    return names;
}

double checksum(const at::Tensor &tensor)
{
    const at::Tensor values = tensor.detach().cpu().contiguous();
    const auto *bytes = static_cast<const char *>(values.data_ptr());
    const std::size_t size = values.nbytes();
    constexpr std::uint64_t kPrime = 0x100000001b3; // FNV's; four sums, so that one product need not wait for the other
    std::array<std::uint64_t, 4> sums = {0xcbf29ce484222325, 1, 2, 3};
    std::array<std::uint64_t, 4> words{};
    std::size_t at = 0;
    for (; at + sizeof words <= size; at += sizeof words) {
        std::memcpy(words.data(), bytes + at, sizeof words);
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] = (sums[i] ^ words[i]) * kPrime;
    }
    words = {};
    std::memcpy(words.data(), bytes + at, size - at);
    std::uint64_t sum = size;
    for (std::size_t i = 0; i < sums.size(); ++i)
        sum = ((sum ^ ((sums[i] ^ words[i]) * kPrime)) * kPrime) ^ (sum >> 29);
    constexpr int kBits = 53; // that a double has
    return static_cast<double>(sum >> (64 - kBits));
}

} // namespace lensboard::training
