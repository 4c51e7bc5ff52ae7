#include "widgets/board/tag_section.h"

#include "widgets/board/plot_grid.h"
#include "widgets/board/tag_header.h"
#include "widgets/core_words.h"
#include "widgets/layer_names.h"
#include "widgets/qt_text.h"
#include "widgets/views/plots/depth_plot.h"
#include "widgets/views/plots/heat_map_plot.h"
#include "widgets/views/plots/histogram_plot.h"
#include "widgets/views/plots/line_plot.h"
#include "widgets/views/state/read_or.h"

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
constexpr int kNarrowestHistograms = 18; ///< includes a colour scale
constexpr int kNarrowestMap = 24;  ///< layers of a run, beside another run's map
constexpr int kSmallHeight = 10;
constexpr int kBigHeight = 15;
constexpr int kWideHeight = 22; ///< one plot for all layers
constexpr int kMargin = 8;

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
    layout->addStretch(); // fills the space below the plots if the section beside it is higher
    connect(m_header, &TagHeader::entryChosen, this, &TagSection::toggleLabel);
    connect(m_header, &TagHeader::entryPointed, this, &TagSection::highlight);
    connect(m_header, &TagHeader::viewChosen, this, [this](TagView view) {
        TagStyle style = m_style;
        style.view = view;
        Q_EMIT styleChosen(style);
    });
    connect(m_header, &TagHeader::labelChosen, this, [this](const QString &label) {
        TagStyle style = m_style;
        style.label = label;
        Q_EMIT styleChosen(style);
    });
    connect(m_header, &TagHeader::differenceChosen, this, [this](bool on) {
        TagStyle style = m_style;
        style.isDifference = on;
        Q_EMIT styleChosen(style);
    });
    connect(m_header, &TagHeader::menuRequested, this, &TagSection::menuRequested);
    setTag(tag);
    setVisible(false); // hidden until it has content
}

void TagSection::setTag(const record::TagSpec &tag)
{
    m_tag = tag;
    m_tag.logY = tag.logY || m_normScale.isLog();
    nameHeader();
    for (std::size_t place = 0; place < m_places.size(); ++place)
        if (TagPlot *plot = m_grid->plot(place))
            plot->setTag(tagAt(m_tag, m_places[place]));
    for (const Copy &copy : m_copies)
        if (copy.plot)
            copy.plot->setTag(tagAt(m_tag, copy.place));
}

bool TagSection::chooseScale()
{
    if (m_tag.logY || !readOr(false, [this] { return m_normScale.update(m_board, m_tag, m_series); }))
        return false;
    setTag(m_tag);
    return true;
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

void TagSection::setTagStyle(const TagStyle &style)
{
    if (style == m_wantedStyle)
        return;
    m_wantedStyle = style;
    rearrange();
    for (TagPlot *plot : plots(false))
        plot->setTagStyle(m_style);
    for (const Copy &copy : m_copies)
        if (copy.plot) { // a copy keeps its other style settings
            TagStyle own = copy.plot->tagStyle();
            own.hiddenLabels = m_style.hiddenLabels;
            copy.plot->setTagStyle(own);
        }
}

/// Returns true if the set of plots must change.
bool TagSection::chooseStyle()
{
    const TagStyle before = std::exchange(m_style, m_wantedStyle);
    const auto offered = views();
    if (!offered.empty() && std::find(offered.begin(), offered.end(), m_style.view) == offered.end())
        m_style.view = offered.front();
    return m_style.view != before.view || m_style.label != before.label || m_style.isDifference != before.isDifference;
}

std::vector<TagView> TagSection::views() const
{
    const auto isHistogram = [](const ShownSeries &series) { return series.spec.role == SeriesRole::Histogram; };
    std::vector<TagView> views;
    const bool hasHistograms = std::ranges::any_of(m_series, isHistogram);
    const auto isDrawnAsLine = [&](const ShownSeries &series) { return hasHistograms ? isLine(series.spec) : true; }; // counts are drawn as marks
    const bool hasLines = std::ranges::any_of(m_series, isDrawnAsLine);
    if (hasLines)
        views.push_back(TagView::SmallMultiples);
    const auto hasLayers = [this] {
        return std::any_of(m_series.begin(), m_series.end(), [this](const ShownSeries &series) { return series.spec.layer != m_series.front().spec.layer; });
    };
    if (hasLines && !m_tag.big && m_tag.kind != record::TagKind::Relations && hasLayers())
        views.insert(views.end(), {TagView::Overlay, TagView::HeatMap, TagView::DepthProfile});
    if (hasHistograms)
        views.insert(views.end(), {TagView::Histograms, TagView::Ridges});
    return views;
}

bool TagSection::isWide() const
{
    return m_style.view == TagView::Overlay || m_style.view == TagView::HeatMap || m_style.view == TagView::DepthProfile;
}

void TagSection::addSeries(const ShownSeries &series)
{
    m_series.push_back(series);
    if (isLine(series.spec)) {
        m_colours.add(series);
        m_lines.add(series, m_series.size() - 1);
    }
    m_bands.add(series.spec);
    const QStringList &all = labels();
    for (std::size_t place = 0; place < m_places.size(); ++place)
        if (TagPlot *plot = m_grid->plot(place); plot && belongs(series, m_places[place], m_style, all))
            plot->addSeries(series);
    for (const Copy &copy : m_copies)
        if (copy.plot && belongs(series, copy.place, copy.plot->tagStyle(), all))
            copy.plot->addSeries(series);
}

void TagSection::rearrange()
{
    chooseScale();
    if (chooseStyle())
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
    m_header->showView(m_style.view);
    m_header->offerLabels(isWide() ? labels() : QStringList(), m_style.label, m_style.view == TagView::Overlay);
    m_header->offerDifference(severalRuns && (m_style.view == TagView::HeatMap || m_style.view == TagView::DepthProfile), m_style.isDifference);
    std::vector<TagPlace> places = placesOf(m_board, m_style, m_series);
    if (places.size() < m_places.size() || !std::equal(m_places.begin(), m_places.end(), places.begin()))
        clearGrid();
    for (std::size_t place = m_places.size(); place < places.size(); ++place)
        m_grid->addPlace();
    m_places = std::move(places);
    if (const QString prefix = layerPrefix(); std::exchange(m_layerPrefix, prefix) != prefix)
        nameHeader();
    namePlots();
}

void TagSection::namePlots()
{
    QStringList titles;
    for (const TagPlace &place : m_places)
        titles << titleAt(m_board, m_tag, m_style, place);
    if (titles == m_titles->names())
        return;
    m_titles = std::make_shared<const SiblingNames>(titles);
    for (TagPlot *plot : plots(false))
        plot->setTitles(m_titles);
}

void TagSection::clearGrid()
{
    m_header->highlight({}); // the line under the mouse disappears with its plot
    m_board.pointAt(nullptr);
    m_places.clear();
    m_grid->clear();
}

TagPlot *TagSection::makePlot(const TagPlace &place, QWidget *parent) const
{
    TagPlot *plot = nullptr;
    const record::TagSpec tag = tagAt(m_tag, place);
    const QString title = titleAt(m_board, m_tag, m_style, place);
    switch (m_style.view) {
    case TagView::HeatMap: plot = new HeatMapPlot(m_board, tag, m_style, title, place, parent); break;
    case TagView::DepthProfile: plot = new DepthPlot(m_board, tag, m_style, title, parent); break;
    case TagView::Histograms:
    case TagView::Ridges: plot = new HistogramPlot(m_board, tag, m_style, title, parent); break;
    case TagView::SmallMultiples:
    case TagView::Overlay: plot = new LinePlot(m_board, tag, m_style, title, m_colours, parent); break;
    }
    plot->setTitles(m_titles);
    const QStringList &all = labels();
    for (const ShownSeries &series : m_series)
        if (belongs(series, place, m_style, all))
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
        if (layer.isEmpty() || m_places[place].layer.isEmpty() || m_places[place].layer == layer)
            return m_grid->madePlot(place);
    return nullptr;
}

std::vector<Reading> TagSection::readings(double x) const
{
    const PlotTheme theme(palette());
    const XAxis along = m_board.style().x;
    std::vector<Reading> readings;
    for (const ShownSeries &series : m_series)
        if (isLine(series.spec) && m_board.isVisible(series)) {
            readings.push_back({series, m_colours.colour(theme, series), series.measuredAt(along, x)});
            readings.back().dashes = m_colours.dashes(series);
            if (auto &reading = readings.back(); reading.value) {
                reading.place = m_board.placeText(series.run->coordinate(reading.value->stamp, along));
                reading.runs = series.run->run->averagedRuns(series.index, reading.value->stamp.step);
            }
        }
    return readings;
}

int TagSection::plotHeight() const
{
    const int line = fontMetrics().height();
    switch (m_style.view) {
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
    const int narrowest = isWide() ? kNarrowestMap : m_style.view == TagView::Histograms ? kNarrowestHistograms : kNarrowestPlot;
    const int most = std::max(1, width / (line * narrowest));
    const int places = std::max(1, static_cast<int>(m_places.size())), rows = (places + most - 1) / most;
    m_grid->setColumns(m_tag.big ? 1 : (places + rows - 1) / rows); // fills the last row like the others, or nearly
    m_grid->setPlotHeight(static_cast<int>(plotHeight() * stretch));
    m_header->setMostLegendHeight(plotHeight() / 3); // headings do not grow with the plots
}

void TagSection::toggleLabel(const QString &key, bool isDouble)
{
    const QString label = QUrl::fromPercentEncoding(key.toLatin1());
    TagStyle style = m_style;
    const bool wasHidden = style.hiddenLabels.erase(label) > 0;
    if (!isDouble) {
        if (!wasHidden)
            style.hiddenLabels.insert(label);
    } else {
        std::set<QString> others;
        for (const QString &other : m_colours.labels())
            if (other != label)
                others.insert(other);
        style.hiddenLabels = style.hiddenLabels == others ? std::set<QString>() : others;
    }
    Q_EMIT styleChosen(style);
}

QString TagSection::legendText() const
{
    return m_header->legend();
}

void TagSection::updateLegend()
{
    m_legend = legendOf(m_board, m_tag, m_style, m_colours, m_bands, m_series, m_lines, m_board.measuredShare(m_tag.lens), PlotTheme(palette()));
    m_header->setLegend(m_legend);
}

/// Highlights in visible plots only, so that no others are drawn.
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
