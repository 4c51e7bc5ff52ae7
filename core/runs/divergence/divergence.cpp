#include "core/runs/divergence/divergence.h"

#include "core/record/error.h"
#include "core/record/flat_name.h"
#include "core/record/message.h"
#include "core/runs/parallel_work.h"
#include "core/store/derived/layer_match.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>

namespace lensboard::runs {

namespace {

/// Identifies a series within its run.
using Key = std::tuple<std::string, std::string, std::string, record::SeriesRole>; ///< tag, layer, label

/// Structure of a run at the time of the comparison.
class ComparedRun
{
public:
    explicit ComparedRun(const store::Run &run) : m_run(run), m_steps(stepsOf(run))
    {
        store::RunCursor cursor;
        const store::RunChanges all = run.since(cursor);
        for (const auto &[index, tag] : all.tags) {
            m_tags.resize(std::max<std::size_t>(m_tags.size(), index + 1));
            m_tags[index] = tag;
        }
        m_series = all.series;
        m_layers = run.info().layers;
    }

    const record::TagSpec &tagOf(const record::SeriesSpec &series) const { return m_tags.at(series.tag); }
    const std::vector<record::SeriesSpec> &series() const { return m_series; }
    const std::vector<std::int64_t> &steps() const { return m_steps; }
    SteppedValues values(std::uint32_t series) const { return {m_run, series, m_steps}; }
    std::string nameOf(std::uint32_t series) const { return record::flatName(tagOf(m_series[series]), m_series[series]); }

    bool isCompared(const record::SeriesSpec &series) const { return hasValues(series.role) && !measuresTime(tagOf(series)); }
    /// Returns the layers with series, in model order; other layers come last.
    std::vector<store::LayerTraits> layers() const
    {
        std::vector<store::LayerTraits> traits;
        std::set<std::string> named;
        for (const record::SeriesSpec &each : m_series)
            if (isCompared(each) && !tagOf(each).big && named.insert(each.layer).second)
                traits.push_back(store::traitsOf(m_layers, each.layer));
        std::ranges::stable_sort(traits, {}, [this](const store::LayerTraits &layer) { return depthOf(layer.name); });
        return traits;
    }
    /// Returns the position of a layer in the model; for a tag of the whole model, the position after all layers.
    std::size_t depthOf(const std::string &layer) const
    {
        return static_cast<std::size_t>(std::ranges::find(m_layers, layer, &record::LayerInfo::name) - m_layers.begin());
    }

private:
    const store::Run &m_run;
    std::vector<std::int64_t> m_steps;
    std::vector<record::TagSpec> m_tags;
    std::vector<record::SeriesSpec> m_series;
    std::vector<record::LayerInfo> m_layers;
};

/// Two series with values of the same quantity.
struct Pair
{
    std::uint32_t first, second;
};

/// Pairs the series of two runs.
class Pairing
{
public:
    Pairing(const ComparedRun &first, const ComparedRun &second)
    {
        std::map<std::string, std::string> otherNames; // layer of the second run, by the layer of the first
        const auto layers = first.layers(), others = second.layers();
        for (const auto &[own, other] : store::matchLayers(layers, others))
            if (own && other)
                otherNames[layers[*own].name] = others[*other].name;
        std::map<Key, std::uint32_t> ofSecond;
        for (std::uint32_t i = 0; i < second.series().size(); ++i)
            if (const auto &series = second.series()[i]; second.isCompared(series))
                ofSecond[keyOf(second, series, series.layer)] = i;
        for (std::uint32_t i = 0; i < first.series().size(); ++i) {
            const record::SeriesSpec &series = first.series()[i];
            if (!first.isCompared(series))
                continue;
            const auto renamed = otherNames.find(series.layer);
            const auto other = ofSecond.find(keyOf(first, series, renamed == otherNames.end() ? series.layer : renamed->second));
            if (other == ofSecond.end()) {
                unmatched.push_back(first.nameOf(i));
                continue;
            }
            pairs.push_back({i, other->second});
            ofSecond.erase(other);
        }
        for (const auto &[key, i] : ofSecond)
            unmatched.push_back(second.nameOf(i));
    }

    std::vector<Pair> pairs;
    std::vector<std::string> unmatched;

private:
    static Key keyOf(const ComparedRun &run, const record::SeriesSpec &series, const std::string &layer)
    {
        const record::TagSpec &tag = run.tagOf(series);
        return {tag.name, tag.big ? std::string() : layer, series.label, series.role};
    }
};

bool isEqual(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// Returns true if \p experiment and \p other differ at most in seeds and names.
bool differBySeed(const std::string &experiment, const std::string &other)
{
    return std::ranges::all_of(experiment::compareExperiments({experiment, other}), [](const experiment::ComparedKey &key) {
        const std::string name = key.path.substr(key.path.rfind('.') + 1); // "seed" of "hparams.seed"
        return name == "seed" || name == "name" || !key.differs();
    });
}

/// Finds the first differences of two runs.
class Comparison
{
public:
    Comparison(const store::Run &first, const store::Run &second, const DivergenceOptions &options)
        : m_options(options), m_first(first), m_second(second), m_pairing(m_first, m_second)
    {
        compareTicks();
        if (!options.repeats.empty() && !m_common.empty())
            measureNoise(first, second);
    }

    Divergence result()
    {
        Divergence result;
        std::vector<std::optional<DivergedSeries>> found(m_pairing.pairs.size());
        std::vector<char> isCompared(found.size());
        workInParallel(
            found.size(), m_options.stop, [&](std::size_t i) { isCompared[i] = compare(m_pairing.pairs[i], found[i]); }, [](std::size_t) {});
        for (std::optional<DivergedSeries> &each : found)
            if (each)
                result.series.push_back(std::move(*each));
        for (std::size_t i = 0; i < found.size(); ++i)
            result.compared[static_cast<std::size_t>(partOf(m_pairing.pairs[i]))] += isCompared[i];
        result.unmatched = std::move(m_pairing.unmatched);
        result.commonSteps = m_common.size();
        result.hasEqualTicks = m_hasEqualTicks;
        sort(result);
        keepQuantities(result.series);
        return result;
    }

private:
    /// Number of equal or small values after a difference that make it noise.
    static constexpr std::size_t kLasting = 3;

    void compareTicks()
    {
        const std::set<std::int64_t> ofSecond(m_second.steps().begin(), m_second.steps().end());
        std::set<std::int64_t> common;
        for (const std::int64_t step : m_first.steps())
            if (ofSecond.contains(step))
                common.insert(step);
        m_common.assign(common.begin(), common.end());
        const std::set<std::int64_t> ofFirst(m_first.steps().begin(), m_first.steps().end());
        const std::int64_t end = m_common.empty() ? 0 : m_common.back(); // a run that ended earlier has equal ticks
        const auto countUntilEnd = [&](const std::set<std::int64_t> &steps) { return std::ranges::distance(steps.begin(), steps.upper_bound(end)); };
        m_hasEqualTicks = countUntilEnd(ofFirst) == countUntilEnd(ofSecond);
    }

    void measureNoise(const store::Run &first, const store::Run &second)
    {
        std::vector<std::unique_ptr<ComparedRun>> runs;
        std::vector<const ComparedRun *> ofFirst{&m_first}, ofSecond{&m_second};
        const std::string experiment = first.info().experiment, other = second.info().experiment;
        for (const auto &repeat : m_options.repeats) {
            const record::RunInfo info = repeat->info();
            const bool isOfFirst = differBySeed(experiment, info.experiment), isOfSecond = differBySeed(other, info.experiment);
            if (!isOfFirst && !isOfSecond)
                throw record::InvalidArgument(record::message("%1 is no repeat: its settings differ from both runs in more than the seed", info.name));
            runs.push_back(std::make_unique<ComparedRun>(*repeat));
            (isOfFirst ? ofFirst : ofSecond).push_back(runs.back().get());
        }
        m_noise.emplace(m_common.front(), m_common.back());
        for (const auto &group : {ofFirst, ofSecond})
            if (group.size() > 1)
                addNoise(group, group.front() == &m_second);
        m_noise->finish();
    }

    /// Adds the noise of \p group. Its first run is one of the compared runs.
    void addNoise(const std::vector<const ComparedRun *> &group, bool isOfSecond)
    {
        std::vector<std::map<std::uint32_t, std::uint32_t>> others; // series of the repeats, by the compared run's
        for (std::size_t i = 1; i < group.size(); ++i) {
            others.emplace_back();
            for (const Pair &pair : Pairing(*group.front(), *group[i]).pairs)
                others.back()[pair.first] = pair.second;
        }
        for (const Pair &pair : m_pairing.pairs) {
            const std::uint32_t own = isOfSecond ? pair.second : pair.first;
            std::vector<SteppedValues> values{group.front()->values(own)};
            for (std::size_t i = 1; i < group.size(); ++i)
                if (const auto other = others[i - 1].find(own); other != others[i - 1].end())
                    values.push_back(group[i]->values(other->second));
            if (values.size() > 1)
                m_noise->add(tagOf(pair), keyOf(pair), std::move(values));
        }
    }

    StepPart partOf(const Pair &pair) const
    {
        const record::SeriesSpec &series = m_first.series()[pair.first];
        return stepPartOf(m_first.tagOf(series), series);
    }
    std::string tagOf(const Pair &pair) const { return m_first.tagOf(m_first.series()[pair.first]).name; }
    std::string keyOf(const Pair &pair) const { return m_first.nameOf(pair.first); }

    /// Finds the first difference of a pair. Returns false if the series have no common step.
    bool compare(const Pair &pair, std::optional<DivergedSeries> &found) const
    {
        std::array values{m_first.values(pair.first), m_second.values(pair.second)};
        const std::string tag = m_noise ? tagOf(pair) : std::string(), key = m_noise ? keyOf(pair) : std::string();
        const std::size_t lasting = m_noise ? kLasting : 1;
        std::optional<std::int64_t> lastEqual;
        double largest = 0;
        std::size_t count = 0; // of differences in a row
        bool isCompared = false;
        forEachCommonStep(std::span(values), [&](std::int64_t step) {
            isCompared = true;
            const double a = values[0].value(), b = values[1].value();
            for (const double value : {a, b})
                if (std::isfinite(value))
                    largest = std::max(largest, std::abs(value));
            const double difference = isEqual(a, b) ? 0 : std::abs(a - b);
            const double limit = m_noise ? m_noise->limit(tag, key, step, largest) : 0;
            if (difference == 0 || difference <= std::max(limit, m_options.tolerance * largest)) {
                count = 0;
                found.reset();
                lastEqual = step;
                return true;
            }
            if (count++ == 0)
                found = describe(pair, step, lastEqual, a, b, largest);
            return count < lasting;
        });
        return isCompared;
    }

    DivergedSeries describe(const Pair &pair, std::int64_t step, std::optional<std::int64_t> lastEqual, double a, double b, double largest) const
    {
        const record::SeriesSpec &series = m_first.series()[pair.first];
        const record::TagSpec &tag = m_first.tagOf(series);
        const std::string &otherLayer = m_second.series()[pair.second].layer;
        const double difference = std::abs(a - b);
        return {.first = pair.first,
                .second = pair.second,
                .part = partOf(pair),
                .tag = tag.name,
                .layer = tag.big ? std::string() : series.layer,
                .label = series.label,
                .otherLayer = tag.big || otherLayer == series.layer ? std::string() : otherLayer,
                .step = step,
                .lastEqual = lastEqual,
                .firstValue = a,
                .secondValue = b,
                .relative = std::isfinite(difference) && largest > 0 ? difference / largest : std::numeric_limits<double>::infinity()};
    }

    void sort(Divergence &result) const
    {
        std::vector<DivergedSeries> &series = result.series;
        if (series.empty())
            return;
        const std::int64_t first = std::ranges::min_element(series, {}, &DivergedSeries::step)->step;
        result.coversSteps = coveredSteps(m_first.steps(), first) > 1 || coveredSteps(m_second.steps(), first) > 1;
        std::ranges::stable_sort(series, [&](const DivergedSeries &a, const DivergedSeries &b) { return rank(a, result) < rank(b, result); });
    }

    /// Keeps the first series of each layer in a tag; for a tag of the whole model, all lines, and bands only if no line differs.
    void keepQuantities(std::vector<DivergedSeries> &series) const
    {
        std::set<std::tuple<std::string, std::string, std::string>> kept;
        const auto isKept = [&](const DivergedSeries &each) {
            const std::string label = each.layer.empty() && !isBand(each) ? each.label : std::string();
            const bool isNew = kept.emplace(each.tag, each.layer, label).second;
            kept.emplace(each.tag, each.layer, std::string());
            return isNew;
        };
        std::vector<DivergedSeries> quantities;
        std::ranges::copy_if(series, std::back_inserter(quantities), isKept);
        series = std::move(quantities);
    }

    static std::int64_t coveredSteps(const std::vector<std::int64_t> &steps, std::int64_t step)
    {
        std::int64_t before = 0;
        for (const std::int64_t each : steps)
            if (each < step)
                before = std::max(before, each);
        return step - before;
    }

    bool isBand(const DivergedSeries &each) const { return m_first.series()[each.first].role != record::SeriesRole::Line; }

    /// Outputs follow the data through the model, their gradients come back; other quantities of one step begin with the largest difference.
    std::tuple<std::int64_t, StepPart, bool, std::ptrdiff_t, bool, double> rank(const DivergedSeries &each, const Divergence &result) const
    {
        if (result.coversSteps)
            return {each.step, StepPart::LearningRate, false, 0, isBand(each), -each.relative};
        const bool isOfLayer = !each.layer.empty();
        const auto depth = static_cast<std::ptrdiff_t>(isOfLayer ? m_first.depthOf(each.layer) : 0);
        const bool isBackward = each.part == StepPart::OutputGradient;
        const std::ptrdiff_t place = each.part == StepPart::Output || isBackward ? (isBackward ? -depth : depth) : 0;
        return {each.step, each.part, !isOfLayer, place, isBand(each), -each.relative};
    }

    const DivergenceOptions &m_options;
    ComparedRun m_first, m_second;
    Pairing m_pairing;
    std::vector<std::int64_t> m_common;
    bool m_hasEqualTicks = true;
    std::optional<RepeatNoise> m_noise;
};

} // namespace

std::size_t Divergence::comparedCount() const
{
    return std::accumulate(compared.begin(), compared.end(), std::size_t{0});
}

std::vector<StepPart> Divergence::equalParts() const
{
    std::vector<StepPart> equal;
    for (std::size_t part = 0; part < static_cast<std::size_t>(series.front().part); ++part)
        if (compared[part] > 0)
            equal.push_back(static_cast<StepPart>(part));
    return equal;
}

Divergence divergenceOf(const store::Run &first, const store::Run &second, const DivergenceOptions &options)
{
    Divergence result = Comparison(first, second, options).result();
    using What = ComparedRow::What;
    for (ComparedRow &row : compareRuns({&first, &second}))
        if ((row.what == What::Experiment || row.what == What::Environment) && row.key.differs())
            result.settings.push_back(std::move(row));
    return result;
}

} // namespace lensboard::runs
