#include "widgets/row_delegate.h"

namespace lensboard::widgets {

namespace {

constexpr int kRoomInRow = 8; ///< pixels, above and below the text together

} // namespace

int rowHeight(const QFontMetrics &metrics)
{
    return metrics.height() + kRoomInRow;
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return QStyledItemDelegate::sizeHint(option, index).expandedTo({0, rowHeight(option.fontMetrics)});
}

} // namespace lensboard::widgets
