#pragma once

#include <string>

namespace lensboard::record {

/// Returns the full name of a module or parameter, such as "encoder.fc1". The root model's name is empty, so either part may be empty.
inline std::string nameUnder(const std::string &parent, const std::string &name)
{
    return parent.empty() || name.empty() ? parent + name : parent + '.' + name;
}

} // namespace lensboard::record
