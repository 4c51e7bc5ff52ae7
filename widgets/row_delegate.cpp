#include "widgets/row_delegate.h"

#include <QApplication>
#include <QStyle>

#include <algorithm>

namespace lensboard::widgets {

namespace {

constexpr int kRoomInRow = 8; ///< pixels, above and below the text in total
constexpr int kMaxSiblings = 200;

} // namespace

int rowHeight(const QFontMetrics &metrics)
{
    return metrics.height() + kRoomInRow;
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return QStyledItemDelegate::sizeHint(option, index).expandedTo({0, rowHeight(option.fontMetrics)});
}

void RowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem shown = option;
    initStyleOption(&shown, index);
    if (shown.textElideMode == Qt::ElideMiddle)
        shown.text = shortened(shown, index);
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &shown, painter, option.widget);
}

QString RowDelegate::shortened(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1;
    const int room = style->subElementRect(QStyle::SE_ItemViewItemText, &option, option.widget).width() - 2 * margin;
    if (option.fontMetrics.horizontalAdvance(option.text) <= room)
        return option.text;
    QStringList names;
    const int rows = std::min(kMaxSiblings, index.model()->rowCount(index.parent()));
    for (int row = 0; row < rows; ++row)
        names << displayText(index.siblingAtRow(row).data(), option.locale);
    SiblingNames &siblings = m_siblings[index.column()];
    if (names != siblings.names())
        siblings = SiblingNames(names);
    return siblings.elided(option.text, option.fontMetrics, room);
}

} // namespace lensboard::widgets
