#pragma once

#include "core/stats/aggregate.h"

#include <string>
#include <vector>

namespace lensboard::preprocessor {

/// Values that the training loop pushes by name: losses, metrics. Does not use LibTorch.
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

    /// In the order of their first push; empty values were not pushed in this tick.
    const std::vector<Named> &values() const { return m_values; }
    /// Returns null if the name was not pushed in this tick.
    const stats::Aggregate *find(const std::string &name) const;

private:
    stats::Aggregate::Mode m_mode;
    std::vector<Named> m_values;
};

} // namespace lensboard::preprocessor
