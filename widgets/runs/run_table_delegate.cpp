#include "widgets/runs/run_table_delegate.h"

#include "widgets/models/run_list_model.h"
#include "widgets/sparkline.h"

namespace lensboard::widgets {

namespace {

constexpr int kCurveWidth = 88; ///< pixels

} // namespace

QSize RunTableDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize size = RowDelegate::sizeHint(option, index);
    return index.data(RunListModel::kCurveRole).isValid() ? QSize(kCurveWidth, size.height()) : size;
}

void RunTableDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem shown = option;
    if (index.column() == 0) // run name
        shown.textElideMode = Qt::ElideMiddle;
    RowDelegate::paint(painter, shown, index);
    drawSparkline(*painter, option, index.data(RunListModel::kCurveRole).value<QList<double>>());
}

} // namespace lensboard::widgets
