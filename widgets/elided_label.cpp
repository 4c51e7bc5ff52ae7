#include "widgets/elided_label.h"

#include <QPainter>
#include <QStyle>

namespace lensboard::widgets {

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const int flags = static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment())) | Qt::TextSingleLine;
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
    style()->drawItemText(&painter, contentsRect(), flags, palette(), isEnabled(), shown, foregroundRole());
}

} // namespace lensboard::widgets
