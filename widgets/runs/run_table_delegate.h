#pragma once

#include "widgets/row_delegate.h"

namespace lensboard::widgets {

/// Draws the cells of a run table, curves as sparklines, in rows with some padding.
class RunTableDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace lensboard::widgets
