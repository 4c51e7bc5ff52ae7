#include "widgets/views/tag_places.h"

#include "core/visualizer/visualizer.h"
#include "widgets/core_words.h"
#include "widgets/natural_text.h"
#include "widgets/qt_text.h"
#include "widgets/views/state/read_or.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>
#include <map>

namespace lensboard::widgets {

using record::SeriesRole;

namespace {

constexpr const char *kNorm = "norm", *kOthers = "others"; // of a monitor's statistics

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(TagPlaces)
};

bool isHistogram(const ShownSeries &series)
{
    return series.spec.role == SeriesRole::Histogram;
}

/// Norms need their own plot: they grow with the number of values, so means and extremes would look flat beside them.
bool isNorm(const record::SeriesSpec &series)
{
    return text(series.label).section(' ', 0, 0) == QLatin1String(kNorm);
}

/// Key for sorting the worst layer first: infinite if a value is not finite, else the last value.
/// Errors: store::RunFileError.
double badness(const ShownSeries &series)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const store::Run &run = *series.run->run;
    const store::SeriesTally tally = run.tally(series.index);
    if (tally.nonFinite || (isCount(series.spec) && tally.count))
        return kInfinity;
    const auto last = run.values(series.index, tally.count ? tally.count - 1 : 0, 1);
    return last.empty() ? -kInfinity : last.front().value;
}


std::vector<TagPlace> layerPlaces(const BoardState &board, std::span<const ShownSeries> all)
{
    bool hasNorms = false, hasOthers = false;
    for (const ShownSeries &series : all)
        if (isLine(series.spec))
            (isNorm(series.spec) ? hasNorms : hasOthers) = true;
    std::vector<TagPlace> places;
    for (const QString &layer : orderedLayers(board, all)) {
        if (hasNorms && hasOthers)
            places.push_back({.layer = layer, .statistic = kNorm});
        places.push_back({.layer = layer, .statistic = hasNorms && hasOthers ? kOthers : ""});
    }
    return places;
}

std::vector<TagPlace> mapPlaces(const BoardState &board, const TagStyle &style, std::span<const ShownSeries> all)
{
    std::vector<TagPlace> places;
    const bool difference = isDifference(board, style);
    const auto runs = board.visibleRuns();
    for (const ShownRun *run : runs)
        if (std::ranges::any_of(all, [&](const ShownSeries &series) { return series.run == run && board.isVisible(series); })
            && !(difference && run == runs.front()))
            places.push_back({.layer = {}, .run = run, .minus = difference ? runs.front() : nullptr});
    return places;
}

} // namespace

bool isCount(const record::SeriesSpec &series)
{
    return series.label.ends_with(visualizer::kNonFiniteLabel);
}

bool isLine(const record::SeriesSpec &series)
{
    return series.role == SeriesRole::Line && !isCount(series);
}

std::vector<QString> orderedLayers(const BoardState &board, std::span<const ShownSeries> all)
{
    std::vector<QString> layers;
    std::map<QString, double> worst;
    constexpr double kNothing = -std::numeric_limits<double>::infinity();
    for (const ShownSeries *each : inModelOrder(all)) {
        const ShownSeries &series = *each;
        if (isHistogram(series) || !board.isVisible(series))
            continue;
        const QString layer = text(series.spec.layer);
        if (worst.try_emplace(layer, kNothing).second)
            layers.push_back(layer);
        if (board.style().order == PlotOrder::Worst && series.spec.role == SeriesRole::Line)
            worst[layer] = std::max(worst[layer], readOr(kNothing, [&] { return badness(series); }));
    }
    if (board.style().order == PlotOrder::Name)
        std::sort(layers.begin(), layers.end(), isNaturallyBefore);
    else if (board.style().order == PlotOrder::Worst)
        std::stable_sort(layers.begin(), layers.end(), [&](const QString &a, const QString &b) { return worst[a] > worst[b]; });
    return layers;
}

bool isDifference(const BoardState &board, const TagStyle &style)
{
    return style.isDifference && (style.view == TagView::HeatMap || style.view == TagView::DepthProfile) && board.visibleRuns().size() > 1;
}

std::vector<TagPlace> placesOf(const BoardState &board, const TagStyle &style, std::span<const ShownSeries> series)
{
    std::vector<TagPlace> places;
    switch (style.view) {
    case TagView::Overlay:
    case TagView::DepthProfile:
        if (std::ranges::any_of(series, [&](const ShownSeries &each) { return board.isVisible(each); }))
            places.emplace_back();
        return places;
    case TagView::HeatMap: return mapPlaces(board, style, series);
    case TagView::Histograms:
    case TagView::Ridges:
        for (const ShownSeries &each : series)
            if (isHistogram(each) && board.isVisible(each))
                places.push_back({.layer = text(each.spec.layer), .run = each.run});
        return places;
    case TagView::SmallMultiples: break;
    }
    return layerPlaces(board, series);
}

bool belongs(const ShownSeries &series, const TagPlace &place, const TagStyle &style, const QStringList &labels)
{
    const bool ofHistograms = style.view == TagView::Histograms || style.view == TagView::Ridges;
    if (isHistogram(series) != ofHistograms)
        return false;
    const bool isMap = style.view == TagView::HeatMap;
    const bool ofOneLabel = isMap || style.view == TagView::DepthProfile || (style.view == TagView::Overlay && !style.label.isEmpty());
    if (ofOneLabel) {
        const QString wantedLabel = labels.contains(style.label) ? style.label : labels.value(0);
        if (!isLine(series.spec) || text(series.spec.label) != wantedLabel)
            return false;
    }
    if (!place.statistic.isEmpty() && !isCount(series.spec) && isNorm(series.spec) != (place.statistic == QLatin1String(kNorm)))
        return false;
    const bool isOfRun = !place.run || series.run == place.run || isMap; // a map belongs beside the maps of other runs
    return isOfRun && (place.layer.isEmpty() || text(series.spec.layer) == place.layer);
}

record::TagSpec tagAt(const record::TagSpec &tag, const TagPlace &place)
{
    record::TagSpec shown = tag;
    if (place.statistic == QLatin1String(kNorm))
        shown.quantity = "L2 norm";
    return shown;
}

QString titleAt(const BoardState &board, const record::TagSpec &tag, const TagStyle &style, const TagPlace &place)
{
    const QString run = place.run && board.visibleRuns().size() > 1 ? place.run->name : QString();
    switch (style.view) {
    case TagView::HeatMap: return place.minus ? Words::tr("%1 minus %2").arg(run, place.minus->name) : run;
    case TagView::Histograms:
    case TagView::Ridges: return run.isEmpty() ? place.layer : Words::tr("%1 in %2").arg(place.layer, run);
    case TagView::DepthProfile:
        return isDifference(board, style) ? Words::tr("Differences from %1").arg(board.visibleRuns().front()->name) : QString();
    case TagView::SmallMultiples:
    case TagView::Overlay: break;
    }
    if (!tag.big)
        return place.layer;
    return place.statistic.isEmpty() ? QString() : place.statistic == QLatin1String(kNorm) ? termText(place.statistic) : Words::tr("mean and range");
}

} // namespace lensboard::widgets
