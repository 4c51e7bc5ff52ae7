#pragma once

#include "core/hook/model_tap.h"

#include <set>
#include <vector>

namespace lensboard::gatherer {

/// The layers whose parameters one of several processes measures, which are the same in all of them: each process finds the same
/// division, in parts of about as many bytes.
class LayerShare
{
public:
    /// \p of: the process \p rank of \p count.
    LayerShare(int rank, int count) : m_rank(static_cast<std::size_t>(rank)), m_bytes(static_cast<std::size_t>(count)) {}

    /// Divides \p layers, besides those that are divided already.
    void add(const hook::ModelTap &tap, const std::vector<hook::ModuleId> &layers);

    bool has(hook::ModuleId layer) const { return m_own.contains(layer); }
    /// Of the parameters of all layers.
    double bytes() const;

private:
    std::size_t m_rank;
    std::vector<double> m_bytes; ///< by process
    std::set<hook::ModuleId> m_own;
};

} // namespace lensboard::gatherer
