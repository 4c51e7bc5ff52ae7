#include "core/import/tables/scalar_names.h"

namespace lensboard::imports {

ScalarNames::Line ScalarNames::lineOf(std::string_view name, Content content)
{
    const std::size_t slash = name.find('/', 1);
    const bool big = slash == name.npos || slash + 1 == name.size();
    const std::string wanted(big ? name : name.substr(0, slash));
    const std::string tag = tagName(wanted, big, content);
    record::TagSpec spec{tag, m_lens, record::TagKind::Numerical, "value", big};
    spec.foreignName = wanted;
    return {std::move(spec), big ? tag : std::string(name.substr(slash + 1))};
}

std::string ScalarNames::tagName(const std::string &wanted, bool big, Content content)
{
    const auto [known, added] = m_names.try_emplace({wanted, big, content}, wanted);
    while (added && !m_taken.insert(known->second).second)
        known->second += content == Content::Histograms ? " (histograms)" : big ? " (alone)" : "/…";
    return known->second;
}

} // namespace lensboard::imports
