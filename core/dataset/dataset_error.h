#pragma once

#include "core/record/error.h"

#include <filesystem>
#include <string>

namespace lensboard::dataset {

/// Thrown if a data file is unusable. The message names the file, the position, the expected content and a remedy.
class DatasetError : public record::Error
{
public:
    using record::Error::Error;
};

[[noreturn]] inline void fail(const std::filesystem::path &path, const record::Message &what)
{
    throw DatasetError(record::message("%1: %2", path.string(), what));
}

} // namespace lensboard::dataset
