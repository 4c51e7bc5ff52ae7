#pragma once

#include "core/record/message.h"
#include "core/store/columns/thinning.h"
#include "core/store/file/sqlite.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lensboard::store {

/// Series that must keep the same ticks: if one keeps a tick, all do. If their ticks differ, nothing is removed.
using SeriesGroup = std::vector<std::uint32_t>;

/// Selects the chunks of a run file to thin, and computes their replacement. Among ticks before the last \c kept, each series keeps the
/// extremes of every 16 ticks; before the last 8 * \c kept, the extremes of every 128; and so on for six levels. So the file grows with the
/// logarithm of the run's length.
class RunThinner
{
public:
    /// The last \p kept ticks stay unchanged; 0 disables thinning.
    explicit RunThinner(std::size_t kept) : m_kept(kept) {}

    /// Returns the next replacement for one of \p groups, with one entry per series; empty if nothing is due. The file has \p frames ticks.
    /// \p endOf returns the number of the first chunk of a series that may still grow. Checks a limited number of groups per call.
    /// Errors: sqlite::Error and std::invalid_argument if the file is invalid.
    std::vector<ThinnedChunks> next(sqlite::Database &database, std::size_t frames, std::span<const SeriesGroup> groups,
                                    const std::function<std::uint32_t(std::uint32_t series)> &endOf);
    /// Call it when the result of next() is in the file. Returns a message for the run the first time a level is used.
    std::optional<record::Message> done();

private:
    static constexpr std::size_t kLevels = 6;
    using Progress = std::array<std::uint32_t, kLevels>; ///< per level, the number of the first chunk not yet processed

    struct Step
    {
        std::uint32_t series = 0; ///< first series of the group
        std::size_t level = 0;
        std::uint32_t progress = 0; ///< progress after this step
    };

    std::size_t age(std::size_t level) const;
    std::vector<ThinnedChunks> due(sqlite::Database &database, const SeriesGroup &group, std::size_t level, std::size_t frames, std::uint32_t end);

    std::size_t m_kept;
    std::map<std::uint32_t, Progress> m_progress; ///< by the first series of each group
    std::size_t m_group = 0;  ///< index of the next group to check
    std::size_t m_looked = 0; ///< number of ticks when the first group was checked
    Step m_step;              ///< the last step returned
    std::size_t m_levels = 0; ///< number of levels used so far
};

} // namespace lensboard::store
