#pragma once

#include "core/runs/divergence/common_steps.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::runs {

/// A run, and the runs that differ from it by the seed alone.
using Repeats = std::vector<std::shared_ptr<const store::Run>>;

/// Estimates how far the values of two runs are apart if only their seeds differ.
///
/// The steps are divided into kBlocks blocks. The noise of a series in a block is the largest range of its values over the repeats in this block
/// and the two beside it. Few repeats may agree by chance, so the noise is at least the median of the relative noise over all layers and labels
/// of the tag. Thread: add() on one, then limit() on any.
class RepeatNoise
{
public:
    static constexpr std::size_t kBlocks = 64;
    static constexpr double kFactor = 3; ///< times the noise: the limit

    /// Divides the steps from \p first to \p last into blocks.
    RepeatNoise(std::int64_t first, std::int64_t last) : m_first(first), m_last(last) {}

    /// Adds the values of the series \p key of the tag \p tag in at least two runs.
    /// Errors: RunFileError.
    void add(const std::string &tag, const std::string &key, std::vector<SteppedValues> repeats);
    /// Call it after the last add().
    void finish();

    /// Returns the largest difference of two values of size \p size at \p step that noise explains; infinity without repeats of the series.
    double limit(const std::string &tag, const std::string &key, std::int64_t step, double size) const;

private:
    /// A number for each block; NaN in blocks without values.
    using Blocks = std::array<double, kBlocks>;

    struct Range
    {
        std::string tag;
        Blocks widest, relative; ///< largest range; and divided by the size of the values
    };

    static Blocks nowhere();
    std::size_t blockOf(std::int64_t step) const;

    std::int64_t m_first, m_last;
    std::map<std::string, Range> m_ranges;
    std::map<std::string, Blocks> m_relative; ///< medians, by tag
};

} // namespace lensboard::runs
