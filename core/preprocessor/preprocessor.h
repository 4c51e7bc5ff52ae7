#pragma once

#include "core/preprocessor/measurement.h"
#include "core/stats/aggregate.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace lensboard::preprocessor {

/// Index of a layer within a preprocessor, in the order of addLayer().
using Slot = std::size_t;

/// Computes statistics of a tick from the measurements of a gatherer; one slot per layer.
///
/// Life of a tick: process…(), the lens reads, endTick().
/// Thread: the training thread.
class Preprocessor
{
public:
    virtual ~Preprocessor() = default;
    /// Adds a slot for a layer.
    virtual Slot addLayer() = 0;
    virtual void endTick() = 0;
    /// Calls \p use with all aggregates of the tick, in an order that depends only on its layers, for a merge with other processes.
    virtual void forEachAggregate(const std::function<void(stats::Aggregate &)> & /*use*/) {}
};

/// Processes outputs of a module's forward.
class ForwardPreprocessor : public Preprocessor
{
public:
    virtual OutputNeeds needs() const = 0;
    virtual void processForward(Slot slot, const OutputMeasurement &measured) = 0;
};

/// Processes one tensor: a gradient or a parameter.
class TensorPreprocessor : public Preprocessor
{
public:
    virtual Needs needs() const = 0;
    virtual void processTensor(Slot slot, const Measurement &measured) = 0;
};

} // namespace lensboard::preprocessor
