#pragma once

#include "core/tensor/tensor.h"

#include <cstdint>
#include <memory>

namespace lensboard::preprocessor {

/// A layer's output of the last batch of a tick as a matrix, [samples, features], of which so many rows and columns are taken, evenly spaced.
///
/// Which batch is the last is not known before the tick ends: it is the one that was in the tick before. Batches whose number is a power of
/// two are taken as well; so a tick that is not as long has one from its second half.
class OutputSample
{
public:
    struct Settings
    {
        std::int64_t size = 256;  ///< rows, and columns, at most
        bool channelLast = false; ///< the last dimension is that of features, each place of a sample a row of its own
    };

    /// \p output, on any device, is copied, where it is taken, and stays there.
    void push(const Tensor &output, const Settings &settings);
    /// Undefined if none was taken.
    const Tensor &matrix() const { return m_matrix; }
    void endTick();

    /// Batches of this tick, and of the one before.
    std::int64_t seen() const { return m_seen; }
    std::int64_t seenBefore() const { return m_seenBefore; }
    void restore(std::int64_t seen, std::int64_t seenBefore);

private:
    Tensor m_matrix;
    std::int64_t m_seen = 0, m_seenBefore = 0;
};

} // namespace lensboard::preprocessor
