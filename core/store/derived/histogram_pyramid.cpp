#include "core/store/derived/histogram_pyramid.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace lensboard::store {

using record::Histogram;

namespace {

constexpr std::size_t kChildren = 4;

/// Returns the number of histograms in a node \p level levels above single ones.
std::size_t sizeOf(std::size_t level)
{
    return std::size_t{1} << (2 * level);
}

bool haveSameBins(const HistogramShares &a, const HistogramShares &b)
{
    return a.edges == b.edges || *a.edges == *b.edges;
}

/// Joins neighbouring bins until there are at most kMaxBins.
void coarsen(std::vector<double> &edges, std::vector<float> &shares)
{
    while (shares.size() > HistogramPyramid::kMaxBins) {
        std::size_t bins = 0;
        for (std::size_t i = 0; i < shares.size(); i += 2, ++bins) {
            edges[bins] = edges[i];
            shares[bins] = shares[i] + (i + 1 < shares.size() ? shares[i + 1] : 0);
        }
        edges[bins] = edges.back();
        edges.resize(bins + 1);
        shares.resize(bins);
    }
}

/// Raises each share in \p into to the corresponding share of \p from if that is greater. \p edges must include all edges of \p from; the
/// values of a bin are spread evenly over the narrower bins in it.
void raise(std::vector<float> &into, std::span<const double> edges, const HistogramShares &from)
{
    std::size_t at = 0;
    for (std::size_t i = 0; i < from.shares.size(); ++i) {
        const double low = (*from.edges)[i], high = (*from.edges)[i + 1];
        if (!(low < high))
            continue;
        while (at < into.size() && edges[at] < low)
            ++at;
        for (; at < into.size() && edges[at] < high; ++at)
            into[at] = std::max(into[at], static_cast<float>(from.shares[i] * ((edges[at + 1] - edges[at]) / (high - low))));
    }
}

/// Sets each bin to the greater of both shares.
void raise(HistogramShares &node, const HistogramShares &other)
{
    if (other.shares.empty())
        return;
    if (node.shares.empty()) {
        node = other;
        return;
    }
    if (haveSameBins(node, other)) {
        std::ranges::transform(node.shares, other.shares, node.shares.begin(), [](float a, float b) { return std::max(a, b); });
        return;
    }
    std::vector<double> edges;
    std::ranges::set_union(*node.edges, *other.edges, std::back_inserter(edges));
    std::vector<float> shares(edges.size() - 1);
    raise(shares, edges, node);
    raise(shares, edges, other);
    coarsen(edges, shares);
    node = {std::make_shared<const std::vector<double>>(std::move(edges)), std::move(shares)};
}

/// Positions of histograms in a window.
class Placing
{
public:
    Placing(const Window &window, const TickTable &ticks, std::span<const Gap> gaps) : m_window(window), m_ticks(ticks), m_gaps(gaps) {}

    double placeOf(std::size_t number) const { return record::coordinate(m_ticks[number], m_window.axis); }

    /// Returns the end of the span of histogram \p number.
    double endOf(std::size_t number) const
    {
        const double here = placeOf(number);
        double end = here + (m_window.high - m_window.low);
        if (number + 1 < m_ticks.size())
            end = placeOf(number + 1);
        else if (number > 0)
            end = here + (here - placeOf(number - 1));
        const auto gap = std::ranges::upper_bound(m_gaps, here, {}, &Gap::begin);
        return gap == m_gaps.end() ? end : std::min(end, gap->begin);
    }

    /// Returns the pixel column; -1 before the window, the number of columns after it.
    std::ptrdiff_t columnOf(double x) const
    {
        const auto columns = static_cast<double>(m_window.columns);
        const double column = (x - m_window.low) / (m_window.high - m_window.low) * columns;
        return static_cast<std::ptrdiff_t>(std::floor(std::min(columns, std::max(-1.0, column)))); // -1 for NaN
    }

private:
    const Window &m_window;
    const TickTable &m_ticks;
    std::span<const Gap> m_gaps;
};

} // namespace

/// Returns an empty result if the histogram has no values, or if its edges decrease or are not finite.
HistogramShares HistogramPyramid::sharesOf(const Histogram &histogram)
{
    double total = 0;
    for (const double count : histogram.counts)
        total += std::max(0.0, count);
    const auto falls = [](double a, double b) { return !(a <= b); };
    if (!(total > 0) || !std::isfinite(total) || histogram.edges.size() != histogram.counts.size() + 1 || !std::isfinite(histogram.edges.front())
        || !std::isfinite(histogram.edges.back()) || std::ranges::adjacent_find(histogram.edges, falls) != histogram.edges.end())
        return {};
    if (!m_edges || *m_edges != histogram.edges)
        m_edges = std::make_shared<const std::vector<double>>(histogram.edges);
    HistogramShares shares{m_edges, {}};
    shares.shares.reserve(histogram.counts.size());
    for (const double count : histogram.counts)
        shares.shares.push_back(static_cast<float>(std::max(0.0, count / total)));
    return shares;
}

void HistogramPyramid::note(const HistogramShares &shares)
{
    if (shares.shares.empty())
        return;
    const auto &edges = *shares.edges;
    const auto isFilled = [](float share) { return share > 0; };
    const auto first = std::ranges::find_if(shares.shares, isFilled) - shares.shares.begin();
    const auto last = std::ranges::find_if(shares.shares.rbegin(), shares.shares.rend(), isFilled).base() - shares.shares.begin();
    const double low = edges[static_cast<std::size_t>(first)], high = edges[static_cast<std::size_t>(last)];
    m_extent = m_extent ? std::pair(std::min(m_extent->first, low), std::max(m_extent->second, high)) : std::pair(low, high);
    for (const double edge : edges)
        m_minEdge = edge == 0 ? m_minEdge : std::min(m_minEdge, std::abs(edge));
}

void HistogramPyramid::add(std::size_t level, const HistogramShares &shares)
{
    if (level == m_open.size()) {
        m_open.emplace_back();
        m_nodes.emplace_back();
    }
    OpenNode &open = m_open[level];
    raise(open.shares, shares);
    if (++open.children < kChildren)
        return;
    m_nodes[level].push_back(std::exchange(open, {}).shares);
    add(level + 1, m_nodes[level].back());
}

bool HistogramPyramid::readOn()
{
    const auto last = m_frames.empty() ? std::nullopt : std::optional(m_frames.back());
    const auto read = m_run->histogramsAfter(m_series, last, kReadAtOnce);
    for (const StampedHistogram &each : read) {
        HistogramShares shares = sharesOf(*each.histogram);
        note(shares);
        add(0, shares);
        m_kept.emplace(m_frames.size(), std::move(shares));
        m_ticks.push_back(each.stamp);
        m_frames.push_back(each.frame);
    }
    const bool hasMore = read.size() == kReadAtOnce;
    while (hasMore && m_kept.size() > kMaxKept)
        m_kept.erase(m_kept.begin());
    return hasMore;
}

void HistogramPyramid::keep(std::size_t first, std::size_t count)
{
    const auto before = first == 0 ? std::nullopt : std::optional(m_frames[first - 1]);
    const auto read = m_run->histogramsAfter(m_series, before, std::min(count, size() - first));
    for (std::size_t i = 0; i < count; ++i) // fewer if the run was cut; histogramEdits() then changes
        m_kept.insert_or_assign(first + i, i < read.size() ? sharesOf(*read[i].histogram) : HistogramShares());
}

void HistogramPyramid::keepOnly(std::span<const std::size_t> numbers)
{
    if (m_kept.size() <= kMaxKept)
        return;
    std::map<std::size_t, HistogramShares> kept;
    for (const std::size_t number : numbers)
        kept.insert(m_kept.extract(number));
    m_kept = std::move(kept);
}

const HistogramShares *HistogramPyramid::kept(std::size_t number) const
{
    const auto found = m_kept.find(number);
    return found == m_kept.end() ? nullptr : &found->second;
}

HistogramView HistogramPyramid::view(const Window &window, std::span<const Gap> gaps)
{
    HistogramView view;
    if (!(window.low < window.high) || window.columns == 0)
        return view;
    const Placing placing(window, m_ticks, gaps);
    const auto columns = static_cast<std::ptrdiff_t>(window.columns);
    std::vector<std::size_t> singles;
    const auto visit = [&](auto &visitChild, std::size_t level, std::size_t node) -> void {
        const std::size_t begin = node * sizeOf(level), end = begin + sizeOf(level);
        const double low = placing.placeOf(begin), high = placing.endOf(end - 1);
        if ((low >= window.high && high >= window.high) || (low < window.low && high <= window.low))
            return;
        const std::ptrdiff_t first = placing.columnOf(low), last = placing.columnOf(high);
        const bool hasRoom = level > 1 || singles.size() < kChildren * (window.columns + 2); // times may decrease
        if (level > 0 && (last < first || last > first + 1) && hasRoom) {
            for (std::size_t child = 0; child < kChildren; ++child)
                visitChild(visitChild, level - 1, node * kChildren + child);
            return;
        }
        const HistogramShares *shares = level > 0 ? &m_nodes[level - 1][node] : kept(node);
        if (level == 0)
            singles.push_back(node);
        if (!shares) {
            view.missing.push_back(node);
            if (node / kChildren >= m_nodes[0].size())
                return;
            shares = &m_nodes[0][node / kChildren];
        }
        const std::ptrdiff_t left = std::clamp<std::ptrdiff_t>(first, 0, columns - 1);
        view.spans.push_back({static_cast<std::size_t>(left), static_cast<std::size_t>(std::clamp(last, left + 1, columns)), shares});
    };
    std::size_t placed = 0;
    for (std::size_t level = m_nodes.size() + 1; level-- > 0;)
        for (; placed + sizeOf(level) <= size(); placed += sizeOf(level))
            visit(visit, level, placed / sizeOf(level));
    keepOnly(singles);
    return view;
}

} // namespace lensboard::store
