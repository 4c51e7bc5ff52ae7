#include "core/model/memory_budget.h"

#include "core/experiment/memory_limit.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace lensboard::model {

void MemoryBudget::add(std::int64_t parameters)
{
    constexpr double kBytesEach = 16; // value, gradient, and two optimizer states
    m_parameters += static_cast<double>(parameters);
    const double memory = experiment::machineMemory();
    if (m_parameters * kBytesEach > memory)
        throw record::InvalidArgument(record::message("the model would have more than %1 million parameters; with gradients "
                                                    "and optimizer they need more than the %2 GB of this machine; make the "
                                                    "model smaller",
                                                    std::llround(m_parameters / 1e6), std::llround(memory / 1e9)));
}

} // namespace lensboard::model
