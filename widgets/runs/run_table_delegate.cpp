#include "widgets/runs/run_table_delegate.h"

namespace lensboard::widgets {

namespace {

constexpr int kRoomInRow = 8; ///< pixels, above and below the text together

} // namespace

QSize RunTableDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + kRoomInRow};
}

} // namespace lensboard::widgets
