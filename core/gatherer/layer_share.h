#pragma once

#include "core/hook/model_tap.h"

#include <set>
#include <vector>

namespace lensboard::gatherer {

/// Divides layers among processes with the same parameters: each process measures its share. All processes compute
/// the same division, into parts of about equal bytes.
class LayerShare
{
public:
    /// Share of process \p rank of \p count processes.
    LayerShare(int rank, int count) : m_rank(static_cast<std::size_t>(rank)), m_bytes(static_cast<std::size_t>(count)) {}

    /// Divides \p layers, and keeps earlier divisions.
    void add(const hook::ModelTap &tap, const std::vector<hook::ModuleId> &layers);

    bool has(hook::ModuleId layer) const { return m_own.contains(layer); }
    /// Size of the parameters of all layers, in all shares.
    double bytes() const;

private:
    std::size_t m_rank;
    std::vector<double> m_bytes; ///< by process
    std::set<hook::ModuleId> m_own;
};

} // namespace lensboard::gatherer
