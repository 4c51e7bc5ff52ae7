#pragma once

#include "core/experiment/field.h"
#include "core/record/run_info.h"

#include <filesystem>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::store {
class Run;
}

namespace lensboard::imports {

/// What a table of runs shows of a series.
struct Quantity
{
    static constexpr std::size_t kMeanOf = 10;

    std::string name;
    double last = 0;
    double least = 0, greatest = 0; ///< of those that are finite; NaN if none is
    double mean = 0;                ///< of the last kMeanOf values

    bool operator==(const Quantity &) const = default;
};

/// What a list of runs says of one.
struct RunSummary
{
    std::filesystem::path path;
    std::string name;      ///< by its path; in a list, from the list's folder
    std::string givenName; ///< by the user; empty if it is that of its experiment or of its file
    std::string notes;
    record::RunStatus status = record::RunStatus::Finished;
    std::string message; ///< of the run; or why it cannot be read
    std::optional<record::RunVerdict> verdict; ///< of the rules, when it ended
    bool isReadable = true;
    std::size_t ticks = 0;
    std::vector<std::pair<std::string, double>> losses; ///< the last of each, with its label
    std::vector<std::pair<std::string, double>> bestLosses; ///< the least finite of each
    std::vector<std::pair<std::string, double>> metrics; ///< likewise the last of each, those of validation first
    std::vector<Quantity> quantities; ///< losses, metrics, of other tools' runs all scalars, kMostQuantities at most, and what was asked for; by name
    std::vector<std::string> others;  ///< names of all other lines, such as "Weight Norm/fc1"; sorted
    std::vector<std::pair<std::string, experiment::Json>> fields; ///< of its experiment and environment, by dotted path
    std::vector<double> curve; ///< of the first loss, or else metric: at most 64 of its values, evenly chosen; not finite ones among them
    double createdSeconds = 0; ///< since 1970-01-01 UTC
    double durationSeconds = 0; ///< from the first tick to the last

    bool operator==(const RunSummary &) const = default;
};

constexpr std::size_t kMostQuantities = 256;

/// Names of quantities.
using QuantityNames = std::set<std::string>;

/// Whether the run has one of \p wanted that was not asked for when it was summarised.
bool lacks(const RunSummary &summary, const QuantityNames &wanted);

/// Whether a name has "loss" in it, in any case.
bool isLossName(std::string_view name);

/// The name that the user gave to a run; empty if it has that of its experiment or of its file.
std::string givenName(const std::filesystem::path &path, const record::RunInfo &info);

/// Among its quantities are all of \p wanted that it has.
RunSummary summarise(const std::filesystem::path &path, const store::Run &run, const QuantityNames &wanted = {});
/// Opens the run for it. What keeps it from being opened is its message. Of no use if \p stop is requested.
RunSummary summarise(const std::filesystem::path &path, const std::stop_token &stop = {}, const QuantityNames &wanted = {});

} // namespace lensboard::imports
