#pragma once

#include "core/experiment/experiment.h"
#include "core/lens/lens.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::lens {

/// Whether a tensor from a file is one that can be computed with.
bool isDense(const Tensor &tensor);

/// Shows tensors under a tag until its limit is reached.
class TensorShelf
{
public:
    /// Units:  \p limit in bytes, of single precision.
    TensorShelf(record::TagSpec tag, std::size_t limit) : m_tag(std::move(tag)), m_limit(limit) {}

    const record::TagSpec &tag() const { return m_tag; }
    std::size_t bytesLeft() const { return m_limit - m_bytes; }
    bool isFull() const { return m_full; }
    void setFull() { m_full = true; } ///< there was more than there is room for

    /// Adds \p tensor to those of this tick, as numbers in single precision, unless that would exceed the limit.
    void add(const std::string &layer, const std::string &label, const Tensor &tensor);
    /// Plots what was added, unless nothing was, and forgets it.
    void plot(Plotter &out);
    /// How full it is.
    void save(State &state) const;
    /// It is empty in another run. False if \p state does not have it.
    bool restore(const State &state, const Resumption &resumption);
    /// Returns a message for the user once it is full; empty before, and at later calls.
    std::string complaint();

private:
    struct Added
    {
        std::string layer;
        std::string label; ///< what of it: output, gradient of its input
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
