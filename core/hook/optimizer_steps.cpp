#include "core/hook/optimizer_steps.h"

#include <algorithm>

namespace lensboard::hook {

void OptimizerSteps::add(const SteppedOptimizer &optimizer)
{
    const std::vector<const void *> parameters = optimizer.parameters();
    m_owned[optimizer.identity()] = Parameters(parameters.begin(), parameters.end());
}

void OptimizerSteps::step(const SteppedOptimizer *optimizer)
{
    m_last = optimizer ? optimizer->identity() : nullptr;
    m_hasBegun = begins(m_last);
    if (m_hasBegun)
        m_stepped.clear();
    if (!optimizer)
        return;
    m_stepped.insert(m_last);
    if (m_owned.size() > 1 || !isKnown(m_last)) // a single optimizer need not be asked again
        add(*optimizer);
}

bool OptimizerSteps::updates(const Tensor &parameter) const
{
    if (!m_last || m_owned.size() < 2)
        return true;
    const void *const identity = parameter.body().identity();
    const auto owns = [identity](const auto &owned) { return owned.second.contains(identity); };
    return m_owned.at(m_last).contains(identity) || (m_hasBegun && std::ranges::none_of(m_owned, owns));
}

} // namespace lensboard::hook
