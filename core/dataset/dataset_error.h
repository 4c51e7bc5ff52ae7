#pragma once

#include <stdexcept>

namespace lensboard::dataset {

/// A data file that cannot be used: which, where in it, what was expected, what to do.
class DatasetError : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

} // namespace lensboard::dataset
