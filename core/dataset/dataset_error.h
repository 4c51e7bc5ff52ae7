#pragma once

#include "core/record/message.h"

#include <filesystem>
#include <stdexcept>
#include <string>

namespace lensboard::dataset {

/// Thrown if a data file is unusable. The message names the file, the position, the expected content and a remedy.
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
