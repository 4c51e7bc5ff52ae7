#include "core/inspector/tag_owners.h"

#include "core/record/message.h"

namespace lensboard::inspector {

std::string TagOwners::clash(const std::string &name, const lens::Lens &lens) const
{
    for (const record::TagSpec &tag : lens.tags())
        if (const auto known = m_owners.find(tag.name); known != m_owners.end() && known->second != name)
            return record::message("\"%1\": its plot \"%2\" is one of %3 already; give one of them another name",
                                   name, tag.name, known->second);
    return {};
}

void TagOwners::take(const std::string &name, const lens::Lens &lens)
{
    for (const record::TagSpec &tag : lens.tags())
        m_owners.emplace(tag.name, name);
}

} // namespace lensboard::inspector
