#include "app/theme.h"

#include "app/system_theme.h"
#include "widgets/control_icon.h"
#include "widgets/icon_style.h"

#include <QApplication>
#include <QMessageBox>
#include <QPainter>
#include <QPalette>
#include <QPlainTextEdit>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTextEdit>

namespace lensboard::app {

namespace {

struct Colours
{
    const char *window, *base, *alternate, *text, *button, *highlight, *highlighted, *link, *toolTip, *disabled;
};

constexpr Colours kLightColours = {"#f3f4f6", "#ffffff", "#f7f8fa", "#1f2328", "#ebedf0",
                            "#0b6bcb", "#ffffff", "#0b6bcb", "#fff8dc", "#767d85"};
constexpr Colours kDarkColours = {"#22262b", "#181b1f", "#1d2025", "#dfe3e8", "#2d3238",
                           "#2b74bd", "#ffffff", "#6cb6ff", "#3a3420", "#858e98"};

QPalette paletteOf(const Colours &colours)
{
    QPalette palette;
    const QColor text(colours.text), disabled(colours.disabled);
    palette.setColor(QPalette::Window, QColor(colours.window));
    palette.setColor(QPalette::Base, QColor(colours.base));
    palette.setColor(QPalette::AlternateBase, QColor(colours.alternate));
    palette.setColor(QPalette::Button, QColor(colours.button));
    palette.setColor(QPalette::Light, QColor(colours.button).lighter(115));
    palette.setColor(QPalette::Midlight, QColor(colours.button).lighter(105));
    palette.setColor(QPalette::Mid, QColor(colours.button).darker(125));
    palette.setColor(QPalette::Dark, QColor(colours.button).darker(150));
    palette.setColor(QPalette::Shadow, QColor(colours.button).darker(200));
    palette.setColor(QPalette::ToolTipBase, QColor(colours.toolTip));
    palette.setColor(QPalette::Highlight, QColor(colours.highlight));
    palette.setColor(QPalette::HighlightedText, QColor(colours.highlighted));
    palette.setColor(QPalette::Link, QColor(colours.link));
    palette.setColor(QPalette::PlaceholderText, disabled);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, text);
        palette.setColor(QPalette::Disabled, role, disabled);
    }
    return palette;
}

/// Draws a grey close button; under the mouse, in text colour on a highlighted background.
void drawTabClose(const QStyleOption &option, QPainter &painter)
{
    constexpr double kRadius = 3, kShare = 0.15, kShareOfPressed = 0.3;
    const bool isPointedAt = option.state.testAnyFlags(QStyle::State_Raised | QStyle::State_Sunken);
    if (isPointedAt) {
        QColor ground = option.palette.color(QPalette::WindowText);
        ground.setAlphaF(option.state.testFlag(QStyle::State_Sunken) ? kShareOfPressed : kShare);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ground);
        painter.drawRoundedRect(option.rect, kRadius, kRadius);
        painter.restore();
    }
    const QIcon cross = widgets::controlIcon(widgets::ControlIcon::Close, option.palette);
    cross.paint(&painter, option.rect, Qt::AlignCenter, isPointedAt ? QIcon::Normal : QIcon::Disabled);
}

/// Paints over Fusion's border, darker than the window even on a dark background. Disabled fields keep Fusion's border.
void drawFieldBorder(const QStyleOption &option, QPainter &painter, const QRect &rect)
{
    constexpr double kRadius = 2;
    if (!option.state.testFlag(QStyle::State_Enabled))
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(option.state.testFlag(QStyle::State_HasFocus) ? option.palette.color(QPalette::Highlight) : fieldBorder(option.palette));
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    painter.restore();
}

bool isTyped(const QWidget *widget)
{
    return qobject_cast<const QPlainTextEdit *>(widget) || qobject_cast<const QTextEdit *>(widget);
}

/// Fusion with check box frames and field borders that are visible on dark backgrounds, and tab close buttons in the palette's
/// colours.
class ThemedStyle final : public widgets::IconStyle
{
public:
    ThemedStyle() : IconStyle(QStyleFactory::create("Fusion")) {}

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override
    {
        if (element == PE_IndicatorTabClose)
            return drawTabClose(*option, *painter);
        IconStyle::drawPrimitive(element, option, painter, widget);
        if (element == PE_FrameLineEdit || (element == PE_Frame && isTyped(widget)))
            drawFieldBorder(*option, *painter, option->rect);
        if (element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck)
            return;
        painter->save();
        painter->setPen(option->palette.color(QPalette::PlaceholderText));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const override
    {
        IconStyle::drawComplexControl(control, option, painter, widget);
        if (const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option); spin && spin->frame)
            drawFieldBorder(*spin, *painter, spin->rect.adjusted(0, 1, 0, -1)); // height of Fusion's border
        if (const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option); combo && combo->frame)
            drawFieldBorder(*combo, *painter, combo->rect);
    }
};

/// Sets icons again, because message boxes keep a rendered copy of their icon.
void drawMessageIcons()
{
    for (QWidget *widget : QApplication::topLevelWidgets())
        if (auto *box = qobject_cast<QMessageBox *>(widget); box && box->icon() != QMessageBox::NoIcon)
            box->setIcon(box->icon());
}

/// Created at the first call.
SystemTheme &systemTheme()
{
    if (auto *known = qApp->findChild<SystemTheme *>())
        return *known;
    auto *system = new SystemTheme(QDBusConnection::sessionBus(), qApp);
    QObject::connect(system, &SystemTheme::changed, system, [] {
        if (Settings::theme() == Theme::System)
            applyTheme(Theme::System);
    });
    return *system;
}

} // namespace

void applyTheme(Theme theme)
{
    if (!dynamic_cast<ThemedStyle *>(QApplication::style()))
        QApplication::setStyle(new ThemedStyle); // owned by the application
    const bool isDark = theme == Theme::Dark || (theme == Theme::System && systemTheme().isDark());
    QApplication::setPalette(isDark ? darkPalette() : lightPalette());
    drawMessageIcons();
}

QColor fieldBorder(const QPalette &palette)
{
    const QColor window = palette.color(QPalette::Window), text = palette.color(QPalette::Active, QPalette::WindowText);
    return {(window.red() + text.red()) / 2, (window.green() + text.green()) / 2, (window.blue() + text.blue()) / 2};
}

QPalette darkPalette()
{
    return paletteOf(kDarkColours);
}

QPalette lightPalette()
{
    return paletteOf(kLightColours);
}

} // namespace lensboard::app
