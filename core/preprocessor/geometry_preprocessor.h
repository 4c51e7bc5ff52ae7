#pragma once

#include "core/preprocessor/fused_kernels.h"
#include "core/preprocessor/preprocessor.h"
#include "core/stats/aggregate.h"

#include <vector>

namespace lensboard::preprocessor {

struct GeometrySettings
{
    bool correlation = true;
    bool normaliseBySize = false; ///< norms become root mean squares
    bool acrossTicks = true;      ///< the first tensor of a tick is compared with the last of the one before
    bool parity = false;          ///< monitorch's made-up first cosine and its 1e-8 in the denominator
    stats::Aggregate::Mode mode = stats::Aggregate::Mode::Running;
};

/// Norm of each tensor of a sequence, and the cosine between consecutive ones.
///
/// The cosine is 0 where a norm is 0. A tensor without predecessor, with one of another shape or with one that
/// was not finite gives no cosine and starts afresh.
class GeometryPreprocessor : public TensorPreprocessor
{
public:
    explicit GeometryPreprocessor(const GeometrySettings &settings) : m_settings(settings) {}

    const stats::Aggregate &norm(Slot slot) const { return m_slots[slot].norm; }
    const stats::Aggregate &correlation(Slot slot) const { return m_slots[slot].correlation; }

    Slot addLayer() override;
    void endTick() override;
    void skipTick() override;

protected:
    const GeometrySettings &settings() const { return m_settings; }
    /// Takes up the next tensor of a sequence: its ‖x‖², its product with the one before, its size.
    void add(Slot slot, const Products &products, std::size_t size);
    /// ‖x‖² and x·y as LibTorch computes norm and product in the precision of the tensors.
    static Products productsInTensorPrecision(const at::Tensor &x, const at::Tensor &y);
    void breakSequence(Slot slot) { m_slots[slot].hasPrevious = false; }

private:
    struct State
    {
        stats::Aggregate norm;
        stats::Aggregate correlation;
        double previousNorm = 0;
        bool hasPrevious = false;
        bool firstOfTick = true;
    };
    double cosine(double product, double norm, double previousNorm) const;

    GeometrySettings m_settings;
    std::vector<State> m_slots;
};

} // namespace lensboard::preprocessor
