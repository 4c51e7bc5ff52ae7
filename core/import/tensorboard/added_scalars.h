#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::imports {

/// SummaryWriter.add_scalars("a/b", {"x": 1, "y": 2}) of PyTorch writes scalars "a/b" into the folders a_b_x and a_b_y
/// below its own. They are no runs but what the run compares.
///
/// \p folder is the path of one from that of the run, \p tag what is in it. Returns "x"; std::nullopt if it was not made so.
std::optional<std::string> addedLabel(std::string_view folder, std::string_view tag);

/// Finds these folders, again and again.
class AddedScalars
{
public:
    /// Those below \p run. Searches again only now and then where that takes long. A folder without values is none as yet;
    /// the first 64 KiB decide.
    const std::vector<std::filesystem::path> &below(const std::filesystem::path &run);
    /// Whether \p folder is one of \p run's.
    bool isOf(const std::filesystem::path &run, const std::filesystem::path &folder);
    /// Returns true if isOf() has found values in \p folder.
    bool knows(const std::filesystem::path &folder) const { return m_tags.contains(folder); }

private:
    using Clock = std::chrono::steady_clock;

    std::map<std::filesystem::path, std::vector<std::string>> m_tags; ///< of the folders that had values
    std::vector<std::filesystem::path> m_found;
    Clock::time_point m_lookAgain; ///< not before
};

} // namespace lensboard::imports
