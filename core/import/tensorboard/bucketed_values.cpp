#include "core/import/tensorboard/bucketed_values.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

namespace lensboard::imports {

namespace {

constexpr double kOpen = std::numeric_limits<double>::max();

bool isBounded(double limit)
{
    return std::abs(limit) < kOpen; // also false for NaN
}

bool areCounts(std::span<const double> counts)
{
    return std::all_of(counts.begin(), counts.end(), [](double count) { return count >= 0; })
        && std::isfinite(std::accumulate(counts.begin(), counts.end(), 0.0));
}

/// Returns half the drawn width of a bucket of equal values.
double halfWidth(double value)
{
    return std::max(0.5, std::abs(value) * 1e-6);
}

/// Removes empty buckets at both ends. Returns false if all buckets are empty.
bool trim(record::Histogram &buckets)
{
    const auto isFull = [](double count) { return count > 0; };
    const auto first = std::find_if(buckets.counts.begin(), buckets.counts.end(), isFull);
    const auto last = std::find_if(buckets.counts.rbegin(), buckets.counts.rend(), isFull);
    if (first == buckets.counts.end())
        return false;
    buckets.edges.erase(buckets.edges.end() - (last - buckets.counts.rbegin()), buckets.edges.end());
    buckets.counts.erase(last.base(), buckets.counts.end());
    buckets.edges.erase(buckets.edges.begin(), buckets.edges.begin() + (first - buckets.counts.begin()));
    buckets.counts.erase(buckets.counts.begin(), first);
    return true;
}

/// Returns the quantile at \p share of the counted values.
double quantile(const record::Histogram &buckets, double total, double share)
{
    double wanted = share * total;
    for (std::size_t i = 0; i < buckets.counts.size(); ++i) {
        if (wanted <= buckets.counts[i] && buckets.counts[i] > 0)
            return std::lerp(buckets.edges[i], buckets.edges[i + 1], wanted / buckets.counts[i]);
        wanted -= buckets.counts[i];
    }
    return buckets.edges.back(); // reached only if sums are rounded
}

double meanOf(const record::Histogram &buckets, double total)
{
    double mean = 0;
    for (std::size_t i = 0; i < buckets.counts.size(); ++i)
        mean += std::midpoint(buckets.edges[i], buckets.edges[i + 1]) * (buckets.counts[i] / total);
    return mean;
}

/// Computes the statistics of \p buckets. Returns nullopt if the edges do not increase.
std::optional<BucketedValues> summed(record::Histogram buckets)
{
    if (std::adjacent_find(buckets.edges.begin(), buckets.edges.end(), std::greater_equal()) != buckets.edges.end())
        return std::nullopt;
    const double total = std::accumulate(buckets.counts.begin(), buckets.counts.end(), 0.0);
    BucketedValues values;
    values.mean = meanOf(buckets, total);
    values.min = buckets.edges.front();
    values.max = buckets.edges.back();
    values.lowerQuartile = quantile(buckets, total, 0.25);
    values.upperQuartile = quantile(buckets, total, 0.75);
    values.buckets = std::move(buckets);
    return values;
}

std::optional<BucketedValues> equalValues(double value, double count)
{
    auto values = summed({{value - halfWidth(value), value + halfWidth(value)}, {count}});
    if (values)
        values->mean = values->min = values->max = values->lowerQuartile = values->upperQuartile = value;
    return values;
}

/// Moves the outer edges to \p min and \p max if these lie inside the outer buckets.
void clip(record::Histogram &buckets, double min, double max)
{
    if (min >= buckets.edges.front() && min < buckets.edges[1])
        buckets.edges.front() = min;
    if (max <= buckets.edges.back() && max > buckets.edges[buckets.edges.size() - 2])
        buckets.edges.back() = max;
}

} // namespace

std::optional<BucketedValues> bucketsFromLimits(std::span<const double> limits, std::span<const double> counts,
                                                const HistogramTotals &totals)
{
    if (limits.empty() || limits.size() != counts.size() || !areCounts(counts))
        return std::nullopt;
    record::Histogram buckets{{-kOpen}, {counts.begin(), counts.end()}};
    buckets.edges.insert(buckets.edges.end(), limits.begin(), limits.end());
    if (!trim(buckets))
        return std::nullopt;
    const bool liesWithin = totals.min >= buckets.edges.front() && totals.max <= buckets.edges.back();
    if (liesWithin && totals.min == totals.max && buckets.counts.size() == 1)
        return equalValues(totals.min, buckets.counts[0]);
    const bool knowsRange = isBounded(totals.min) && isBounded(totals.max) && liesWithin && totals.min < totals.max;
    if (knowsRange)
        clip(buckets, totals.min, totals.max);
    if (!std::all_of(buckets.edges.begin(), buckets.edges.end(), isBounded))
        return std::nullopt;
    auto values = summed(std::move(buckets));
    if (values && knowsRange) {
        values->min = totals.min;
        values->max = totals.max;
    }
    if (values && totals.count > 0)
        values->mean = totals.sum / totals.count;
    return values;
}

std::optional<BucketedValues> bucketsAsTheyAre(record::Histogram buckets, std::optional<double> mean, std::optional<double> min,
                                               std::optional<double> max)
{
    const bool areEdges = std::all_of(buckets.edges.begin(), buckets.edges.end(), isBounded);
    if (buckets.counts.empty() || buckets.edges.size() != buckets.counts.size() + 1 || !areEdges || !areCounts(buckets.counts))
        return std::nullopt;
    auto values = summed(std::move(buckets));
    if (!values)
        return std::nullopt;
    values->mean = mean.value_or(values->mean);
    values->min = min.value_or(values->min);
    values->max = max.value_or(values->max);
    if (values->min == values->max) // all values are equal
        values->lowerQuartile = values->upperQuartile = values->min;
    return values;
}

std::optional<BucketedValues> bucketsFromRows(std::span<const double> rows)
{
    record::Histogram buckets;
    for (std::size_t i = 0; i + 3 <= rows.size(); i += 3) {
        const double low = rows[i], high = rows[i + 1], count = rows[i + 2];
        if (!isBounded(low) || !isBounded(high) || low > high)
            return std::nullopt;
        if (low == high && count == 0)
            continue;
        if (low == high) // TensorFlow puts equal values into one bucket
            return areCounts({&count, 1}) ? equalValues(low, count) : std::nullopt;
        if (buckets.edges.empty())
            buckets.edges.push_back(low);
        if (buckets.edges.back() - low > 1e-6 * (high - low)) // more than a rounding error
            return std::nullopt;
        if (low > buckets.edges.back()) {
            buckets.edges.push_back(low);
            buckets.counts.push_back(0);
        }
        buckets.edges.push_back(high);
        buckets.counts.push_back(count);
    }
    if (!areCounts(buckets.counts) || !trim(buckets))
        return std::nullopt;
    return summed(std::move(buckets));
}

} // namespace lensboard::imports
