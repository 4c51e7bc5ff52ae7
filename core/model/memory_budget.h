#pragma once

#include <cstdint>

namespace lensboard::model {

/// Refuses a model that cannot be trained in this machine's memory before it is built.
class MemoryBudget
{
public:
    /// \p parameters is a count of values.
    /// Errors: std::invalid_argument if the parameters so far are too many.
    void add(std::int64_t parameters);

private:
    double m_parameters = 0;
};

} // namespace lensboard::model
