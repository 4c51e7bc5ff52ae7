#pragma once

#include "core/torch_fwd.h"

#include <cstddef>
#include <cstdint>

namespace lensboard::preprocessor {

/// Position of a layer within a preprocessor, in the order in which its lens added them.
using Slot = std::size_t;

/// Tensor in, running statistics out. What is computed of what a gatherer brings; one slot a layer.
///
/// Life of a tick: process…, the lens reads, endTick(). skipTick() instead tells that a tick was not measured,
/// so what comes next has no predecessor.
/// Thread: the one that trains.
class Preprocessor
{
public:
    virtual ~Preprocessor() = default;
    /// Makes room for one more layer.
    virtual Slot addLayer() = 0;
    virtual void endTick() = 0;
    virtual void skipTick() = 0;
};

/// Of what passes through a module's forward.
class ForwardPreprocessor : public Preprocessor
{
public:
    virtual void processForward(Slot slot, const at::Tensor &output, bool training) = 0;
};

/// Of one tensor: a gradient, a parameter.
class TensorPreprocessor : public Preprocessor
{
public:
    virtual void processTensor(Slot slot, const at::Tensor &tensor) = 0;
};

} // namespace lensboard::preprocessor
