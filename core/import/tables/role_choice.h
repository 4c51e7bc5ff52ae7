#pragma once

#include <string>

namespace lensboard::imports {

/// Columns chosen by the user, by name; an empty name leaves the choice to the evidence.
struct RoleChoice
{
    std::string step; ///< gives the rows' places
    std::string run;  ///< separates runs

    bool operator==(const RoleChoice &) const = default;
};

} // namespace lensboard::imports
