#pragma once

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

/// Series whose values belong together: a tick that one of them keeps is kept by all. Where they do not have the same ticks, all stay.
using SeriesGroup = std::vector<std::uint32_t>;

/// Which chunks of a run file are to be thinned, and what becomes of them. Of ticks before the last \c kept each series keeps the
/// extremes of every 16 ticks, of ticks before the last 8 * \c kept those of every 128, and so on: the file grows with the logarithm
/// of the run's length.
class RunThinner
{
public:
    /// \p kept ticks stay as they are; 0: all.
    explicit RunThinner(std::size_t kept) : m_kept(kept) {}

    /// What is due of a file of \p frames ticks, for each series of one of \p groups; empty if nothing is. \p endOf returns the number of
    /// the first chunk of a series that may still grow. Looks at some groups a call.
    /// Errors: sqlite::Error and std::invalid_argument if the file is not as it should be.
    std::vector<ThinnedChunks> next(sqlite::Database &database, std::size_t frames, std::span<const SeriesGroup> groups,
                                    const std::function<std::uint32_t(std::uint32_t series)> &endOf);
    /// The file has what next() returned. Returns what is to be said of it in the run, if the like was not done before.
    std::optional<std::string> done();

private:
    static constexpr std::size_t kLevels = 6;
    using Progress = std::array<std::uint32_t, kLevels>; ///< the number of the first chunk that each level was not applied to

    struct Step
    {
        std::uint32_t series = 0; ///< the first of the group
        std::size_t level = 0;
        std::uint32_t progress = 0; ///< after it
    };

    std::size_t age(std::size_t level) const;
    std::vector<ThinnedChunks> due(sqlite::Database &database, const SeriesGroup &group, std::size_t level, std::size_t frames, std::uint32_t end);

    std::size_t m_kept;
    std::map<std::uint32_t, Progress> m_progress; ///< of a group, by its first series
    std::size_t m_group = 0;  ///< that is looked at next
    std::size_t m_looked = 0; ///< ticks when the first group was looked at
    Step m_step;              ///< that was returned last
    std::size_t m_levels = 0; ///< that were applied to any
};

} // namespace lensboard::store
