#pragma once

#include "core/preprocessor/preprocessor.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <optional>
#include <utility>
#include <vector>

namespace lensboard::preprocessor {

/// Inverse condition number σ_min/σ_max of each matrix: 1 for an orthogonal one, 0 for one that loses a dimension.
///
/// From the eigenvalues of the smaller Gram matrix, formed and solved in double: as near to the truth as the matrix
/// in float is, and a small part of the price of its singular values. Below 1e-8 it cannot be distinguished from 0.
///
/// Shape:  [rows, columns]; other tensors are skipped. NaN if a value is not finite.
/// Source: monitorch ParameterCond, which takes torch.linalg.cond(W, p=-2).
///
/// Matrices are copied, and looked at later; of large thin ones, such as embeddings, the Gram matrix is formed where they lie.
class ParameterConditionPreprocessor final : public TensorPreprocessor
{
public:
    using Compute = std::function<std::shared_future<double>(std::function<double()>)>;

    /// In a tick it copies no more bytes than \p mostCopied returns, but one matrix at least: the layers have turns.
    ParameterConditionPreprocessor(Compute compute, std::function<double()> mostCopied)
        : m_compute(std::move(compute)), m_mostCopied(std::move(mostCopied))
    {}

    /// Whether it copies a matrix in float32 on the host; not a large thin one.
    static bool copies(std::int64_t rows, std::int64_t columns);

    /// What \p slot has in this tick; not valid if that is nothing.
    const std::shared_future<double> &condition(Slot slot) const { return m_conditions[slot]; }

    Slot addLayer() override;
    void endTick() override;
    Needs needs() const override { return {.tensor = true}; }
    void processTensor(Slot slot, const Measurement &measured) override;

private:
    bool hasTurn(Slot slot, double bytes);

    Compute m_compute;
    std::function<double()> m_mostCopied; ///< bytes
    std::optional<double> m_most;         ///< the same, of this tick
    double m_copied = 0;                  ///< in this tick
    std::vector<bool> m_hadTurn; ///< by slot; until all had one
    bool m_isFull = false; ///< the turns of this tick are over
    std::vector<std::shared_future<double>> m_conditions;
};

} // namespace lensboard::preprocessor
