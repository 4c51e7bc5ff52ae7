#pragma once

#include "core/record/message.h"

#include <filesystem>
#include <stdexcept>
#include <string>

namespace lensboard::dataset {

/// A data file that cannot be used: which, where in it, what was expected, what to do.
class DatasetError : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

[[noreturn]] inline void fail(const std::filesystem::path &path, const std::string &what)
{
    throw DatasetError(record::message("%1: %2", path.string(), what));
}

} // namespace lensboard::dataset
