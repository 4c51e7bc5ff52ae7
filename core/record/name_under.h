#pragma once

#include <string>

namespace lensboard::record {

/// What the module or parameter \p name of \p parent is called, "encoder.fc1"; either may be empty, which is the model itself.
inline std::string nameUnder(const std::string &parent, const std::string &name)
{
    return parent.empty() || name.empty() ? parent + name : parent + '.' + name;
}

} // namespace lensboard::record
