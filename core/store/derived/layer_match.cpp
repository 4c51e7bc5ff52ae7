#include "core/store/derived/layer_match.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

namespace lensboard::store {

namespace {

using Pair = std::pair<std::size_t, std::size_t>;

constexpr std::size_t kMaxCompared = std::size_t{1} << 22; ///< limit of pairs to compare between two matched layers

/// The layers of both runs between two matched pairs.
struct Between
{
    std::size_t first, firstEnd, second, secondEnd;

    std::size_t firstCount() const { return firstEnd - first; }
    std::size_t secondCount() const { return secondEnd - second; }
};

/// Pairs of layer indices in ascending order in both runs.
class Matching
{
public:
    Matching(std::span<const LayerTraits> first, std::span<const LayerTraits> second) : m_first(first), m_second(second) {}

    /// Between the existing pairs, adds the longest ascending sequence of pairs that satisfy \p same.
    template <typename Same>
    void add(const Same &same)
    {
        std::vector<Pair> all;
        for (const Between &between : gaps()) {
            if (between.firstCount() * between.secondCount() <= kMaxCompared)
                addLongest(between, same, all);
            if (between.firstEnd < m_first.size())
                all.emplace_back(between.firstEnd, between.secondEnd);
        }
        m_pairs = std::move(all);
    }

    void addInOrder()
    {
        const auto isUnknown = [](const LayerTraits &layer) { return layer.type.empty(); };
        std::vector<Pair> added;
        for (const Between &between : gaps()) {
            const auto firsts = m_first.subspan(between.first, between.firstCount());
            const auto seconds = m_second.subspan(between.second, between.secondCount());
            if (firsts.size() != seconds.size() || !(std::ranges::all_of(firsts, isUnknown) || std::ranges::all_of(seconds, isUnknown)))
                continue;
            for (std::size_t i = 0; i < firsts.size(); ++i)
                added.emplace_back(between.first + i, between.second + i);
        }
        m_pairs.insert(m_pairs.end(), added.begin(), added.end());
        std::ranges::sort(m_pairs);
    }

    const std::vector<Pair> &pairs() const { return m_pairs; }

private:
    std::vector<Between> gaps() const
    {
        std::vector<Between> gaps;
        std::size_t first = 0, second = 0;
        for (const auto &[i, j] : m_pairs) {
            gaps.push_back({first, i, second, j});
            first = i + 1;
            second = j + 1;
        }
        gaps.push_back({first, m_first.size(), second, m_second.size()});
        return gaps;
    }

    /// Adds the longest common subsequence.
    template <typename Same>
    void addLongest(const Between &between, const Same &same, std::vector<Pair> &pairs) const
    {
        const std::size_t rows = between.firstCount(), columns = between.secondCount();
        std::vector<std::uint32_t> length((rows + 1) * (columns + 1), 0);
        const auto at = [&](std::size_t row, std::size_t column) -> std::uint32_t & { return length[row * (columns + 1) + column]; };
        const auto isSame = [&](std::size_t row, std::size_t column) {
            return same(m_first[between.first + row], m_second[between.second + column]);
        };
        for (std::size_t row = rows; row-- > 0;)
            for (std::size_t column = columns; column-- > 0;)
                at(row, column) = isSame(row, column) ? at(row + 1, column + 1) + 1 : std::max(at(row + 1, column), at(row, column + 1));
        for (std::size_t row = 0, column = 0; row < rows && column < columns;)
            if (isSame(row, column))
                pairs.emplace_back(between.first + row++, between.second + column++);
            else
                at(row + 1, column) >= at(row, column + 1) ? ++row : ++column;
    }

    std::span<const LayerTraits> m_first, m_second;
    std::vector<Pair> m_pairs;
};

std::set<std::string> namesOf(std::span<const LayerTraits> layers)
{
    std::set<std::string> names;
    for (const LayerTraits &layer : layers)
        names.insert(layer.name);
    return names;
}

} // namespace

LayerTraits traitsOf(const std::vector<record::LayerInfo> &layers, const std::string &name)
{
    LayerTraits traits{name};
    const auto info = std::ranges::find(layers, name, &record::LayerInfo::name);
    if (info == layers.end())
        return traits;
    traits.type = info->type;
    const auto append = [&](const std::vector<std::int64_t> &shape) {
        for (const std::int64_t size : shape)
            traits.shape += std::to_string(size) + ' ';
        traits.shape += ';';
    };
    for (const record::ParameterInfo &parameter : info->parameters)
        append(parameter.shape);
    if (info->outputShape)
        append(*info->outputShape);
    return traits;
}

std::vector<LayerPair> matchLayers(std::span<const LayerTraits> first, std::span<const LayerTraits> second)
{
    Matching matching(first, second);
    matching.add([](const LayerTraits &a, const LayerTraits &b) { return a.name == b.name; });
    const std::set<std::string> ofFirst = namesOf(first), ofSecond = namesOf(second);
    const auto mayMatch = [&](const LayerTraits &a, const LayerTraits &b) { // other names are paired by name
        return !ofSecond.contains(a.name) && !ofFirst.contains(b.name) && !a.type.empty() && a.type == b.type;
    };
    matching.add([&](const LayerTraits &a, const LayerTraits &b) { return mayMatch(a, b) && a.shape == b.shape; });
    matching.add(mayMatch);
    matching.addInOrder();

    std::vector<LayerPair> pairs;
    std::vector<char> isPaired(second.size());
    for (const auto &[i, j] : matching.pairs())
        isPaired[j] = true;
    std::size_t i = 0, j = 0;
    const auto addUpTo = [&](std::size_t firstEnd, std::size_t secondEnd) {
        for (; i < firstEnd; ++i) { // pairs equal names at different positions
            const auto named = std::ranges::find(second, first[i].name, &LayerTraits::name);
            const auto number = static_cast<std::size_t>(named - second.begin());
            const bool isElsewhere = number < second.size() && !isPaired[number];
            if (isElsewhere)
                isPaired[number] = true;
            pairs.push_back({i, isElsewhere ? std::optional(number) : std::nullopt});
        }
        for (; j < secondEnd; ++j)
            if (!isPaired[j] && !ofFirst.contains(second[j].name))
                pairs.push_back({std::nullopt, j});
    };
    for (const auto &[firstOfPair, secondOfPair] : matching.pairs()) {
        addUpTo(firstOfPair, secondOfPair);
        pairs.push_back({firstOfPair, secondOfPair});
        i = firstOfPair + 1;
        j = secondOfPair + 1;
    }
    addUpTo(first.size(), second.size());
    return pairs;
}

} // namespace lensboard::store
