#include "core/preprocessor/explicit_call_preprocessor.h"

#include <algorithm>

namespace lensboard::preprocessor {

void ExplicitCallPreprocessor::push(const std::string &name, double value)
{
    auto known = std::find_if(m_values.begin(), m_values.end(), [&](const Named &n) { return n.name == name; });
    if (known == m_values.end())
        known = m_values.insert(m_values.end(), {name, stats::Aggregate(m_mode)});
    known->values.add(value);
}

void ExplicitCallPreprocessor::endTick()
{
    for (Named &named : m_values)
        named.values.clear();
}

const stats::Aggregate *ExplicitCallPreprocessor::find(const std::string &name) const
{
    for (const Named &named : m_values)
        if (named.name == name && !named.values.empty())
            return &named.values;
    return nullptr;
}

} // namespace lensboard::preprocessor
