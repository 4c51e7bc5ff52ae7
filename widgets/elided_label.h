#pragma once

#include <QLabel>

namespace lensboard::widgets {

/// A line of text that ends in an ellipsis where it does not fit. Tool tips and screen readers have all of it.
class ElidedLabel final : public QLabel
{
    Q_OBJECT

public:
    using QLabel::QLabel;

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace lensboard::widgets
