#pragma once

#include "widgets/sibling_names.h"

#include <QStyledItemDelegate>

namespace lensboard::widgets {

/// Height in pixels of a line of text in a list or tree, with room above and below.
int rowHeight(const QFontMetrics &metrics);

/// Rows of a list or tree, at least rowHeight() high. If the view elides in the middle, shortens wide texts so that they stay
/// distinct among sibling rows, see SiblingNames.
class RowDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    QString shortened(const QStyleOptionViewItem &option, const QModelIndex &index) const;

    mutable QHash<int, SiblingNames> m_siblings; ///< last used, by column
};

} // namespace lensboard::widgets
