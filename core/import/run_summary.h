#pragma once

#include "core/record/run_info.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::store {
class Run;
}

namespace lensboard::imports {

/// What a list of runs says of one.
struct RunSummary
{
    std::filesystem::path path;
    std::string name;
    record::RunStatus status = record::RunStatus::Finished;
    std::string message; ///< of the run; or why it cannot be read
    bool isReadable = true;
    std::size_t ticks = 0;
    std::vector<std::pair<std::string, double>> losses; ///< the last of each, with its label
    double createdSeconds = 0; ///< since 1970-01-01 UTC

    bool operator==(const RunSummary &) const = default;
};

RunSummary summarise(const std::filesystem::path &path, const store::Run &run);
/// Opens the run for it. What keeps it from being opened is its message.
RunSummary summarise(const std::filesystem::path &path);

} // namespace lensboard::imports
