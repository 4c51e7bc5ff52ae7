#include "core/import/run_summary.h"

#include "core/bytes/valid_utf8.h"
#include "core/experiment/experiment.h"
#include "core/import/run_content.h"
#include "core/import/run_source.h"
#include "core/store/file/run_file_format.h"
#include "core/store/run_names.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

namespace lensboard::imports {

namespace {

constexpr std::size_t kMostLosses = 3;
constexpr std::size_t kMostMetrics = 3;

bool isLossName(std::string name)
{
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name.find("loss") != std::string::npos;
}

/// "train_loss" of "train_loss mean".
std::string withoutMean(const std::string &label)
{
    return label.ends_with(" mean") ? label.substr(0, label.size() - 5) : label;
}

/// Of a label that says nothing, the layer's or the tag's name.
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

/// From the pyramid: no values are read for it.
double leastFinite(const store::Run &run, std::uint32_t series, std::int64_t lastStep)
{
    double least = std::numeric_limits<double>::infinity();
    const double low = static_cast<double>(run.span(series)->first.step), high = static_cast<double>(lastStep);
    for (const stats::Point &point : run.trace(series, {record::Axis::Step, low, std::max(high, low + 1), 1}).points)
        least = point.y < least ? point.y : least; // NaN is not
    return least;
}

} // namespace

std::string givenName(const std::filesystem::path &path, const record::RunInfo &info)
{
    const bool isOfFile = info.name == bytes::validUtf8(path.stem().string()) || info.name == bytes::validUtf8(path.filename().string())
                       || info.name == store::runName(path);
    return isOfFile || info.name == experiment::nameOf(info.experiment) ? std::string() : info.name;
}

RunSummary summarise(const std::filesystem::path &path, const store::Run &run)
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
    for (std::uint32_t i = 0; i < all.series.size() && summary.losses.size() < kMostLosses; ++i)
        if (const record::TagSpec &tag = tags[all.series[i].tag]; isLoss(tag, all.series[i]))
            if (const auto last = run.valueAt(i, record::Axis::Step, std::numeric_limits<double>::infinity())) {
                summary.losses.emplace_back(lossName(tag, all.series[i]), last->value);
                if (const double best = leastFinite(run, i, last->stamp.step); std::isfinite(best))
                    summary.bestLosses.emplace_back(lossName(tag, all.series[i]), best);
            }
    for (std::uint32_t i = 0; i < all.series.size(); ++i)
        if (isMetric(tags[all.series[i].tag], all.series[i]))
            if (const auto last = run.valueAt(i, record::Axis::Step, std::numeric_limits<double>::infinity()))
                summary.metrics.emplace_back(withoutMean(all.series[i].label), last->value);
    std::ranges::stable_partition(summary.metrics, [](const auto &metric) { return metric.first.starts_with("val_"); });
    summary.metrics.resize(std::min(summary.metrics.size(), kMostMetrics));
    return summary;
}

RunSummary summarise(const std::filesystem::path &path)
{
    try {
        ReadProgress progress;
        const auto source = openRun(path, progress);
        RunSummary summary = summarise(path, *source->run());
        if (const auto why = whyEmpty(*source->run()); why && summary.message.empty())
            summary.message = *why;
        return summary;
    } catch (const std::exception &error) {
        RunSummary summary;
        summary.path = path;
        summary.name = store::runName(path);
        summary.message = error.what();
        summary.isReadable = false;
        return summary;
    }
}

} // namespace lensboard::imports
