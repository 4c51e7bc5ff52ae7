#pragma once

#include "core/experiment/experiment.h"
#include "core/lens/lens.h"
#include "core/record/message.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::lens {

/// Returns true if a tensor from a file can be used in computations.
bool isDense(const Tensor &tensor);

/// Message that \p watcher skips tensors without memory of their own; see Tensor::hasMemory().
record::Message withoutMemoryMessage(const std::string &watcher);

/// Shows tensors under a tag until its limit is reached.
class TensorShelf
{
public:
    /// Units:  \p limit in bytes, for single precision.
    TensorShelf(record::TagSpec tag, std::size_t limit) : m_tag(std::move(tag)), m_limit(limit) {}

    const record::TagSpec &tag() const { return m_tag; }
    std::size_t bytesLeft() const { return m_limit - m_bytes; }
    bool isFull() const { return m_full; }
    void setFull() { m_full = true; } ///< a tensor was rejected for lack of room

    /// Adds \p tensor to this tick in single precision, unless that would exceed the limit.
    void add(const std::string &layer, const std::string &label, const Tensor &tensor);
    /// Plots the added tensors, if any, and discards them.
    void plot(Plotter &out);
    /// Saves the used bytes.
    void save(State &state) const;
    /// Restores the used bytes; in another run the shelf is empty. Returns false if \p state does not have them.
    bool restore(const State &state, const Resumption &resumption);
    /// Returns a message for the user once, after the limit was reached; otherwise an empty string.
    record::Message complaint();

private:
    struct Added
    {
        std::string layer;
        std::string label; ///< kind of data: output, gradient of its input
        std::shared_ptr<const record::TensorValue> tensor;
    };

    record::TagSpec m_tag;
    std::size_t m_limit;
    std::size_t m_bytes = 0;
    bool m_full = false;
    bool m_reported = false;
    std::vector<Added> m_added;
};

} // namespace lensboard::lens
