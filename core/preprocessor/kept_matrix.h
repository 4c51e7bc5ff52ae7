#pragma once

#include "core/tensor/tensor.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lensboard::preprocessor {

/// Snapshot of a matrix for an analysis on another thread: a copy on the host, or for a large thin matrix, such as an embedding, the
/// Gram matrix of its shorter side. It takes no longer than a copy and is computed on the matrix's device.
class KeptMatrix
{
public:
    /// Shape:  [rows, columns], floating point, any device.
    explicit KeptMatrix(const Tensor &matrix);

    /// Returns true if a float32 matrix of this shape on the host is copied.
    static bool copies(std::int64_t rows, std::int64_t columns);
    /// Returns the number of bytes that a snapshot of \p matrix copies.
    static double bytesOf(const Tensor &matrix);

    /// Returns the squared singular values, ascending, divided by the square of the greatest magnitude; empty if a value is not finite.
    ///
    /// Computes eigenvalues of the smaller Gram matrix in double: as accurate as the float input, and much cheaper
    /// than singular values. Singular values below 1e-8 of the greatest cannot be distinguished from 0.
    std::vector<double> squaredSingularValues() const;

    /// Returns ‖W‖_F² / σ_max² to about 1e-4, by power iteration: a few products if \p start is the vector from the last call for a
    /// similar matrix. Uses all singular values if the iteration does not converge. NaN if a value is not finite, 0 for zeros.
    double stableRank(Tensor &start) const;

private:
    struct Private;
    std::shared_ptr<const Private> d;
};

/// Returns exp of the entropy of the singular values' shares of their sum: n for n equal values, 1 for rank 1. 0 for zeros, NaN if the
/// list is empty.
///
/// Source: Roy & Vetterli 2007, The effective rank.
double effectiveRank(const std::vector<double> &squaredSingularValues);
/// Returns ‖W‖_F² / σ_max²; 0 for zeros, NaN if the list is empty.
double stableRank(const std::vector<double> &squaredSingularValues);

} // namespace lensboard::preprocessor
