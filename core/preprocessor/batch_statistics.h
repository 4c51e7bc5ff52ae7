#pragma once

#include "core/stats/aggregate.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace lensboard::preprocessor {

/// How the numbers, and the classes, of a tick's batches are distributed. What is found of a batch stays on its device until take().
/// Thread: the one that trains.
class BatchStatistics
{
public:
    /// Classes from \p classes on are counted together.
    explicit BatchStatistics(std::int64_t classes = 0);

    /// Shape: strided, not complex, else it is skipped; integers are numbers, too.
    void addNumbers(const Tensor &numbers);
    /// Shape: integral; what is below 0 is no class.
    void addClasses(const Tensor &classes);
    bool hasWaiting() const { return !m_waiting.empty(); } ///< numbers that were added and not taken
    /// What was added counts below.
    void take();
    void clear();

    const stats::Aggregate &finite() const { return m_finite; }       ///< the finite numbers
    const stats::Aggregate &notFinite() const { return m_notFinite; } ///< of each number whether it is not: 0 or 1
    /// The same for each class, and then for all others.
    const std::vector<stats::Aggregate> &classes() const { return m_classes; }
    bool empty() const { return m_notFinite.empty() && m_classes.front().empty(); }
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use);

private:
    std::vector<Tensor> m_waiting;    ///< a row of each batch of numbers
    Tensor m_counts; ///< of classes; undefined if there are none
    stats::Aggregate m_finite, m_notFinite;
    std::vector<stats::Aggregate> m_classes;
};

} // namespace lensboard::preprocessor
