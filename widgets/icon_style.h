#pragma once

#include <QProxyStyle>

namespace lensboard::widgets {

/// Has our own icons where Qt would show those that it carries along for desktops without any: in message boxes, file dialogs, fields
/// that can be cleared, menu bars that are too narrow. Buttons of dialogs have none.
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
