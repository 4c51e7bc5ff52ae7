#pragma once

#include <QStyledItemDelegate>

namespace lensboard::widgets {

/// Draws the cells of a table of runs, curves as sparklines, in rows with room.
class RunTableDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace lensboard::widgets
