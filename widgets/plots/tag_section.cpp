#include "widgets/plots/tag_section.h"

#include "core/visualizer/visualizer.h"
#include "widgets/core_words.h"
#include "widgets/layer_names.h"
#include "widgets/plots/depth_plot.h"
#include "widgets/plots/heat_map_plot.h"
#include "widgets/plots/histogram_plot.h"
#include "widgets/plots/line_plot.h"
#include "widgets/plots/plot_grid.h"
#include "widgets/plots/read_or.h"
#include "widgets/plots/tag_header.h"
#include "widgets/qt_text.h"

#include <QEvent>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

using record::SeriesRole;

namespace {

// in heights of a line of text, so that plots grow with the font
constexpr int kNarrowestPlot = 15; ///< width of a small plot
constexpr int kWidest = 30;    ///< if there are plots to fill the row
constexpr int kSmallHeight = 10;
constexpr int kBigHeight = 15;
constexpr int kWideHeight = 22; ///< of one plot for all layers
constexpr int kMargin = 8;
constexpr double kInnerBand = 0.35, kOuterBand = 0.18; ///< how much of its colour the sign of a band has

bool isCount(const ShownSeries &series)
{
    return series.spec.label.ends_with(visualizer::kNonFiniteLabel);
}

bool isLine(const ShownSeries &series)
{
    return series.spec.role == SeriesRole::Line && !isCount(series);
}

/// By which the worst layer comes first: infinite if any of it is not finite, else the last value.
/// Errors: store::RunFileError.
double badness(const ShownSeries &series)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const store::Run &run = *series.run->run;
    const store::SeriesTally tally = run.tally(series.index);
    if (tally.nonFinite || (isCount(series) && tally.count))
        return kInfinity;
    const auto last = run.values(series.index, tally.count ? tally.count - 1 : 0, 1);
    return last.empty() ? -kInfinity : last.front().value;
}

} // namespace

TagSection::TagSection(BoardState &board, const record::TagSpec &tag, QWidget *parent)
    : QWidget(parent), m_board(board), m_header(new TagHeader(this)),
      m_grid(new PlotGrid([this](std::size_t place) { return makePlotAt(place); }, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, 6, kMargin, 6);
    layout->setSpacing(4);
    layout->addWidget(m_header);
    layout->addWidget(m_grid);
    connect(m_header, &TagHeader::entryChosen, this, &TagSection::toggleLabel);
    connect(m_header, &TagHeader::entryPointed, this, &TagSection::highlight);
    connect(m_header, &TagHeader::viewChosen, this, [this](TagView view) {
        TagLook look = m_look;
        look.view = view;
        Q_EMIT lookChosen(look);
    });
    connect(m_header, &TagHeader::labelChosen, this, [this](const QString &label) {
        TagLook look = m_look;
        look.label = label;
        Q_EMIT lookChosen(look);
    });
    connect(m_header, &TagHeader::menuRequested, this, &TagSection::menuRequested);
    setTag(tag);
    setVisible(false); // until it has something to show
}

void TagSection::setTag(const record::TagSpec &tag)
{
    m_tag = tag;
    nameHeader();
    for (TagPlot *plot : plots(false))
        plot->setTag(tag);
}

void TagSection::nameHeader()
{
    const QString lens = tr("Shown by the lens %1").arg(lensText(m_tag.lens));
    m_header->setName(tagText(m_tag), m_layerPrefix.isEmpty() ? lens : lens + '\n' + tr("All layers begin with %1").arg(m_layerPrefix));
}

QString TagSection::layerPrefix() const
{
    QStringList layers;
    for (const ShownSeries &series : m_series)
        if (m_board.isVisible(series))
            layers << text(series.spec.layer);
    return commonPrefix(layers);
}

void TagSection::setLook(const TagLook &look)
{
    if (look == m_wantedLook)
        return;
    m_wantedLook = look;
    rearrange();
    for (TagPlot *plot : plots(false))
        plot->setLook(m_look);
    for (const Copy &copy : m_copies)
        if (copy.plot) { // what else it looks like is its own
            TagLook own = copy.plot->look();
            own.hiddenLabels = m_look.hiddenLabels;
            copy.plot->setLook(own);
        }
}

/// Whether there are to be other plots than there were.
bool TagSection::chooseLook()
{
    const TagLook before = std::exchange(m_look, m_wantedLook);
    const auto offered = views();
    if (!offered.empty() && std::find(offered.begin(), offered.end(), m_look.view) == offered.end())
        m_look.view = offered.front();
    return m_look.view != before.view || m_look.label != before.label;
}

std::vector<TagView> TagSection::views() const
{
    const auto isHistogram = [](const ShownSeries &series) { return series.spec.role == SeriesRole::Histogram; };
    std::vector<TagView> views;
    if (!std::all_of(m_series.begin(), m_series.end(), isHistogram))
        views.push_back(TagView::SmallMultiples);
    const auto hasLayers = [this] {
        return std::any_of(m_series.begin(), m_series.end(), [this](const ShownSeries &series) { return series.spec.layer != m_series.front().spec.layer; });
    };
    if (!m_tag.big && m_tag.kind != record::TagKind::Relations && hasLayers())
        views.insert(views.end(), {TagView::Overlay, TagView::HeatMap, TagView::DepthProfile});
    if (std::any_of(m_series.begin(), m_series.end(), isHistogram))
        views.insert(views.end(), {TagView::Histograms, TagView::Ridges});
    return views;
}

QStringList TagSection::labels() const
{
    QStringList labels;
    for (const ShownSeries &series : m_series)
        if (isLine(series) && !labels.contains(text(series.spec.label)))
            labels << text(series.spec.label);
    return labels;
}

bool TagSection::isWide() const
{
    return m_look.view == TagView::Overlay || m_look.view == TagView::HeatMap || m_look.view == TagView::DepthProfile;
}

void TagSection::addSeries(const ShownSeries &series)
{
    m_series.push_back(series);
    if (isLine(series))
        m_colours.add(series);
    noteBand(series);
    for (std::size_t place = 0; place < m_places.size(); ++place)
        if (TagPlot *plot = m_grid->plot(place); plot && belongs(series, m_places[place], m_look))
            plot->addSeries(series);
    for (const Copy &copy : m_copies)
        if (copy.plot && belongs(series, copy.place, copy.plot->look()))
            copy.plot->addSeries(series);
}

/// Bands around all lines are named in the legend; one of a line among several has that line's colour.
void TagSection::noteBand(const ShownSeries &series)
{
    const QString label = text(series.spec.label);
    if (series.spec.role == SeriesRole::BandLow)
        m_lowLabel = label;
    if (series.spec.role != SeriesRole::BandHigh || m_lowLabel.contains(' '))
        return;
    const auto known = std::ranges::find(m_bands, m_lowLabel, &BandName::low);
    if (known == m_bands.end())
        m_bands.push_back({m_lowLabel, termText(m_lowLabel) + QStringLiteral(" … ") + termText(label)});
    std::ranges::stable_sort(m_bands, isInner, &BandName::low);
}

/// To what a plot shows that stands for \p place and is drawn as \p look says.
bool TagSection::belongs(const ShownSeries &series, const Place &place, const TagLook &look) const
{
    const bool isHistogram = series.spec.role == SeriesRole::Histogram;
    const bool ofHistograms = look.view == TagView::Histograms || look.view == TagView::Ridges;
    if (isHistogram != ofHistograms)
        return false;
    const bool ofOneLabel = look.view == TagView::HeatMap || look.view == TagView::DepthProfile
                         || (look.view == TagView::Overlay && !look.label.isEmpty());
    if (ofOneLabel) {
        const QStringList all = labels();
        const QString wantedLabel = all.contains(look.label) ? look.label : all.value(0);
        if (!isLine(series) || text(series.spec.label) != wantedLabel)
            return false;
    }
    return (place.layer.isEmpty() || text(series.spec.layer) == place.layer) && (!place.run || series.run == place.run);
}

/// In model order, by name, or what is not finite first and then by the last value, the greatest first. What cannot be read any more
/// comes last, in model order.
std::vector<QString> TagSection::orderedLayers() const
{
    std::vector<QString> layers;
    std::map<QString, double> worst;
    constexpr double kNothing = -std::numeric_limits<double>::infinity();
    for (const ShownSeries &series : m_series) {
        const QString layer = text(series.spec.layer);
        if (!worst.contains(layer)) {
            layers.push_back(layer);
            worst[layer] = kNothing;
        }
        if (m_board.look().order != PlotOrder::Worst || series.spec.role != SeriesRole::Line || !m_board.isVisible(series))
            continue;
        worst[layer] = std::max(worst[layer], readOr(kNothing, [&] { return badness(series); }));
    }
    if (m_board.look().order == PlotOrder::Name)
        std::sort(layers.begin(), layers.end(), [](const QString &a, const QString &b) { return QString::localeAwareCompare(a, b) < 0; });
    else if (m_board.look().order == PlotOrder::Worst)
        std::stable_sort(layers.begin(), layers.end(), [&](const QString &a, const QString &b) { return worst[a] > worst[b]; });
    return layers;
}

std::vector<TagSection::Place> TagSection::wantedPlaces() const
{
    std::vector<Place> places;
    switch (m_look.view) {
    case TagView::Overlay:
    case TagView::DepthProfile:
        if (std::ranges::any_of(m_series, [&](const ShownSeries &series) { return m_board.isVisible(series); }))
            places.push_back({});
        return places;
    case TagView::HeatMap:
        for (const ShownRun *run : m_board.visibleRuns())
            if (std::ranges::any_of(m_series, [&](const ShownSeries &series) { return series.run == run && m_board.isVisible(series); }))
                places.push_back({{}, run});
        return places;
    case TagView::Histograms:
    case TagView::Ridges:
        for (const ShownSeries &series : m_series)
            if (series.spec.role == SeriesRole::Histogram && m_board.isVisible(series))
                places.push_back({text(series.spec.layer), series.run});
        return places;
    case TagView::SmallMultiples: break;
    }
    std::set<QString> visible;
    for (const ShownSeries &series : m_series)
        if (series.spec.role != SeriesRole::Histogram && m_board.isVisible(series))
            visible.insert(text(series.spec.layer));
    for (const QString &layer : orderedLayers())
        if (visible.contains(layer))
            places.push_back({layer, nullptr});
    return places;
}

void TagSection::rearrange()
{
    if (chooseLook())
        clearGrid();
    const bool severalRuns = m_board.visibleRuns().size() > 1;
    const SeriesColours::By by = severalRuns && m_tag.kind != record::TagKind::Relations ? SeriesColours::By::Run
                               : isWide()                                               ? SeriesColours::By::Layer
                                                                                        : SeriesColours::By::Label;
    if (by != m_colours.by()) {
        m_colours.colourBy(by);
        for (TagPlot *plot : plots(false))
            plot->markDirty();
    }
    m_header->offerViews(views());
    m_header->showView(m_look.view);
    m_header->offerLabels(isWide() ? labels() : QStringList(), m_look.label, m_look.view == TagView::Overlay);
    std::vector<Place> places = wantedPlaces();
    if (places.size() < m_places.size() || !std::equal(m_places.begin(), m_places.end(), places.begin()))
        clearGrid();
    for (std::size_t place = m_places.size(); place < places.size(); ++place)
        m_grid->addPlace();
    m_places = std::move(places);
    if (const QString prefix = layerPrefix(); std::exchange(m_layerPrefix, prefix) != prefix) {
        nameHeader();
        for (TagPlot *plot : plots(false))
            plot->setTitlePrefix(prefix);
    }
}

void TagSection::clearGrid()
{
    m_header->highlight({}); // the line that the mouse is at goes with its plot
    m_places.clear();
    m_grid->clear();
}

TagPlot *TagSection::makePlot(const Place &place, QWidget *parent) const
{
    TagPlot *plot = nullptr;
    const QString runName = place.run && m_board.visibleRuns().size() > 1 ? place.run->name : QString();
    switch (m_look.view) {
    case TagView::HeatMap: plot = new HeatMapPlot(m_board, m_tag, m_look, runName, parent); break;
    case TagView::DepthProfile: plot = new DepthPlot(m_board, m_tag, m_look, parent); break;
    case TagView::Histograms:
    case TagView::Ridges:
        plot = new HistogramPlot(m_board, m_tag, m_look, runName.isEmpty() ? place.layer : tr("%1 in %2").arg(place.layer, runName), parent);
        break;
    case TagView::SmallMultiples:
    case TagView::Overlay:
        plot = new LinePlot(m_board, m_tag, m_look, m_tag.big ? QString() : place.layer, m_colours, parent);
        break;
    }
    plot->setTitlePrefix(m_layerPrefix);
    for (const ShownSeries &series : m_series)
        if (belongs(series, place, m_look))
            plot->addSeries(series);
    return plot;
}

TagPlot *TagSection::makePlotAt(std::size_t place)
{
    TagPlot *plot = makePlot(m_places[place], m_grid);
    if (const auto *lines = qobject_cast<LinePlot *>(plot))
        connect(lines, &LinePlot::linePointed, m_header, &TagHeader::highlight);
    Q_EMIT plotMade(plot);
    return plot;
}

std::unique_ptr<TagPlot> TagSection::copyOf(const TagPlot &plot)
{
    std::erase_if(m_copies, [](const Copy &copy) { return !copy.plot; });
    for (std::size_t place = 0; place < m_places.size(); ++place)
        if (m_grid->plot(place) == &plot) {
            std::unique_ptr<TagPlot> copy(makePlot(m_places[place], nullptr));
            m_copies.push_back({m_places[place], copy.get()});
            return copy;
        }
    return nullptr;
}

std::vector<TagPlot *> TagSection::plots(bool evenUnseen) const
{
    std::vector<TagPlot *> found;
    for (std::size_t place = 0; place < m_grid->size(); ++place)
        if (TagPlot *plot = evenUnseen ? m_grid->madePlot(place) : m_grid->plot(place))
            found.push_back(plot);
    return found;
}

std::vector<TagPlot *> TagSection::plotsOnView() const
{
    std::vector<TagPlot *> found;
    for (const std::size_t place : m_grid->onView())
        found.push_back(m_grid->madePlot(place));
    return found;
}

TagPlot *TagSection::plotOf(const QString &layer) const
{
    for (std::size_t place = 0; place < m_places.size(); ++place)
        if (m_places[place].layer.isEmpty() || m_places[place].layer == layer)
            return m_grid->madePlot(place);
    return nullptr;
}

std::vector<Reading> TagSection::readings(double x) const
{
    const PlotTheme theme(palette());
    const XAxis along = m_board.look().x;
    std::vector<Reading> readings;
    for (const ShownSeries &series : m_series)
        if (isLine(series) && m_board.isVisible(series)) {
            readings.push_back({series, m_colours.colour(theme, series), series.measuredAt(along, x)});
            if (auto &reading = readings.back(); reading.value)
                reading.place = m_board.placeText(series.run->coordinate(reading.value->stamp, along));
        }
    return readings;
}

int TagSection::plotHeight() const
{
    const int line = fontMetrics().height();
    switch (m_look.view) {
    case TagView::HeatMap: // rows that can be distinguished, where the page has room for them
        return line * std::clamp(6 + static_cast<int>(m_colours.layers().size()), kBigHeight, 2 * kWideHeight);
    case TagView::Overlay:
    case TagView::DepthProfile: return line * kWideHeight;
    case TagView::Histograms:
    case TagView::Ridges: return line * kBigHeight;
    case TagView::SmallMultiples: break;
    }
    return line * (m_tag.big ? kBigHeight : kSmallHeight);
}

void TagSection::arrange(int width, double stretch)
{
    const int line = fontMetrics().height();
    const int fewest = std::max(1, width / (line * kWidest)), most = std::max(fewest, width / (line * kNarrowestPlot));
    const bool isAlone = m_tag.big || isWide() || m_places.size() == 1;
    m_grid->setColumns(isAlone ? 1 : std::clamp(static_cast<int>(m_places.size()), fewest, most));
    m_grid->setPlotHeight(static_cast<int>(plotHeight() * stretch));
    m_header->setMostLegendHeight(plotHeight() / 3); // however high plots grow: headings do not
}

qulonglong TagSection::nonFiniteCount() const
{
    qulonglong count = 0;
    for (const ShownSeries &series : m_series)
        if (series.spec.role == SeriesRole::Line && m_board.isVisible(series)) {
            const auto tally = readOr(store::SeriesTally(), [&] { return series.run->run->tally(series.index); }); // a mean's reads
            count += isCount(series) ? tally.count : tally.nonFinite;
        }
    return count;
}

/// The first line that is shown, of \p run and of \p label; null if there is none.
const ShownSeries *TagSection::lineOf(const ShownRun *run, const QString &label) const
{
    const auto line = std::ranges::find_if(m_series, [&](const ShownSeries &series) {
        return series.run == run && isLine(series) && text(series.spec.label) == label && m_board.isVisible(series);
    });
    return line == m_series.end() ? nullptr : &*line;
}

std::vector<LegendEntry> TagSection::labelEntries(const PlotTheme &theme) const
{
    std::vector<LegendEntry> entries;
    const auto runs = m_board.visibleRuns();
    for (int i = 0; i < m_colours.labels().size(); ++i) {
        const QString &label = m_colours.labels()[i];
        for (const ShownRun *run : runs)
            if (const ShownSeries *line = lineOf(run, label)) {
                entries.push_back({termText(label), lineSign(PlotTheme::dashes(i)), theme.series(i), m_colours.key(*line), true,
                                   !m_look.hiddenLabels.contains(label)});
                break;
            }
    }
    return entries;
}

std::vector<LegendEntry> TagSection::layerEntries(const PlotTheme &theme) const
{
    const QStringList &layers = m_colours.layers();
    std::vector<const ShownSeries *> lines(static_cast<std::size_t>(layers.size()), nullptr);
    for (const ShownSeries &series : m_series)
        if (isLine(series) && m_board.isVisible(series))
            lines[static_cast<std::size_t>(layers.indexOf(text(series.spec.layer)))] = &series;
    const QString common = commonPrefix(layers);
    std::vector<LegendEntry> entries;
    if (!common.isEmpty())
        entries.push_back({.name = common + QStringLiteral("…"), .textColour = theme.mutedText});
    for (const ShownSeries *line : lines)
        if (line)
            entries.push_back({withoutPrefix(text(line->spec.layer), common), lineSign(Qt::SolidLine), m_colours.colour(theme, *line), m_colours.key(*line)});
    return entries;
}

std::vector<LegendEntry> TagSection::runEntries(const PlotTheme &theme) const
{
    std::vector<LegendEntry> entries;
    const QStringList &labels = m_colours.labels();
    for (const ShownRun *run : m_board.visibleRuns())
        for (const QString &label : labels)
            if (const ShownSeries *line = lineOf(run, label))
                entries.push_back({labels.size() > 1 ? run->name + ' ' + termText(label) : run->name, lineSign(m_colours.dashes(*line)),
                                   m_colours.colour(theme, *line), m_colours.key(*line)});
    return entries;
}

/// As pale as they are drawn.
std::vector<LegendEntry> TagSection::bandEntries(const PlotTheme &theme) const
{
    std::vector<LegendEntry> entries;
    for (const auto &[low, name] : m_bands)
        if (const auto band = bandOf(low); !band || m_board.look().bands.testFlag(*band))
            entries.push_back({name, QStringLiteral("■"),
                               theme.faded(theme.series(0), isInner(m_bands.front().low, low) ? kOuterBand : kInnerBand)});
    return entries;
}

void TagSection::toggleLabel(const QString &key, bool isDouble)
{
    const QString label = QUrl::fromPercentEncoding(key.toLatin1());
    TagLook look = m_look;
    const bool wasHidden = look.hiddenLabels.erase(label) > 0;
    if (!isDouble) {
        if (!wasHidden)
            look.hiddenLabels.insert(label);
    } else {
        std::set<QString> others;
        for (const QString &other : m_colours.labels())
            if (other != label)
                others.insert(other);
        look.hiddenLabels = look.hiddenLabels == others ? std::set<QString>() : others;
    }
    Q_EMIT lookChosen(look);
}

QString TagSection::legendText() const
{
    return m_header->legend();
}

Legend TagSection::makeLegend() const
{
    const PlotTheme theme(palette());
    Legend legend;
    const bool isMap = m_look.view == TagView::HeatMap || m_look.view == TagView::Histograms || m_look.view == TagView::Ridges;
    const bool ofLayers = m_colours.by() == SeriesColours::By::Layer && m_look.view == TagView::DepthProfile; // they stand side by side
    if (!isMap && !ofLayers)
        switch (m_colours.by()) {
        case SeriesColours::By::Label: legend.lines = labelEntries(theme); break;
        case SeriesColours::By::Layer: legend.lines = layerEntries(theme); break;
        case SeriesColours::By::Run: legend.lines = runEntries(theme); break;
        }
    if (m_look.view == TagView::SmallMultiples)
        legend.notes = bandEntries(theme);
    if (const double weight = m_board.look().smoothing; weight > 0 && !isMap && m_tag.kind != record::TagKind::Relations)
        legend.notes.push_back({tr("smoothed by %1").arg(QLocale().toString(weight, 'g', 3))});
    if (m_look.limits == Limits::Robust)
        legend.notes.push_back({tr("robust limits")});
    if (const qulonglong nonFinite = nonFiniteCount()) {
        LegendEntry note{tr("not finite at %n point(s)", nullptr, static_cast<int>(nonFinite)),
                         isMap ? QStringLiteral("■") : QStringLiteral("▲"), theme.warning};
        note.textColour = theme.warning;
        legend.notes.push_back(std::move(note));
    }
    return legend;
}

void TagSection::updateLegend()
{
    m_legend = makeLegend();
    m_header->setLegend(m_legend);
}

/// In the plots that are on view; those that are not, are not drawn for it.
void TagSection::highlight(const QString &key)
{
    for (TagPlot *plot : key.isEmpty() ? plots(false) : plotsOnView())
        if (auto *lines = qobject_cast<LinePlot *>(plot))
            lines->highlight(key);
}

std::vector<int> TagSection::rowBottoms() const
{
    std::vector<int> bottoms;
    for (std::size_t place = 0; place < m_grid->size(); ++place)
        if (const int bottom = m_grid->y() + m_grid->placeOf(place).bottom() + 1; bottoms.empty() || bottom > bottoms.back())
            bottoms.push_back(bottom);
    if (!bottoms.empty())
        bottoms.back() = height();
    return bottoms;
}

void TagSection::paint(QCPPainter &painter, int top, int bottom, const std::function<void()> &beforePlot) const
{
    if (top <= m_header->y() && m_header->geometry().bottom() < bottom) {
        painter.save();
        painter.translate(m_header->pos());
        m_header->paint(painter);
        painter.restore();
    }
    for (std::size_t place = 0; place < m_grid->size(); ++place) {
        const QRect rect = m_grid->placeOf(place).translated(m_grid->pos());
        if (rect.top() < top || rect.bottom() >= bottom)
            continue;
        beforePlot();
        painter.save();
        painter.translate(rect.topLeft());
        m_grid->madePlot(place)->toPainter(&painter, rect.width(), rect.height());
        painter.restore();
    }
}

void TagSection::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateLegend();
}

} // namespace lensboard::widgets
