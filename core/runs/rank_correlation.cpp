#include "core/runs/rank_correlation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <string>

namespace lensboard::runs {

using runs::RunSummary;

namespace {

struct Numbers
{
    std::vector<double> ofRuns; ///< one per run; NaN if the run has none
    bool isRankable = true;
};

Numbers numbersOfTexts(std::span<const RunValue> values)
{
    std::set<std::string> texts;
    for (const RunValue &value : values)
        if (const auto *text = std::get_if<std::string>(&value))
            texts.insert(*text);
    Numbers numbers{{}, texts.size() <= 2};
    for (const RunValue &value : values) {
        const auto *text = std::get_if<std::string>(&value);
        numbers.ofRuns.push_back(!text ? std::numeric_limits<double>::quiet_NaN() : *text == *texts.begin() ? 0
                                                                                                            : 1);
    }
    return numbers;
}

Numbers numbersOf(std::span<const RunSummary *const> runs, const RunColumn &column)
{
    std::vector<RunValue> values;
    values.reserve(runs.size());
    for (const RunSummary *run : runs)
        values.push_back(valueOf(*run, column));
    if (std::ranges::none_of(values, [](const RunValue &value) { return std::holds_alternative<double>(value); }))
        return numbersOfTexts(values);
    Numbers numbers;
    for (const RunValue &value : values) {
        const auto *number = std::get_if<double>(&value);
        numbers.ofRuns.push_back(number ? *number : std::numeric_limits<double>::quiet_NaN());
    }
    return numbers;
}

/// Returns ranks from 1; equal values share the mean of their ranks.
std::vector<double> meanRanks(const std::vector<double> &values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
        while (last < order.size() && values[order[last]] == values[order[first]])
            ++last;
        for (std::size_t i = first; i < last; ++i)
            ranks[order[i]] = static_cast<double>(first + last + 1) / 2;
    }
    return ranks;
}

/// Returns nullopt if all ranks in \p a, or all in \p b, are equal.
std::optional<double> correlationOfRanks(const std::vector<double> &a, const std::vector<double> &b)
{
    const double middle = static_cast<double>(a.size() + 1) / 2;
    double products = 0, squaresOfA = 0, squaresOfB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        products += (a[i] - middle) * (b[i] - middle);
        squaresOfA += (a[i] - middle) * (a[i] - middle);
        squaresOfB += (b[i] - middle) * (b[i] - middle);
    }
    if (squaresOfA == 0 || squaresOfB == 0)
        return std::nullopt;
    return std::clamp(products / std::sqrt(squaresOfA * squaresOfB), -1.0, 1.0);
}

FieldCorrelation correlated(const RunColumn &field, const Numbers &a, const Numbers &b)
{
    std::vector<double> ofA, ofB;
    for (std::size_t i = 0; i < a.ofRuns.size(); ++i)
        if (!std::isnan(a.ofRuns[i]) && !std::isnan(b.ofRuns[i])) {
            ofA.push_back(a.ofRuns[i]);
            ofB.push_back(b.ofRuns[i]);
        }
    FieldCorrelation found{field, {}, ofA.size()};
    if (a.isRankable && b.isRankable && ofA.size() >= kFewestCorrelatedRuns)
        found.correlation = correlationOfRanks(meanRanks(ofA), meanRanks(ofB));
    return found;
}

} // namespace

std::optional<double> rankCorrelation(std::span<const RunSummary *const> runs, const RunColumn &a, const RunColumn &b)
{
    return correlated(a, numbersOf(runs, a), numbersOf(runs, b)).correlation;
}

std::vector<FieldCorrelation> fieldCorrelations(std::span<const RunSummary *const> runs, const RunColumn &metric)
{
    std::set<std::string> paths;
    for (const RunSummary *run : runs)
        for (const auto &[path, value] : run->fields)
            paths.insert(path);
    const Numbers metrics = numbersOf(runs, metric);
    std::vector<FieldCorrelation> found;
    for (const std::string &path : paths) {
        const RunColumn field{RunColumn::Shows::Field, path};
        found.push_back(correlated(field, numbersOf(runs, field), metrics));
    }
    std::ranges::stable_sort(found, std::ranges::greater(), [](const FieldCorrelation &each) {
        return each.correlation ? std::abs(*each.correlation) : -1;
    });
    return found;
}

} // namespace lensboard::runs
