#include "core/runs/run_summary.h"

#include "core/bytes/lower_case.h"
#include "core/bytes/valid_utf8.h"
#include "core/experiment/experiment.h"
#include "core/experiment/experiment_differences.h"
#include "core/record/error.h"
#include "core/runs/run_content.h"
#include "core/runs/run_source.h"
#include "core/store/file/run_file_format.h"
#include "core/store/run_names.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace lensboard::runs {

namespace {

constexpr std::size_t kMaxLosses = 3;
constexpr std::size_t kMaxMetrics = 3;
constexpr std::size_t kMaxCurveValues = 64;

/// Returns "train_loss" for "train_loss mean".
std::string withoutMean(const std::string &label)
{
    return label.ends_with(" mean") ? label.substr(0, label.size() - 5) : label;
}

/// Returns the series' label; if it is meaningless, the name of the layer or tag.
std::string lossName(const record::TagSpec &tag, const record::SeriesSpec &series)
{
    if (isLossName(series.label))
        return withoutMean(series.label);
    return tag.big ? tag.name : tag.name + '/' + series.layer;
}

bool isLoss(const record::TagSpec &tag, const record::SeriesSpec &series)
{
    return series.role == record::SeriesRole::Line && series.label.find("not finite") == std::string::npos
        && (isLossName(tag.name) || isLossName(series.layer)) && (tag.lens != "LossMetrics" || tag.name == "Loss");
}

bool isMetric(const record::TagSpec &tag, const record::SeriesSpec &series)
{
    return series.role == record::SeriesRole::Line && series.label.find("not finite") == std::string::npos && tag.lens == "LossMetrics"
        && !isLossName(series.label);
}

/// Returns the minimum and maximum finite value, computed from the pyramid without loading values; NaN if there is none.
std::pair<double, double> finiteRange(const store::Run &run, std::uint32_t series)
{
    std::pair range(std::nan(""), std::nan(""));
    const auto span = run.span(series);
    if (!span)
        return range;
    const double low = static_cast<double>(span->first.step), high = static_cast<double>(span->second.step);
    for (const stats::Point &point : run.trace(series, {record::Axis::Step, low, std::max(high, low + 1), 1}).points)
        range = {std::fmin(range.first, point.y), std::fmax(range.second, point.y)}; // fmin and fmax ignore NaN
    return range;
}

bool isValueLine(const record::SeriesSpec &series)
{
    return series.role == record::SeriesRole::Line && series.label.find("not finite") == std::string::npos;
}

/// Returns true if every table may show columns of the tag; other tags have too many lines.
bool isQuantity(const record::TagSpec &tag)
{
    return tag.lens == "LossMetrics" || tag.foreignName;
}

std::string quantityName(const record::TagSpec &tag, const record::SeriesSpec &series)
{
    if (tag.foreignName && tag.big)
        return series.label.empty() || series.label == "value" ? tag.name : series.label; // all plain numbers have the label "value"
    if (tag.foreignName)
        return tag.name + '/' + series.layer;
    if (tag.lens == "LossMetrics")
        return withoutMean(series.label);
    const std::string place = tag.big ? tag.name : tag.name + '/' + series.layer;
    return series.label == "mean" ? place : place + ' ' + series.label;
}

Quantity quantity(const store::Run &run, std::uint32_t series, std::string name)
{
    const std::size_t count = run.tally(series).count, first = count - std::min(count, Quantity::kMeanOf);
    Quantity quantity{std::move(name)};
    const std::vector<store::PlacedValue> last = run.values(series, first, count - first);
    for (const store::PlacedValue &value : last)
        quantity.mean += value.value / static_cast<double>(last.size());
    quantity.last = last.empty() ? std::nan("") : last.back().value;
    std::tie(quantity.least, quantity.greatest) = finiteRange(run, series);
    return quantity;
}

void addQuantities(RunSummary &summary, const store::Run &run, const std::vector<record::TagSpec> &tags,
                   const std::vector<record::SeriesSpec> &series, const QuantityNames &wanted)
{
    std::map<std::string, std::uint32_t> named;
    std::set<std::string> others;
    for (std::uint32_t i = 0; i < series.size(); ++i) {
        const record::TagSpec &tag = tags[series[i].tag];
        if (!isValueLine(series[i]))
            continue;
        const std::string name = quantityName(tag, series[i]);
        if ((isQuantity(tag) && named.size() < kMaxQuantities) || wanted.contains(name))
            named.emplace(name, i);
        else
            others.insert(name);
    }
    for (const auto &[name, index] : named) {
        summary.quantities.push_back(quantity(run, index, name));
        others.erase(name);
    }
    summary.others.assign(others.begin(), others.end());
}

std::vector<std::pair<std::string, experiment::Json>> fields(const record::RunInfo &info)
{
    auto fields = experiment::flattened(info.experiment);
    for (const auto &[name, value] : info.environment)
        fields.emplace_back("environment." + name, value);
    std::ranges::stable_sort(fields, {}, [](const auto &field) -> const std::string & { return field.first; });
    return fields;
}

/// Loads only the values chosen for the curve.
std::vector<double> curveOf(const store::Run &run, const std::vector<record::TagSpec> &tags, const std::vector<record::SeriesSpec> &all)
{
    const auto countOf = [&](const record::SeriesSpec &series) { return run.tally(static_cast<std::uint32_t>(&series - all.data())).count; };
    const auto first = [&](auto isSo) {
        return std::ranges::find_if(all, [&](const auto &series) { return isSo(tags[series.tag], series) && countOf(series) > 0; });
    };
    const auto loss = first(isLoss), shown = loss == all.end() ? first(isMetric) : loss;
    if (shown == all.end())
        return {};
    const auto index = static_cast<std::uint32_t>(shown - all.begin());
    const std::size_t count = countOf(*shown), chosen = std::min(count, kMaxCurveValues);
    std::vector<double> curve;
    for (std::size_t i = 0; i < chosen; ++i)
        for (const store::PlacedValue &placed : run.values(index, chosen > 1 ? i * (count - 1) / (chosen - 1) : 0, 1))
            curve.push_back(placed.value);
    return curve;
}

} // namespace

bool lacks(const RunSummary &summary, const QuantityNames &wanted)
{
    return std::ranges::any_of(wanted, [&](const std::string &name) { return std::ranges::binary_search(summary.others, name); });
}

bool isLossName(std::string_view name)
{
    return bytes::lowerCase(name).find("loss") != std::string::npos;
}

std::string givenName(const std::filesystem::path &path, const record::RunInfo &info)
{
    const bool isOfFile = info.name == bytes::validUtf8(path.stem().string()) || info.name == bytes::validUtf8(path.filename().string())
                       || info.name == store::runName(path);
    return isOfFile || info.name == experiment::nameOf(info.experiment) ? std::string() : info.name;
}

RunSummary summarise(const std::filesystem::path &path, const store::Run &run, const QuantityNames &wanted)
{
    store::RunCursor cursor;
    const store::RunChanges all = run.since(cursor);
    RunSummary summary;
    summary.path = path;
    summary.name = store::runName(path);
    summary.givenName = givenName(path, *all.info);
    summary.notes = all.info->notes;
    summary.status = all.info->status;
    summary.message = all.info->message;
    summary.verdict = all.info->verdict;
    summary.ticks = all.lastFrame;
    summary.createdSeconds = all.info->createdSeconds;
    if (all.lastFrame > 0) {
        const double seconds = run.ticks(all.lastFrame - 1, all.lastFrame).front().wallSeconds - run.ticks(0, 1).front().wallSeconds;
        summary.durationSeconds = std::isfinite(seconds) ? std::max(0.0, seconds) : 0;
    }
    std::vector<record::TagSpec> tags(all.tags.size());
    for (const auto &[index, tag] : all.tags) {
        tags.resize(std::max<std::size_t>(tags.size(), index + 1));
        tags[index] = tag;
    }
    summary.fields = fields(*all.info);
    addQuantities(summary, run, tags, all.series, wanted);
    for (std::uint32_t i = 0; i < all.series.size() && summary.losses.size() < kMaxLosses; ++i)
        if (const record::TagSpec &tag = tags[all.series[i].tag]; isLoss(tag, all.series[i]))
            if (const auto last = run.valueAt(i, record::Axis::Step, std::numeric_limits<double>::infinity())) {
                summary.losses.emplace_back(lossName(tag, all.series[i]), last->value);
                if (const double best = finiteRange(run, i).first; std::isfinite(best))
                    summary.bestLosses.emplace_back(lossName(tag, all.series[i]), best);
            }
    for (std::uint32_t i = 0; i < all.series.size(); ++i)
        if (isMetric(tags[all.series[i].tag], all.series[i]))
            if (const auto last = run.valueAt(i, record::Axis::Step, std::numeric_limits<double>::infinity()))
                summary.metrics.emplace_back(withoutMean(all.series[i].label), last->value);
    std::stable_partition(summary.metrics.begin(), summary.metrics.end(), [](const auto &metric) { return metric.first.starts_with("val_"); });
    summary.metrics.resize(std::min(summary.metrics.size(), kMaxMetrics));
    summary.curve = curveOf(run, tags, all.series);
    return summary;
}

RunSummary summarise(const std::filesystem::path &path, const std::stop_token &stop, const QuantityNames &wanted)
{
    try {
        imports::ReadProgress progress;
        progress.stop = stop;
        const auto source = openRun(path, progress);
        RunSummary summary = summarise(path, *source->run(), wanted);
        if (const auto why = whyEmpty(*source->run()); why && summary.message.empty())
            summary.message = *why;
        return summary;
    } catch (const std::exception &error) {
        RunSummary summary;
        summary.path = path;
        summary.name = store::runName(path);
        summary.message = record::messageOf(error);
        summary.isReadable = false;
        return summary;
    }
}

} // namespace lensboard::runs
