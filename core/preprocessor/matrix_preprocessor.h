#pragma once

#include "core/preprocessor/kept_matrix.h"
#include "core/preprocessor/preprocessor.h"

#include <cstddef>
#include <functional>
#include <future>
#include <optional>
#include <utility>
#include <vector>

namespace lensboard::preprocessor {

/// Matrices once a tick, which are copied, and looked at later: in a tick no more bytes than \c mostCopied returns, but one matrix at least,
/// so the layers have turns.
///
/// Shape:  [rows, columns]; other tensors are skipped.
class MatrixPreprocessor : public TensorPreprocessor
{
public:
    using Compute = std::function<std::shared_future<double>(std::function<double()>)>;

    Slot addLayer() override;
    void endTick() override;
    Needs needs() const final { return {.tensor = true}; }
    void processTensor(Slot slot, const Measurement &measured) override;

protected:
    MatrixPreprocessor(Compute compute, std::function<double()> mostCopied) : m_compute(std::move(compute)), m_mostCopied(std::move(mostCopied)) {}

    /// Has what is shown of \p slot computed().
    virtual void look(Slot slot, const KeptMatrix &matrix) = 0;
    std::shared_future<double> computed(std::function<double()> function) const { return m_compute(std::move(function)); }

private:
    bool hasTurn(Slot slot, double bytes);

    Compute m_compute;
    std::function<double()> m_mostCopied; ///< bytes
    std::optional<double> m_most;         ///< the same, of this tick
    double m_copied = 0;                  ///< in this tick
    std::vector<bool> m_hadTurn; ///< by slot; until all had one
    bool m_isFull = false;       ///< the turns of this tick are over
};

} // namespace lensboard::preprocessor
