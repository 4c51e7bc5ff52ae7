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
    std::string name;      ///< by its path; in a list, from the list's folder
    std::string givenName; ///< by the user; empty if it is that of its experiment or of its file
    std::string notes;
    record::RunStatus status = record::RunStatus::Finished;
    std::string message; ///< of the run; or why it cannot be read
    bool isReadable = true;
    std::size_t ticks = 0;
    std::vector<std::pair<std::string, double>> losses; ///< the last of each, with its label
    std::vector<std::pair<std::string, double>> bestLosses; ///< the least finite of each
    std::vector<std::pair<std::string, double>> metrics; ///< likewise the last of each, those of validation first
    double createdSeconds = 0; ///< since 1970-01-01 UTC
    double durationSeconds = 0; ///< from the first tick to the last

    bool operator==(const RunSummary &) const = default;
};

/// The name that the user gave to a run; empty if it has that of its experiment or of its file.
std::string givenName(const std::filesystem::path &path, const record::RunInfo &info);

RunSummary summarise(const std::filesystem::path &path, const store::Run &run);
/// Opens the run for it. What keeps it from being opened is its message.
RunSummary summarise(const std::filesystem::path &path);

} // namespace lensboard::imports
