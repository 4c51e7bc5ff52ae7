#pragma once

#include "core/preprocessor/geometry_preprocessor.h"

namespace lensboard::preprocessor {

/// Geometry of a parameter's movement between successive calls. The first call only stores the parameter.
/// Keeps the last two states of each: three reads and one write a call.
///
/// Shape:  any, floating point, any device; others are passed over.
/// Units:  those of the parameter; cosines in [-1, 1].
/// Source: monitorch ParameterDifferenceGeometry, without its made-up first cosine.
class ParameterDifferenceGeometryPreprocessor final : public GeometryPreprocessor
{
public:
    explicit ParameterDifferenceGeometryPreprocessor(const GeometrySettings &settings);
    ~ParameterDifferenceGeometryPreprocessor() override;

    Slot addLayer() override;
    void processTensor(Slot slot, const at::Tensor &parameter) override;
    /// A step after an unmeasured tick would span it all: the next call only stores.
    void skipTick() override;

private:
    struct History;
    std::vector<History> m_history;
};

} // namespace lensboard::preprocessor
