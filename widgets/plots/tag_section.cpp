#include "widgets/plots/tag_section.h"

#include "core/visualizer/visualizer.h"
#include "widgets/plots/plot_grid.h"
#include "widgets/plots/tag_plot.h"
#include "widgets/qt_text.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QTextDocument>
#include <QTextOption>

#include <algorithm>

namespace lensboard::widgets {

using record::SeriesRole;

namespace {

constexpr int kNarrowest = 240; ///< of a small plot
constexpr int kWidest = 480;    ///< if there are plots to fill the row
constexpr int kSmallHeight = 165;
constexpr int kBigHeight = 250;
constexpr int kMargin = 8;

} // namespace

TagSection::TagSection(std::shared_ptr<const store::Run> run, const record::TagSpec &tag, QWidget *parent)
    : QWidget(parent), m_run(std::move(run)), m_tag(tag), m_heading(new QLabel(this)), m_legend(new QLabel(this)),
      m_grid(new PlotGrid([this](std::size_t place) { return makePlot(place); }, tag.big ? kBigHeight : kSmallHeight, this))
{
    auto *top = new QHBoxLayout;
    m_heading->setTextFormat(Qt::PlainText);
    QFont bold = font();
    bold.setBold(true);
    m_heading->setFont(bold);
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_legend->setWordWrap(true);
    top->addWidget(m_heading);
    top->addWidget(m_legend, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, 6, kMargin, 6);
    layout->setSpacing(4);
    layout->addLayout(top);
    layout->addWidget(m_grid);
    setTag(tag);
    setVisible(false); // until it has something to show
}

void TagSection::setTag(const record::TagSpec &tag)
{
    m_tag = tag;
    m_heading->setText(text(tag.name));
    m_heading->setToolTip(tr("Shown by the lens %1").arg(text(tag.lens)));
    for (TagPlot *plot : plots(false))
        plot->setTag(tag);
}

void TagSection::addSeries(std::uint32_t index, const record::SeriesSpec &series)
{
    if (series.role == SeriesRole::Histogram)
        return;
    const auto [place, isNew] = m_placeOf.try_emplace(series.layer, m_layers.size());
    if (isNew) {
        m_layers.push_back({text(series.layer), {}});
        m_grid->addPlace();
    }
    const QString label = text(series.label);
    if (series.role == SeriesRole::Line && !series.label.ends_with(visualizer::kNonFiniteLabel))
        m_colours.indexOf(label);
    const bool ofAllLines = !label.contains(' '); // a band of one line among several has its colour
    if (series.role == SeriesRole::BandLow && ofAllLines
        && std::none_of(m_bands.begin(), m_bands.end(), [&](const auto &band) { return band.first == label; }))
        m_bands.emplace_back(label, QString());
    if (series.role == SeriesRole::BandHigh && !m_bands.empty() && m_bands.back().second.isEmpty())
        m_bands.back().second = label;
    m_layers[place->second].series.emplace_back(index, series);
    if (TagPlot *plot = m_grid->plot(place->second))
        plot->addSeries(index, series);
}

void TagSection::addGap(double step)
{
    m_gaps.push_back(step);
    for (TagPlot *plot : plots(false))
        plot->setGaps(m_gaps);
}

TagPlot *TagSection::makePlot(std::size_t place)
{
    const Layer &layer = m_layers[place];
    auto *plot = new TagPlot(m_run, m_tag, layer.name, m_colours, m_grid);
    for (const auto &[index, series] : layer.series)
        plot->addSeries(index, series);
    plot->setGaps(m_gaps);
    Q_EMIT plotMade(plot);
    return plot;
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

void TagSection::arrange(int width)
{
    const int fewest = std::max(1, width / kWidest), most = std::max(fewest, width / kNarrowest);
    m_grid->setColumns(m_tag.big ? 1 : std::clamp(static_cast<int>(m_layers.size()), fewest, most));
}

qulonglong TagSection::nonFiniteCount() const
{
    qulonglong count = 0;
    for (const Layer &layer : m_layers)
        for (const auto &[index, series] : layer.series) {
            const store::SeriesTally tally = m_run->tally(index);
            if (series.role == SeriesRole::Line)
                count += series.label.ends_with(visualizer::kNonFiniteLabel) ? tally.count : tally.nonFinite;
        }
    return count;
}

void TagSection::updateLegend()
{
    const PlotTheme theme(palette());
    QStringList entries;
    for (const QString &label : m_colours.labels())
        entries << QStringLiteral("<span style='color:%1'>■</span>&nbsp;%2")
                       .arg(theme.series(m_colours.indexOf(label)).name(), label.toHtmlEscaped().replace(' ', "&nbsp;"));
    int bandShade = 0;
    for (const auto &[low, high] : m_bands)
        entries << QStringLiteral("<span style='color:%1'>%2</span>&nbsp;%3&nbsp;…&nbsp;%4")
                       .arg(theme.series(0).name(), bandShade++ ? QStringLiteral("░") : QStringLiteral("▒"),
                            low.toHtmlEscaped().replace(' ', "&nbsp;"), high.toHtmlEscaped().replace(' ', "&nbsp;"));
    if (const qulonglong nonFinite = nonFiniteCount())
        entries << QStringLiteral("<span style='color:%1'>▼&nbsp;%2</span>")
                       .arg(theme.warning.name(), tr("not finite at %n point(s)", nullptr, static_cast<int>(nonFinite)));
    const QString legend = entries.join(QStringLiteral(" &nbsp; "));
    if (legend == m_shownLegend)
        return;
    m_shownLegend = legend;
    m_legend->setText(legend);
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

void TagSection::paint(QCPPainter &painter, int top, int bottom) const
{
    if (top <= m_heading->y() && m_heading->geometry().bottom() < bottom)
        paintHeading(painter);
    for (std::size_t place = 0; place < m_grid->size(); ++place) {
        const QRect rect = m_grid->placeOf(place).translated(m_grid->pos());
        if (rect.top() < top || rect.bottom() >= bottom)
            continue;
        painter.save();
        painter.translate(rect.topLeft());
        m_grid->madePlot(place)->toPainter(&painter, rect.width(), rect.height());
        painter.restore();
    }
}

void TagSection::paintHeading(QCPPainter &painter) const
{
    painter.save();
    painter.setPen(palette().color(QPalette::WindowText));
    painter.setFont(m_heading->font());
    painter.drawText(m_heading->geometry(), Qt::AlignLeft | Qt::AlignVCenter, m_heading->text());
    QTextDocument legend;
    legend.setDocumentMargin(0);
    legend.setDefaultFont(m_legend->font());
    legend.setDefaultTextOption(QTextOption(Qt::AlignRight));
    legend.setHtml(m_legend->text());
    legend.setTextWidth(m_legend->width());
    painter.translate(m_legend->x(), m_legend->y() + (m_legend->height() - legend.size().height()) / 2);
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette = palette();
    context.palette.setColor(QPalette::Text, palette().color(QPalette::WindowText));
    legend.documentLayout()->draw(&painter, context);
    painter.restore();
}

void TagSection::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateLegend();
}

} // namespace lensboard::widgets
