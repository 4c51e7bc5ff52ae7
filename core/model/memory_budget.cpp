#include "core/model/memory_budget.h"

#include "core/record/message.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include <unistd.h>

namespace lensboard::model {

void MemoryBudget::add(std::int64_t parameters)
{
    constexpr double kBytesEach = 16; // value, gradient, two states of the optimizer
    m_parameters += static_cast<double>(parameters);
    const double memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    if (m_parameters * kBytesEach > memory)
        throw std::invalid_argument(record::message("the model would have more than %1 million parameters, which with "
                                                    "gradients and the optimizer take more than the %2 GB of this machine; "
                                                    "make it smaller",
                                                    std::llround(m_parameters / 1e6), std::llround(memory / 1e9)));
}

} // namespace lensboard::model
