#pragma once

#include "core/preprocessor/geometry_preprocessor.h"

#include <memory>

namespace lensboard::preprocessor {

/// Geometry of the tensors as they come, such as a parameter's gradients. Keeps one copy of each when
/// correlations are asked for.
///
/// Shape:  any, floating point, any device; others are passed over.
/// Units:  those of the tensor; cosines in [-1, 1].
/// Source: monitorch GradientGeometry, without its made-up first cosine.
class GradientGeometryPreprocessor final : public GeometryPreprocessor
{
public:
    explicit GradientGeometryPreprocessor(const GeometrySettings &settings);
    ~GradientGeometryPreprocessor() override;

    Slot addLayer() override;
    void processTensor(Slot slot, const at::Tensor &gradient) override;

private:
    std::vector<at::Tensor> m_previous; ///< one a slot
};

} // namespace lensboard::preprocessor
