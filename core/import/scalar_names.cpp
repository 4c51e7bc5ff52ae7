#include "core/import/scalar_names.h"

namespace lensboard::imports {

ScalarNames::Place ScalarNames::place(std::string_view name)
{
    const std::size_t slash = name.find('/', 1);
    const bool big = slash == name.npos || slash + 1 == name.size();
    const std::string tag = tagName(std::string(big ? name : name.substr(0, slash)), big);
    record::TagSpec spec{tag, m_lens, record::TagKind::Numerical, "value", big};
    return {std::move(spec), big ? tag : std::string(name.substr(slash + 1))};
}

std::string ScalarNames::tagName(const std::string &wanted, bool big)
{
    const auto [known, added] = m_names.try_emplace({wanted, big}, wanted);
    while (added && !m_taken.insert(known->second).second)
        known->second += big ? " (alone)" : "/…";
    return known->second;
}

} // namespace lensboard::imports
