#pragma once

#include "core/stats/aggregate.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace lensboard::preprocessor {

/// Distribution of the numbers and classes in a tick's batches. Results stay on their device until take().
/// Thread: the training thread.
class BatchStatistics
{
public:
    /// Classes from \p classes on are counted together.
    explicit BatchStatistics(std::int64_t classes = 0);

    /// Shape: strided and not complex, otherwise skipped; integers count as numbers, too.
    void addNumbers(const Tensor &numbers);
    /// Shape: integral; negative values are no classes.
    void addClasses(const Tensor &classes);
    bool hasWaiting() const { return !m_waiting.empty(); } ///< numbers were added after the last take()
    /// Moves added data into the aggregates below.
    void take();
    void clear();

    const stats::Aggregate &finite() const { return m_finite; }       ///< the finite numbers
    const stats::Aggregate &notFinite() const { return m_notFinite; } ///< for each number: 1 if it is not finite, else 0
    /// For each class, and last for all others: 1 if a sample has it, else 0.
    const std::vector<stats::Aggregate> &classes() const { return m_classes; }
    bool empty() const { return m_notFinite.empty() && m_classes.front().empty(); }
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use);

private:
    std::vector<Tensor> m_waiting;    ///< one row per batch of numbers
    Tensor m_counts; ///< by class; undefined if there are none
    stats::Aggregate m_finite, m_notFinite;
    std::vector<stats::Aggregate> m_classes;
};

} // namespace lensboard::preprocessor
