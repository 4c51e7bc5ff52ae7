#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::imports {

/// PyTorch's SummaryWriter.add_scalars("a/b", {"x": 1, "y": 2}) writes scalars "a/b" into the subfolders a_b_x and a_b_y.
/// These folders are not runs but curves of the run above them.
///
/// \p folder is relative to the run; \p tag is a tag in it. Returns "x"; std::nullopt if add_scalars() did not create the folder.
std::optional<std::string> addedLabel(std::string_view folder, std::string_view tag);

/// Finds the folders created by add_scalars(). Caches its results.
class AddedScalars
{
public:
    /// Returns such folders below \p run. Slow searches are repeated less often. A folder without values is not included yet;
    /// its first 64 KiB decide.
    const std::vector<std::filesystem::path> &below(const std::filesystem::path &run);
    /// Returns true if add_scalars() created \p folder for \p run.
    bool isOf(const std::filesystem::path &run, const std::filesystem::path &folder);
    /// Returns true if isOf() has found values in \p folder.
    bool knows(const std::filesystem::path &folder) const { return m_tags.contains(folder); }

private:
    using Clock = std::chrono::steady_clock;

    std::map<std::filesystem::path, std::vector<std::string>> m_tags; ///< of the folders with values
    std::vector<std::filesystem::path> m_found;
    Clock::time_point m_lookAgain; ///< earliest time of the next search
};

} // namespace lensboard::imports
