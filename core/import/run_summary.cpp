#include "core/import/run_summary.h"

#include "core/import/run_source.h"
#include "core/store/run_file_format.h"

#include <algorithm>
#include <cctype>
#include <limits>

namespace lensboard::imports {

namespace {

constexpr std::size_t kMostLosses = 3;

bool isLossName(std::string name)
{
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name.find("loss") != std::string::npos;
}

/// "train_loss mean" is the train_loss; of a label that says nothing, the layer's or the tag's name.
std::string lossName(const record::TagSpec &tag, const record::SeriesSpec &series)
{
    if (isLossName(series.label))
        return series.label.ends_with(" mean") ? series.label.substr(0, series.label.size() - 5) : series.label;
    return tag.big ? tag.name : tag.name + '/' + series.layer;
}

bool isLoss(const record::TagSpec &tag, const record::SeriesSpec &series)
{
    return series.role == record::SeriesRole::Line && series.label.find("not finite") == std::string::npos
        && (isLossName(tag.name) || isLossName(series.layer)) && (tag.lens != "LossMetrics" || tag.name == "Loss");
}

} // namespace

RunSummary summarise(const std::filesystem::path &path, const store::Run &run)
{
    store::RunCursor cursor;
    const store::RunChanges all = run.since(cursor);
    RunSummary summary{path, all.info->name, all.info->status, all.info->message, true, all.lastFrame, {}, all.info->createdSeconds};
    std::vector<record::TagSpec> tags(all.tags.size());
    for (const auto &[index, tag] : all.tags) {
        tags.resize(std::max<std::size_t>(tags.size(), index + 1));
        tags[index] = tag;
    }
    for (std::uint32_t i = 0; i < all.series.size() && summary.losses.size() < kMostLosses; ++i)
        if (const record::TagSpec &tag = tags[all.series[i].tag]; isLoss(tag, all.series[i]))
            if (const auto last = run.valueAt(i, record::Axis::Step, std::numeric_limits<double>::infinity()))
                summary.losses.emplace_back(lossName(tag, all.series[i]), last->value);
    return summary;
}

RunSummary summarise(const std::filesystem::path &path)
{
    try {
        ReadProgress progress;
        return summarise(path, *openRun(path, progress)->run());
    } catch (const std::runtime_error &error) {
        RunSummary summary;
        summary.path = path;
        summary.name = path.stem().string();
        summary.message = error.what();
        summary.isReadable = false;
        return summary;
    }
}

} // namespace lensboard::imports
