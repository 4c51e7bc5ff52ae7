#pragma once

#include "core/lens/lens.h"

#include <map>
#include <string>

namespace lensboard::inspector {

/// Which lens each plot is of: no two show the same one.
class TagOwners
{
public:
    /// Why \p lens cannot be shown as \p name beside those that were taken; empty if it can.
    std::string clash(const std::string &name, const lens::Lens &lens) const;
    /// Those that \p lens showed before, with other settings, stay its own.
    void take(const std::string &name, const lens::Lens &lens);
    void clear() { m_owners.clear(); }

private:
    std::map<std::string, std::string> m_owners; ///< by tag
};

} // namespace lensboard::inspector
