#pragma once

#include "core/stats/aggregate.h"

#include <string>
#include <vector>

namespace lensboard::preprocessor {

/// Values that the training loop pushes by name: losses, metrics. No LibTorch in it.
/// Source: monitorch ExplicitCall.
class ExplicitCallPreprocessor
{
public:
    explicit ExplicitCallPreprocessor(stats::Aggregate::Mode mode) : m_mode(mode) {}

    struct Named
    {
        std::string name;
        stats::Aggregate values;
    };

    void push(const std::string &name, double value);
    void endTick();

    /// In the order of their first push; one whose values are empty was not pushed in this tick.
    const std::vector<Named> &values() const { return m_values; }
    /// Null if it was not pushed in this tick.
    const stats::Aggregate *find(const std::string &name) const;

private:
    stats::Aggregate::Mode m_mode;
    std::vector<Named> m_values;
};

} // namespace lensboard::preprocessor
