#pragma once

#include <QStyledItemDelegate>

namespace lensboard::widgets {

/// Of a line of text in a list or tree, with room above and below it: pixels.
int rowHeight(const QFontMetrics &metrics);

/// Rows of a list or tree with room, rowHeight() at least.
class RowDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace lensboard::widgets
