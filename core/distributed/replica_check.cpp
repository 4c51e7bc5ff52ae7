#include "core/distributed/replica_check.h"

#include "core/bytes/crc32c.h"

#include <algorithm>

namespace lensboard::distributed {

std::size_t ReplicaCheck::append(std::vector<double> &numbers)
{
    constexpr double kMaxBytes = 32e6;
    double bytes = 0;
    std::size_t count = 0;
    m_first = m_next;
    while (count < m_parameters.size() && (count == 0 || bytes < kMaxBytes)) {
        const Tensor parameter = m_parameters[m_next].second.current();
        numbers.push_back(checksum(parameter));
        bytes += static_cast<double>(parameter.nbytes());
        m_next = (m_next + 1) % m_parameters.size();
        ++count;
    }
    return count;
}

bool ReplicaCheck::isOf(const NamedTensors &parameters) const
{
    return std::ranges::equal(m_parameters, parameters,
                              [](const auto &a, const auto &b) { return a.first == b.first && a.second.isSame(b.second); });
}

std::vector<std::string> ReplicaCheck::differing(std::span<const double> own, std::span<const double> theirs) const
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < own.size() && i < theirs.size(); ++i)
        if (own[i] != theirs[i])
            names.push_back(m_parameters[(m_first + i) % m_parameters.size()].first);
    return names;
}

double checksum(const Tensor &tensor)
{
    const Tensor values = tensor.detach().toHost().contiguous();
    if (!values.hasMemory())
        return 0; // a DTensor, for example, is divided among the processes
    return bytes::crc32c({values.data<const char>(), values.nbytes()});
}

} // namespace lensboard::distributed
