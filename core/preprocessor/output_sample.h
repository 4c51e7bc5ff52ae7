#pragma once

#include "core/tensor/tensor.h"

#include <cstdint>
#include <memory>

namespace lensboard::preprocessor {

/// A layer's output of the last batch of a tick as a matrix, [samples, features], reduced to at most \c size rows and columns, evenly spaced.
///
/// Predicts the last batch of a tick by the number of batches in the tick before. Batches 1, 2, 4, 8, … are copied as well, so that a
/// shorter tick still has a batch from its second half.
class OutputSample
{
public:
    static constexpr std::int64_t kSize = 256;

    /// Copies \p output, on its device, if this batch may be the last. \p channelLast: features are the last dimension, and each position in
    /// a sample is a row. \p size: limit for rows and for columns.
    void push(const Tensor &output, bool channelLast, std::int64_t size = kSize);
    /// Undefined if no batch was copied.
    const Tensor &matrix() const { return m_matrix; }
    void endTick();

    /// Number of batches in this tick, and in the tick before.
    std::int64_t seen() const { return m_seen; }
    std::int64_t seenBefore() const { return m_seenBefore; }
    void restore(std::int64_t seen, std::int64_t seenBefore);

private:
    Tensor m_matrix;
    std::int64_t m_seen = 0, m_seenBefore = 0;
};

} // namespace lensboard::preprocessor
