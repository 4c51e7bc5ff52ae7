#pragma once

#include <QLabel>

namespace lensboard::widgets {

/// A line of text that is shortened with an ellipsis if it does not fit. Tool tips and screen readers have the full text.
class ElidedLabel final : public QLabel
{
    Q_OBJECT

public:
    using QLabel::QLabel;

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace lensboard::widgets
