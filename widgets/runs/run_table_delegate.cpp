#include "widgets/runs/run_table_delegate.h"

#include "widgets/models/run_list_model.h"
#include "widgets/sparkline.h"

namespace lensboard::widgets {

namespace {

constexpr int kCurveWidth = 88, kCurveMargin = 4;

} // namespace

QSize RunTableDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize size = RowDelegate::sizeHint(option, index);
    return index.data(RunListModel::kCurveRole).isValid() ? QSize(kCurveWidth, size.height()) : size;
}

void RunTableDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    RowDelegate::paint(painter, option, index);
    const auto curve = index.data(RunListModel::kCurveRole).value<QList<double>>();
    if (curve.isEmpty())
        return;
    const QRectF inner = QRectF(option.rect).adjusted(kCurveMargin, kCurveMargin, -kCurveMargin, -kCurveMargin);
    drawSparkline(*painter, inner, {curve.constData(), static_cast<std::size_t>(curve.size())},
                  option.palette.color(option.state & QStyle::State_Selected ? QPalette::HighlightedText : QPalette::Link));
}

} // namespace lensboard::widgets
