#include "widgets/plots/tag_section.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>

namespace lensboard::widgets {

namespace {

constexpr int kNarrowest = 240; ///< of a small plot
constexpr int kWidest = 480;    ///< if there are plots to fill the row
constexpr int kSmallHeight = 165;
constexpr int kBigHeight = 250;

} // namespace

TagSection::TagSection(const record::TagSpec &tag, QWidget *parent)
    : QWidget(parent), m_tag(tag), m_heading(new QLabel(this)), m_legend(new QLabel(this)), m_grid(new QGridLayout)
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
    m_grid->setSpacing(4);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->setSpacing(4);
    layout->addLayout(top);
    layout->addLayout(m_grid);
    setTag(tag);
    setVisible(false); // until it has something to show
}

void TagSection::setTag(const record::TagSpec &tag)
{
    m_tag = tag;
    m_heading->setText(QString::fromStdString(tag.name));
    m_heading->setToolTip(tr("Shown by the lens %1").arg(QString::fromStdString(tag.lens)));
    for (TagPlot *plot : m_plots)
        plot->setTag(tag);
}

TagPlot *TagSection::plotOf(const QString &layer) const
{
    for (TagPlot *plot : m_plots)
        if (plot->layer() == layer)
            return plot;
    return nullptr;
}

TagPlot *TagSection::addPlot(const QString &layer)
{
    auto *plot = new TagPlot(m_tag, layer, m_colours, this);
    plot->setFixedHeight(m_tag.big ? kBigHeight : kSmallHeight);
    plot->setMinimumWidth(120);
    m_plots.push_back(plot);
    m_columns = 0;
    return plot;
}

void TagSection::arrange(int width)
{
    const int fewest = std::max(1, width / kWidest), most = std::max(fewest, width / kNarrowest);
    const int columns = m_tag.big ? 1 : std::clamp(static_cast<int>(m_plots.size()), fewest, most);
    if (columns == m_columns)
        return;
    for (int column = columns; column < m_columns; ++column)
        m_grid->setColumnStretch(column, 0);
    m_columns = columns;
    for (std::size_t i = 0; i < m_plots.size(); ++i)
        m_grid->addWidget(m_plots[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
    for (int column = 0; column < columns; ++column)
        m_grid->setColumnStretch(column, 1);
}

void TagSection::updateLegend()
{
    int nonFinite = 0;
    for (const TagPlot *plot : m_plots)
        nonFinite += plot->nonFiniteCount();
    const QStringList &labels = m_colours.labels();
    const auto bands = m_plots.empty() ? std::vector<std::pair<QString, QString>>() : m_plots.front()->bands();
    if (labels.size() == m_labelsShown && bands.size() == m_bandsShown && nonFinite == m_nonFiniteShown)
        return;
    m_labelsShown = labels.size();
    m_bandsShown = bands.size();
    m_nonFiniteShown = nonFinite;
    const PlotTheme theme(palette());
    QStringList entries;
    for (const QString &label : labels)
        entries << QStringLiteral("<span style='color:%1'>■</span>&nbsp;%2")
                       .arg(theme.series(m_colours.indexOf(label)).name(), label.toHtmlEscaped().replace(' ', "&nbsp;"));
    int bandShade = 0;
    for (const auto &[low, high] : bands)
        entries << QStringLiteral("<span style='color:%1'>%2</span>&nbsp;%3&nbsp;…&nbsp;%4")
                       .arg(theme.series(0).name(), bandShade++ ? QStringLiteral("░") : QStringLiteral("▒"),
                            low.toHtmlEscaped().replace(' ', "&nbsp;"), high.toHtmlEscaped().replace(' ', "&nbsp;"));
    if (nonFinite)
        entries << QStringLiteral("<span style='color:%1'>▼&nbsp;%2</span>")
                       .arg(theme.warning.name(), tr("not finite at %n point(s)", nullptr, nonFinite));
    m_legend->setText(entries.join(QStringLiteral(" &nbsp; ")));
}

void TagSection::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_labelsShown = -1;
        updateLegend();
    }
}

} // namespace lensboard::widgets
