#pragma once

#include "core/tensor/tensor.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lensboard::preprocessor {

/// What is kept of a matrix to be looked at later, on another thread: a copy on the host, or of a large thin one, such as an embedding, the
/// Gram matrix of its shorter side, which takes no longer and is formed where it lies.
class KeptMatrix
{
public:
    /// Shape:  [rows, columns], floating point, any device.
    explicit KeptMatrix(const Tensor &matrix);

    /// Whether a matrix in float32 on the host is copied.
    static bool copies(std::int64_t rows, std::int64_t columns);
    /// That keeping \p matrix copies.
    static double bytesOf(const Tensor &matrix);

    /// Squares of the singular values, ascending, as multiples of the square of the greatest magnitude; empty if a value is not finite.
    ///
    /// The eigenvalues of the smaller Gram matrix, formed and solved in double: as near to the truth as a matrix in float is, and a small part
    /// of the price of its singular values. Below 1e-8 of the greatest a singular value cannot be distinguished from 0.
    std::vector<double> squaredSingularValues() const;

    /// ‖W‖_F² / σ_max² to 1e-4 or so, by power iteration: a few products of the matrix if \p start is the vector that the last call left, of a
    /// matrix much like this one. From all singular values where that does not converge. NaN if a value is not finite, 0 of zeros.
    double stableRank(Tensor &start) const;

private:
    struct Private;
    std::shared_ptr<const Private> d;
};

/// exp of the entropy of the singular values, as shares of their sum: n of n equal ones, 1 of a matrix of rank 1. 0 of zeros, NaN if there
/// are none.
///
/// Source: Roy & Vetterli 2007, The effective rank.
double effectiveRank(const std::vector<double> &squaredSingularValues);
/// ‖W‖_F² / σ_max², likewise.
double stableRank(const std::vector<double> &squaredSingularValues);

} // namespace lensboard::preprocessor
