#pragma once

#include "core/tensor/tensor.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace lensboard::distributed {

/// Verifies by checksums that all processes of a training have bitwise equal parameters. Large models are checked in
/// portions, one portion per call.
class ReplicaCheck
{
public:
    explicit ReplicaCheck(NamedTensors parameters) : m_parameters(std::move(parameters)) {}

    /// Appends the checksums of the next portion of parameters to \p numbers, equally many in each process. Returns their number.
    std::size_t append(std::vector<double> &numbers);
    /// Returns the index of the parameter of the first checksum in the last append().
    std::size_t first() const { return m_first; }
    bool isOf(const NamedTensors &parameters) const;
    /// Returns the names of parameters with different checksums in the last append().
    std::vector<std::string> differing(std::span<const double> own, std::span<const double> theirs) const;

private:
    NamedTensors m_parameters;
    std::size_t m_first = 0; ///< of the last portion
    std::size_t m_next = 0;
};

/// Returns a checksum of all bits of \p tensor in order: an integer that a double represents exactly.
double checksum(const Tensor &tensor);

} // namespace lensboard::distributed
