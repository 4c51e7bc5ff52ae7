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

/// Copies matrices once per tick for a later analysis: per tick at most \c maxCopied() bytes, but at least one matrix.
/// Layers are therefore analysed in rotation.
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
    MatrixPreprocessor(Compute compute, std::function<double()> maxCopied) : m_compute(std::move(compute)), m_maxCopied(std::move(maxCopied)) {}

    /// Starts the computations of \p slot with computed().
    virtual void look(Slot slot, const KeptMatrix &matrix) = 0;
    std::shared_future<double> computed(std::function<double()> function) const { return m_compute(std::move(function)); }

private:
    bool hasTurn(Slot slot, double bytes);

    Compute m_compute;
    std::function<double()> m_maxCopied;  ///< bytes
    std::optional<double> m_most;         ///< the limit in this tick
    double m_copied = 0;                  ///< bytes in this tick
    std::vector<bool> m_hadTurn; ///< by slot; reset after all had a turn
    bool m_isFull = false;       ///< no further turns in this tick
};

} // namespace lensboard::preprocessor
