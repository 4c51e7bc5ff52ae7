#include "widgets/board/tag_legend.h"

#include "widgets/core_words.h"
#include "widgets/layer_names.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"
#include "widgets/views/state/read_or.h"
#include "widgets/views/tag_places.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

namespace lensboard::widgets {

using record::SeriesRole;

namespace {

constexpr double kInnerBand = 0.35, kOuterBand = 0.18; ///< opacity of the sign of a band

struct LegendWords
{
    Q_DECLARE_TR_FUNCTIONS(TagLegend)
};

/// Builds the entries of a legend.
struct Legended
{
    const BoardState &board;
    const TagStyle &style;
    const SeriesColours &colours;
    std::span<const ShownSeries> series;
    const LinesByLabel &lines;
    const PlotTheme &theme;

    const ShownSeries *lineOf(const ShownRun *run, const QString &label) const;
    const ShownSeries *lineOf(const QString &label) const;
    std::vector<LegendEntry> labelEntries() const;
    std::vector<LegendEntry> layerEntries() const;
    std::vector<LegendEntry> runEntries() const;
    std::vector<LegendEntry> quantityEntries() const;
    std::vector<LegendEntry> bandEntries(const BandNames &bands) const;
    qulonglong nonFiniteCount() const;
};

/// Returns the first visible line of \p run with \p label; null if there is none.
const ShownSeries *Legended::lineOf(const ShownRun *run, const QString &label) const
{
    const auto numbers = lines.of(run, label);
    const auto shown = std::ranges::find_if(numbers, [&](std::size_t number) { return board.isVisible(series[number]); });
    return shown == numbers.end() ? nullptr : &series[*shown];
}

/// Returns the first visible line of any run with \p label.
const ShownSeries *Legended::lineOf(const QString &label) const
{
    for (const ShownRun *run : board.visibleRuns())
        if (const ShownSeries *line = lineOf(run, label))
            return line;
    return nullptr;
}

std::vector<LegendEntry> Legended::labelEntries() const
{
    std::vector<LegendEntry> entries;
    const QStringList &labels = colours.labels();
    for (int i = 0; i < labels.size(); ++i)
        if (const ShownSeries *line = lineOf(labels[i]))
            entries.push_back({labelText(*line), colourSign(colours.dashes(*line)), theme.series(i), colours.key(*line), true,
                               !style.hiddenLabels.contains(labels[i])});
    return entries;
}

std::vector<LegendEntry> Legended::layerEntries() const
{
    const QStringList &layers = colours.layers();
    std::vector<const ShownSeries *> lineOfLayer(static_cast<std::size_t>(layers.size()), nullptr);
    for (const ShownSeries &each : series)
        if (isLine(each.spec) && board.isVisible(each))
            lineOfLayer[static_cast<std::size_t>(colours.layerIndex(each))] = &each;
    const QString common = commonPrefix(layers);
    std::vector<LegendEntry> entries;
    if (!common.isEmpty())
        entries.push_back({.name = common + QStringLiteral("…"), .textColour = theme.mutedText});
    for (const ShownSeries *line : lineOfLayer)
        if (line)
            entries.push_back({withoutPrefix(text(line->spec.layer), common), colourSign(), colours.colour(theme, *line), colours.key(*line)});
    return entries;
}

std::vector<LegendEntry> Legended::runEntries() const
{
    std::vector<LegendEntry> entries;
    const QStringList &labels = colours.labels();
    for (const ShownRun *run : board.visibleRuns()) {
        const auto has = [&](const QString &label) { return lineOf(run, label) != nullptr; };
        if (const RunColour &colour = run->style.colour; std::ranges::any_of(labels, has))
            entries.push_back({run->name, colourSign(labels.size() < 2 || style.view == TagView::DepthProfile ? colour.dashes() : Qt::SolidLine),
                               colour.in(theme), runKey(*run)});
    }
    return entries;
}

/// Returns entries for the dashes that distinguish labels, if several are drawn.
std::vector<LegendEntry> Legended::quantityEntries() const
{
    std::vector<LegendEntry> entries;
    const QStringList &labels = colours.labels();
    const bool isOfOne = style.view == TagView::DepthProfile || (style.view == TagView::Overlay && labels.contains(style.label));
    if (labels.size() > 1 && !isOfOne)
        for (const QString &label : labels)
            if (const ShownSeries *line = lineOf(label))
                entries.push_back({labelText(*line), lineSign(colours.dashesOf(label)), theme.mutedText, labelKey(label), true,
                                   !style.hiddenLabels.contains(label)});
    return entries;
}

/// Returns entries for bands, with the opacity used in plots.
std::vector<LegendEntry> Legended::bandEntries(const BandNames &bands) const
{
    std::vector<LegendEntry> entries;
    const auto visible = board.visibleRuns();
    const bool areDrawn = std::ranges::any_of(visible, [this](const ShownRun *run) { return board.showsBands(*run); });
    for (const auto &[low, name] : bands.names())
        if (const auto band = bandOf(low); !band || board.style().bands.testFlag(*band))
            entries.push_back({areDrawn ? name : LegendWords::tr("%1 of the run under the mouse").arg(name), QStringLiteral("■"), theme.faded(theme.series(0), isInner(bands.names().front().low, low) ? kOuterBand : kInnerBand)});
    return entries;
}

qulonglong Legended::nonFiniteCount() const
{
    qulonglong count = 0;
    for (const ShownSeries &each : series)
        if (each.spec.role == SeriesRole::Line && board.isVisible(each)) {
            const auto tally = readOr(store::SeriesTally(), [&] { return each.run->run->tally(each.index); }); // a mean's tally reads values
            count += isCount(each.spec) ? tally.count : tally.nonFinite;
        }
    return count;
}

} // namespace

void BandNames::add(const record::SeriesSpec &series)
{
    const QString label = text(series.label);
    if (series.role == SeriesRole::BandLow)
        m_low = label;
    if (series.role != SeriesRole::BandHigh || m_low.contains(' '))
        return;
    if (std::ranges::find(m_names, m_low, &Name::low) == m_names.end())
        m_names.push_back({m_low, termText(m_low) + QStringLiteral(" … ") + termText(label)});
    std::ranges::stable_sort(m_names, isInner, &Name::low);
}

std::span<const std::size_t> LinesByLabel::of(const ShownRun *run, const QString &label) const
{
    const auto numbers = m_numbers.find({run, label.toStdString()});
    return numbers == m_numbers.end() ? std::span<const std::size_t>() : numbers->second;
}

Legend legendOf(const BoardState &board, const record::TagSpec &tag, const TagStyle &style, const SeriesColours &colours,
                const BandNames &bands, std::span<const ShownSeries> series, const LinesByLabel &lines,
                std::optional<double> measuredShare, const PlotTheme &theme)
{
    const Legended legended{board, style, colours, series, lines, theme};
    const bool isMap = style.view == TagView::HeatMap || style.view == TagView::Histograms || style.view == TagView::Ridges;
    const bool ofLayers = colours.by() == SeriesColours::By::Layer && style.view == TagView::DepthProfile; // the layers are side by side
    Legend legend;
    if (!isMap && !ofLayers) {
        if (colours.by() == SeriesColours::By::Label)
            legend.lines = legended.labelEntries();
        else
            legend.lines = legended.quantityEntries();
        std::vector<LegendEntry> coloured;
        if (colours.by() == SeriesColours::By::Layer)
            coloured = legended.layerEntries();
        else if (colours.by() == SeriesColours::By::Run)
            coloured = legended.runEntries();
        if (colours.by() != SeriesColours::By::Run || coloured.size() <= kMaxNamed)
            std::ranges::move(coloured, std::back_inserter(legend.lines));
    }
    if (style.view == TagView::SmallMultiples)
        legend.notes = legended.bandEntries(bands);
    if (const double weight = board.style().smoothing; weight > 0 && !isMap && tag.kind != record::TagKind::Relations)
        legend.notes.push_back({LegendWords::tr("smoothed by %1").arg(QLocale().toString(weight, 'g', 3))});
    if (measuredShare)
        legend.notes.push_back({LegendWords::tr("%1 % of all steps measured").arg(percentText(*measuredShare))});
    if (style.limits == Limits::Robust)
        legend.notes.push_back({LegendWords::tr("robust limits")});
    if (const qulonglong nonFinite = legended.nonFiniteCount()) {
        LegendEntry note{LegendWords::tr("not finite at %Ln point(s)", nullptr, static_cast<int>(nonFinite)),
                         isMap ? QStringLiteral("■") : QStringLiteral("▲"), theme.warning};
        note.textColour = theme.warning;
        legend.notes.push_back(std::move(note));
    }
    return legend;
}

} // namespace lensboard::widgets
