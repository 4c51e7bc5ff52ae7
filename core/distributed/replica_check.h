#pragma once

#include "core/tensor/tensor.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace lensboard::distributed {

/// Whether parameters are the same, bit for bit, in all processes that train a model, as they have to be: by a checksum of each. Those of
/// large models are looked at in turns.
class ReplicaCheck
{
public:
    explicit ReplicaCheck(NamedTensors parameters) : m_parameters(std::move(parameters)) {}

    /// Appends the checksums of the parameters whose turn it is, as many in each process, to \p numbers. Returns how many.
    std::size_t append(std::vector<double> &numbers);
    /// The number of the parameter whose checksum is the first of the last append().
    std::size_t first() const { return m_first; }
    bool isOf(const NamedTensors &parameters) const;
    /// The parameters whose checksums, of the last append(), differ.
    std::vector<std::string> differing(std::span<const double> own, std::span<const double> theirs) const;

private:
    NamedTensors m_parameters;
    std::size_t m_first = 0; ///< of the last turn
    std::size_t m_next = 0;
};

/// Of all bits of \p tensor and their order; a whole number that a double holds exactly.
double checksum(const Tensor &tensor);

} // namespace lensboard::distributed
