#include "widgets/runs/run_table_delegate.h"

#include "widgets/models/run_list_model.h"
#include "widgets/sparkline.h"

namespace lensboard::widgets {

namespace {

constexpr int kRoomInRow = 8; ///< pixels, above and below the text together
constexpr int kCurveWidth = 88, kCurveMargin = 4;

} // namespace

QSize RunTableDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const bool isCurve = index.data(RunListModel::kCurveRole).isValid();
    return {isCurve ? kCurveWidth : QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + kRoomInRow};
}

void RunTableDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const auto curve = index.data(RunListModel::kCurveRole).value<QList<double>>();
    if (curve.isEmpty())
        return;
    const QRectF inner = QRectF(option.rect).adjusted(kCurveMargin, kCurveMargin, -kCurveMargin, -kCurveMargin);
    drawSparkline(*painter, inner, {curve.constData(), static_cast<std::size_t>(curve.size())},
                  option.palette.color(option.state & QStyle::State_Selected ? QPalette::HighlightedText : QPalette::Link));
}

} // namespace lensboard::widgets
