#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lensboard::dataset {

/// Classes in their order: by number if all names are numbers, else by byte.
struct ClassNames
{
    std::vector<std::string> names;
    std::vector<std::int64_t> classOf; ///< of each text that was given
};

/// The classes of which \p texts are the names; texts of one number, 1 and 1.0, are one class.
ClassNames numberClasses(const std::vector<std::string> &texts);

} // namespace lensboard::dataset
