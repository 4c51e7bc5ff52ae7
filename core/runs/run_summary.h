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

namespace lensboard::runs {

/// A series as shown in a table of runs.
struct Quantity
{
    static constexpr std::size_t kMeanOf = 10;

    std::string name;
    double last = 0;
    double least = 0, greatest = 0; ///< of the finite values; NaN if there is none
    double mean = 0;                ///< mean of the last kMeanOf values

    bool operator==(const Quantity &) const = default;
};

/// A run as shown in a list of runs.
struct RunSummary
{
    std::filesystem::path path;
    std::string name;      ///< derived from its path; relative to the folder in a list
    std::string givenName; ///< name given by the user; empty if the run has the name of its experiment or file
    std::string notes;
    record::RunStatus status = record::RunStatus::Finished;
    record::Message message; ///< message of the run, or the reason why it cannot be read
    std::optional<record::RunVerdict> verdict; ///< of the health rules at the end of the run
    bool isReadable = true;
    std::size_t ticks = 0;
    std::vector<std::pair<std::string, double>> losses; ///< last value of each loss, with its label
    std::vector<std::pair<std::string, double>> bestLosses; ///< minimum finite value of each loss
    std::vector<std::pair<std::string, double>> metrics; ///< last value of each metric, validation first
    std::vector<Quantity> quantities;                    ///< losses, metrics, other tools' scalars (kMaxQuantities at most), requested names; sorted by name
    std::vector<std::string> others;  ///< names of all other lines, such as "Weight Norm/fc1"; sorted
    std::vector<std::pair<std::string, experiment::Json>> fields; ///< of its experiment and environment, by dotted path
    std::vector<double> curve; ///< of the first loss, or else metric: at most 64 evenly chosen values, may include NaN or infinity
    double createdSeconds = 0; ///< since 1970-01-01 UTC
    double durationSeconds = 0; ///< from the first to the last tick

    bool operator==(const RunSummary &) const = default;
};

constexpr std::size_t kMaxQuantities = 256;

/// A set of names of quantities.
using QuantityNames = std::set<std::string>;

/// Returns true if the run has a quantity in \p wanted that was not requested for \p summary.
bool lacks(const RunSummary &summary, const QuantityNames &wanted);

/// Returns true if \p name contains "loss", ignoring case.
bool isLossName(std::string_view name);

/// Returns the user's name for a run; empty if the run has the name of its experiment or file.
std::string givenName(const std::filesystem::path &path, const record::RunInfo &info);

/// Returns the summary of \p run. Its quantities include all of \p wanted that the run has.
RunSummary summarise(const std::filesystem::path &path, const store::Run &run, const QuantityNames &wanted = {});
/// Opens the run to summarise it. An error becomes the summary's message. If \p stop is requested, discard the result.
RunSummary summarise(const std::filesystem::path &path, const std::stop_token &stop = {}, const QuantityNames &wanted = {});

} // namespace lensboard::runs
