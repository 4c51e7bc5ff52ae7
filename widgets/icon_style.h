#pragma once

#include <QProxyStyle>

namespace lensboard::widgets {

/// Replaces Qt's fallback icons by Lensboard's own: in message boxes, file dialogs, fields with a clear button, and menu bars
/// that are too narrow. Dialog buttons have no icons.
class IconStyle : public QProxyStyle
{
public:
    using QProxyStyle::QProxyStyle;

    QIcon standardIcon(StandardPixmap icon, const QStyleOption *option = nullptr, const QWidget *widget = nullptr) const override;
    QPixmap standardPixmap(StandardPixmap icon, const QStyleOption *option = nullptr, const QWidget *widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption *option = nullptr, const QWidget *widget = nullptr,
                  QStyleHintReturn *returned = nullptr) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option = nullptr, const QWidget *widget = nullptr) const override;
};

} // namespace lensboard::widgets
