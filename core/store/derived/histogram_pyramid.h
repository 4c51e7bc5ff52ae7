#pragma once

#include "core/store/columns/tick_table.h"
#include "core/store/gaps.h"
#include "core/store/run.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lensboard::store {

/// The share of the values in each bin.
struct HistogramShares
{
    std::shared_ptr<const std::vector<double>> edges; ///< ascending, one more than bins; shared by histograms with the same bins
    std::vector<float> shares;
};

/// A single histogram or a node of several, and the range of pixel columns it covers.
struct HistogramSpan
{
    std::size_t first = 0, last = 0; ///< columns, last excluded
    const HistogramShares *shares = nullptr;
};

/// The visible part of a series of histograms.
struct HistogramView
{
    std::vector<HistogramSpan> spans; ///< in tick order; valid until the pyramid changes
    std::vector<std::size_t> missing; ///< numbers of histograms that must be read; a node covers for them until then
};

/// The histograms of a series, for drawing at any zoom.
///
/// A node covers 4, 16, 64 … consecutive histograms. Each of its bins has the greatest share of these histograms, so no spike is lost.
/// Building the nodes reads each histogram once. Histograms that are drawn individually are read on request; the last ones are kept.
/// Thread: one at a time.
/// Errors: RunFileError if the run can no longer be read.
class HistogramPyramid
{
public:
    static constexpr std::size_t kReadAtOnce = 128;
    static constexpr std::size_t kMaxKept = 8192; ///< individual histograms, unless more are visible
    static constexpr std::size_t kMaxBins = 256;  ///< in a node of histograms with different bins

    HistogramPyramid(std::shared_ptr<const Run> run, std::uint32_t series) : m_run(std::move(run)), m_series(series) {}

    /// Reads the next histograms, at most kReadAtOnce. Returns true if there may be more.
    bool readOn();
    /// Reads \p count histograms from number \p first on and keeps them.
    void keep(std::size_t first, std::size_t count);
    /// If many histograms are kept, drops all except \p numbers.
    void keepOnly(std::span<const std::size_t> numbers);

    std::size_t size() const { return m_ticks.size(); }
    /// The ticks of the histograms, with the time of each histogram.
    const TickTable &ticks() const { return m_ticks; }
    /// Returns null if histogram \p number is not kept.
    const HistogramShares *kept(std::size_t number) const;
    /// Returns the lowest and highest edge of bins with values; nullopt if all bins are empty.
    std::optional<std::pair<double, double>> extent() const { return m_extent; }
    /// Returns the least absolute value of all edges other than zero; infinity if there is none.
    double minEdge() const { return m_minEdge; }

    /// Positions histograms in \p window. Each extends to the next one or to the next of \p gaps; the last one is as wide as the one before
    /// it. A node replaces its histograms if it covers at most one column, so a column has at most about 4 spans.
    HistogramView view(const Window &window, std::span<const Gap> gaps);

private:
    struct OpenNode
    {
        HistogramShares shares;
        std::size_t children = 0;
    };

    HistogramShares sharesOf(const record::Histogram &histogram);
    void note(const HistogramShares &shares);
    void add(std::size_t level, const HistogramShares &shares);

    std::shared_ptr<const Run> m_run;
    std::uint32_t m_series;
    TickTable m_ticks;
    std::vector<std::uint32_t> m_frames;
    std::vector<std::vector<HistogramShares>> m_nodes; ///< by level, complete nodes only
    std::vector<OpenNode> m_open;                      ///< the incomplete node of each level
    std::map<std::size_t, HistogramShares> m_kept;     ///< by number
    std::shared_ptr<const std::vector<double>> m_edges; ///< edges of the last histogram read
    std::optional<std::pair<double, double>> m_extent;
    double m_minEdge = std::numeric_limits<double>::infinity();
};

} // namespace lensboard::store
