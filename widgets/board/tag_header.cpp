#include "widgets/board/tag_header.h"

#include "widgets/board/label_button.h"
#include "widgets/board/legend_label.h"
#include "widgets/control_icon.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QTextDocument>
#include <QTextOption>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace lensboard::widgets {

namespace {

constexpr int kToolSpacing = 4;
constexpr std::array kViews = {std::pair(TagView::SmallMultiples, ControlIcon::SmallMultiples), std::pair(TagView::Overlay, ControlIcon::Overlay),
                               std::pair(TagView::HeatMap, ControlIcon::HeatMap), std::pair(TagView::DepthProfile, ControlIcon::DepthProfile),
                               std::pair(TagView::Histograms, ControlIcon::Histograms), std::pair(TagView::Ridges, ControlIcon::Ridges)};

} // namespace

QString nameOf(TagView view)
{
    switch (view) {
    case TagView::SmallMultiples: return TagHeader::tr("Small Multiples");
    case TagView::Overlay: return TagHeader::tr("Overlay");
    case TagView::HeatMap: return TagHeader::tr("Heat Map");
    case TagView::DepthProfile: return TagHeader::tr("Depth Profile");
    case TagView::Histograms: return TagHeader::tr("Histograms");
    case TagView::Ridges: return TagHeader::tr("Ridges");
    }
    return {};
}

QString descriptionOf(TagView view)
{
    switch (view) {
    case TagView::SmallMultiples: return TagHeader::tr("A plot for each layer");
    case TagView::Overlay: return TagHeader::tr("All layers in one plot");
    case TagView::HeatMap: return TagHeader::tr("Layers by ticks, with values as colours");
    case TagView::DepthProfile: return TagHeader::tr("Values against layers, at the tick under the cursor");
    case TagView::Histograms: return TagHeader::tr("How values are distributed, over time, with counts as colours");
    case TagView::Ridges: return TagHeader::tr("How values are distributed, one behind the other");
    }
    return {};
}

TagHeader::TagHeader(QWidget *parent)
    : QWidget(parent), m_rows(new QBoxLayout(QBoxLayout::LeftToRight, this)), m_row(new QHBoxLayout), m_name(new QLabel(this)), m_legend(new LegendLabel(this)),
      m_label(new LabelButton(this)), m_difference(new QToolButton(this)), m_more(new QToolButton(this))
{
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(kToolSpacing);
    m_rows->addLayout(m_row);
    m_rows->addWidget(m_legend, 1);
    m_row->setSpacing(2);
    m_name->setTextFormat(Qt::PlainText);
    QFont bold = font();
    bold.setBold(true);
    m_name->setFont(bold);
    m_row->addWidget(m_name);
    m_row->addSpacing(8);
    for (const auto &[view, icon] : kViews) {
        auto *button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(nameOf(view));
        button->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(nameOf(view), descriptionOf(view)));
        connect(button, &QToolButton::clicked, this, [this, view = view] {
            showView(view);
            Q_EMIT viewChosen(view);
        });
        m_row->addWidget(button);
        m_views[view] = button;
    }
    connect(m_label, &LabelButton::labelChosen, this, &TagHeader::labelChosen);
    m_row->addWidget(m_label);
    m_difference->setAutoRaise(true);
    m_difference->setCheckable(true);
    m_difference->setFocusPolicy(Qt::TabFocus);
    m_difference->setText(QStringLiteral("Δ"));
    m_difference->setAccessibleName(tr("Differences"));
    m_difference->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(tr("Differences"), tr("How the other runs differ from the first that is visible")));
    m_difference->hide();
    connect(m_difference, &QToolButton::clicked, this, &TagHeader::differenceChosen);
    m_row->addWidget(m_difference);
    m_more->setAutoRaise(true);
    m_more->setFocusPolicy(Qt::TabFocus);
    m_more->setAccessibleName(tr("Scale, limits and more"));
    m_more->setToolTip(m_more->accessibleName());
    connect(m_more, &QToolButton::clicked, this, [this] { Q_EMIT menuRequested(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    m_row->addWidget(m_more);
    m_row->addStretch();
    connect(m_legend, &LegendLabel::entryChosen, this, &TagHeader::entryChosen);
    connect(m_legend, &LegendLabel::entryPointed, this, &TagHeader::entryPointed);
    connect(m_legend, &LegendLabel::composed, this, &TagHeader::placeLegend);
    drawIcons();
}

void TagHeader::setName(const QString &name, const QString &toolTip)
{
    m_name->setText(name);
    m_name->setToolTip(toolTip);
    placeLegend();
}

QString TagHeader::name() const
{
    return m_name->text();
}

void TagHeader::offerViews(const std::vector<TagView> &views)
{
    for (const auto &[view, button] : m_views)
        button->setVisible(views.size() > 1 && std::find(views.begin(), views.end(), view) != views.end());
    placeLegend();
}

void TagHeader::showView(TagView view)
{
    for (const auto &[other, button] : m_views)
        button->setChecked(other == view);
}

void TagHeader::offerLabels(const QStringList &labels, const QString &shown, bool canShowAll)
{
    m_label->offer(labels, shown, canShowAll);
    placeLegend();
}

void TagHeader::offerDifference(bool isOffered, bool isOn)
{
    m_difference->setVisible(isOffered);
    m_difference->setChecked(isOn);
    placeLegend();
}

void TagHeader::setLegend(const Legend &legend)
{
    m_legend->setLegend(legend);
}

void TagHeader::setMostLegendHeight(int height)
{
    m_legend->setMostHeight(height);
}

void TagHeader::highlight(const QString &key)
{
    m_legend->highlight(key);
}

QString TagHeader::legend() const
{
    return m_legend->text();
}

void TagHeader::paint(QPainter &painter) const
{
    painter.save();
    painter.setPen(palette().color(QPalette::WindowText));
    painter.setFont(m_name->font());
    painter.drawText(m_name->geometry(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, m_name->text());
    QTextDocument legend;
    legend.setDocumentMargin(0);
    legend.setDefaultFont(m_legend->font());
    legend.setDefaultTextOption(QTextOption(m_legend->alignment() & Qt::AlignHorizontal_Mask));
    legend.setHtml(m_legend->text());
    legend.setTextWidth(m_legend->width());
    painter.translate(m_legend->x(), m_legend->y() + (m_legend->height() - legend.size().height()) / 2);
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette = palette();
    context.palette.setColor(QPalette::Text, palette().color(QPalette::WindowText));
    legend.documentLayout()->draw(&painter, context);
    painter.restore();
}

QSize TagHeader::sizeHint() const
{
    const QSize row = m_row->sizeHint(), legend = m_legend->sizeHint();
    return {row.width() + kToolSpacing + legend.width(), std::max(row.height(), legend.height())};
}

QSize TagHeader::minimumSizeHint() const
{
    return {std::max(m_row->minimumSize().width(), m_legend->minimumSizeHint().width()), m_row->minimumSize().height()};
}

int TagHeader::heightForWidth(int width) const
{
    const QSize row = m_row->sizeHint();
    return isNarrow(width) ? row.height() + kToolSpacing + m_legend->heightForWidth(width)
                           : std::max(row.height(), m_legend->heightForWidth(width - row.width() - kToolSpacing));
}

/// Returns true if the legend does not fit beside the name and the buttons.
bool TagHeader::isNarrow(int width) const
{
    return width < m_row->minimumSize().width() + kToolSpacing + m_legend->widestEntry();
}

void TagHeader::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeLegend();
}

void TagHeader::placeLegend()
{
    const bool below = isNarrow(width());
    m_rows->setDirection(below ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_legend->setAlignment(Qt::AlignVCenter | (below ? Qt::AlignLeft : Qt::AlignRight));
}

void TagHeader::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        drawIcons();
    if (event->type() == QEvent::FontChange) {
        QFont bold = font();
        bold.setBold(true);
        m_name->setFont(bold);
    }
}

void TagHeader::drawIcons()
{
    const QSize size(fontMetrics().height(), fontMetrics().height());
    for (const auto &[view, icon] : kViews) {
        m_views[view]->setIcon(controlIcon(icon, palette()));
        m_views[view]->setIconSize(size);
    }
    m_more->setIconSize(size);
    m_more->setIcon(controlIcon(ControlIcon::More, palette()));
}

} // namespace lensboard::widgets
