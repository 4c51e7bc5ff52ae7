#pragma once

#include <cstdint>

namespace lensboard::model {

/// Rejects a model that is too large to train in this machine's memory, before the model is built.
class MemoryBudget
{
public:
    /// \p parameters is a number of values.
    /// Errors: std::invalid_argument if all parameters added so far exceed the memory.
    void add(std::int64_t parameters);

private:
    double m_parameters = 0;
};

} // namespace lensboard::model
