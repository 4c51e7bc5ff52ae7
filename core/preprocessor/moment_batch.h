#pragma once

#include "core/hook/optimizer_moments.h"
#include "core/preprocessor/moments_preprocessor.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace lensboard::preprocessor {

/// Measures optimizers' moments of many parameters together, so that a step launches few operators on a device and waits for no result.
///
/// Shape:  any. Computed in at least single precision, with sums in float64, on the tensors' device.
/// Thread: the training thread.
class MomentBatch
{
public:
    /// Gets a mean over the parameter: of squares for the first moment, the update and the ratio.
    using Use = std::function<void(MomentsPreprocessor::Quantity quantity, double mean)>;

    /// Adds moments for the next measure(). They must not change until then.
    void add(hook::OptimizerMoments moments, Use use);
    void measure();
    /// Returns true if the results should be read now.
    bool isFull() const { return m_late.size() >= kMax; }
    /// Measures, copies all results to the host together, and calls each Use.
    void read();

private:
    static constexpr std::size_t kMax = std::size_t{1} << 16; ///< results

    struct Waiting
    {
        hook::OptimizerMoments moments;
        std::shared_ptr<const Use> use;
    };
    /// A result on the device: the mean is factor · number^power.
    struct Late
    {
        std::shared_ptr<const Use> use;
        MomentsPreprocessor::Quantity quantity;
        double factor;
        int power;
    };
    class Alike;
    void measureAlike(const Alike &alike);
    void measureSteps(const Alike &alike);
    /// \p factor: a factor of each parameter's mean, to the same \p power; null: 1.
    void push(const Alike &alike, MomentsPreprocessor::Quantity quantity, int power, const Tensor &numbers, double hook::OptimizerMoments::*factor);

    std::vector<Waiting> m_waiting;
    std::vector<Late> m_late;
    std::vector<Tensor> m_numbers; ///< of m_late, in its order; vectors of float64
};

} // namespace lensboard::preprocessor
