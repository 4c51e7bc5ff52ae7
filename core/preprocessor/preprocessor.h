#pragma once

#include "core/preprocessor/measurement.h"
#include "core/stats/aggregate.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace lensboard::preprocessor {

/// Position of a layer within a preprocessor, in the order in which its lens added them.
using Slot = std::size_t;

/// Measurements in, statistics of a tick out. What is computed of what a gatherer brings; one slot a layer.
///
/// Life of a tick: process…, the lens reads, endTick().
/// Thread: the one that trains.
class Preprocessor
{
public:
    virtual ~Preprocessor() = default;
    /// Makes room for one more layer.
    virtual Slot addLayer() = 0;
    virtual void endTick() = 0;
    /// Calls \p use with all that the tick gathered, in an order that depends on its layers alone: what merges with another process's.
    virtual void forEachAggregate(const std::function<void(stats::Aggregate &)> & /*use*/) {}
};

/// Of what passes through a module's forward.
class ForwardPreprocessor : public Preprocessor
{
public:
    virtual OutputNeeds needs() const = 0;
    virtual void processForward(Slot slot, const OutputMeasurement &measured) = 0;
};

/// Of one tensor: a gradient, a parameter.
class TensorPreprocessor : public Preprocessor
{
public:
    virtual Needs needs() const = 0;
    virtual void processTensor(Slot slot, const Measurement &measured) = 0;
};

} // namespace lensboard::preprocessor
