#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lensboard::dataset {

/// Classes in ascending order: by number if all names are numbers, otherwise by byte.
struct ClassNames
{
    std::vector<std::string> names;
    std::vector<std::int64_t> classOf; ///< class number of each input text
};

/// Numbers the classes named by \p texts. Texts with equal numeric value, such as 1 and 1.0, are one class.
ClassNames numberClasses(const std::vector<std::string> &texts);

} // namespace lensboard::dataset
