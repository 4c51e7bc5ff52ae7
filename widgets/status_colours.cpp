#include "widgets/status_colours.h"

#include <QPalette>

namespace lensboard::widgets {

namespace {

QColor onGround(const QPalette &palette, const char *onLight, const char *onDark)
{
    return QColor(palette.color(QPalette::Window).lightness() < 128 ? onDark : onLight);
}

} // namespace

QColor goodColour(const QPalette &palette)
{
    return onGround(palette, "#1a7f37", "#3fb950");
}

QColor warningColour(const QPalette &palette)
{
    return onGround(palette, "#9a6700", "#d29922");
}

QColor errorColour(const QPalette &palette)
{
    return onGround(palette, "#c62828", "#ff7b72");
}

} // namespace lensboard::widgets
