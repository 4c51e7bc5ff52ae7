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

/// The share of the values that lies in each bin.
struct HistogramShares
{
    std::shared_ptr<const std::vector<double>> edges; ///< rising, one more than bins; shared by histograms with the same bins
    std::vector<float> shares;
};

/// A histogram, or a node of several, with the pixel columns that it covers.
struct HistogramSpan
{
    std::size_t first = 0, last = 0; ///< columns, without the last
    const HistogramShares *shares = nullptr;
};

/// The visible part of a series of histograms.
struct HistogramView
{
    std::vector<HistogramSpan> spans; ///< in the order of their ticks. Valid until the pyramid changes.
    std::vector<std::size_t> missing; ///< numbers of histograms to be read; their node stands in for them
};

/// The histograms of a series, for drawing at any zoom.
///
/// Nodes of 4, 16, 64 … consecutive histograms have in each bin the greatest share that any of them has there: no spike is lost. Each
/// histogram is read once for the nodes. Histograms that are seen by themselves are read when they are asked for; the last ones are kept.
/// Thread: one at a time.
/// Errors: RunFileError where the run cannot be read any more.
class HistogramPyramid
{
public:
    static constexpr std::size_t kReadAtOnce = 128;
    static constexpr std::size_t kMostKept = 8192; ///< single histograms, unless more are on view
    static constexpr std::size_t kMostBins = 256;  ///< of a node over histograms with different bins

    HistogramPyramid(std::shared_ptr<const Run> run, std::uint32_t series) : m_run(std::move(run)), m_series(series) {}

    /// Reads the next histograms, at most kReadAtOnce. Returns true if more may follow.
    bool readOn();
    /// Reads \p count histograms from number \p first on and keeps them.
    void keep(std::size_t first, std::size_t count);
    /// Drops kept histograms other than \p numbers if there are many.
    void keepOnly(std::span<const std::size_t> numbers);

    std::size_t size() const { return m_ticks.size(); }
    /// With the time of each histogram.
    const TickTable &ticks() const { return m_ticks; }
    /// Returns null if histogram \p number is not kept.
    const HistogramShares *kept(std::size_t number) const;
    /// The least and greatest edge of bins with values; none if all are empty.
    std::optional<std::pair<double, double>> extent() const { return m_extent; }
    /// The least distance of an edge to zero, other than zero; infinity if there is none.
    double leastEdge() const { return m_leastEdge; }

    /// Places histograms in \p window: each up to the next one, to the next of \p gaps, or, after the last, as far as the one before
    /// reached. A node replaces its histograms if it covers one column at most, so a column has about 4 spans at most.
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
    std::vector<std::vector<HistogramShares>> m_nodes; ///< level by level, whole ones
    std::vector<OpenNode> m_open;                      ///< the next of each level
    std::map<std::size_t, HistogramShares> m_kept;     ///< by number
    std::shared_ptr<const std::vector<double>> m_edges; ///< of the last that was read
    std::optional<std::pair<double, double>> m_extent;
    double m_leastEdge = std::numeric_limits<double>::infinity();
};

} // namespace lensboard::store
