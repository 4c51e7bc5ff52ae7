#pragma once

#include <QColor>
#include <QString>

#include <vector>

namespace lensboard::widgets {

/// What a legend says of a line, or of how lines are drawn.
struct LegendEntry
{
    QString name;
    QString sign = {};      ///< before the name
    QColor colour = {};     ///< of the sign
    QString key = {};       ///< of the lines that it stands for; empty: none
    bool canToggle = false; ///< a click hides its lines, or shows them
    bool isOn = true;       ///< its lines are shown
    QColor textColour = {}; ///< invalid: as text is

    bool operator==(const LegendEntry &) const = default;
};

/// Of lines as many are named as there is room for, notes always are.
struct Legend
{
    std::vector<LegendEntry> lines, notes;

    bool operator==(const Legend &) const = default;
};

/// A line with these dashes, as a sign.
inline QString lineSign(Qt::PenStyle style)
{
    switch (style) {
    case Qt::DashLine: return QStringLiteral("–\u00a0–");
    case Qt::DotLine: return QStringLiteral("···");
    case Qt::DashDotLine: return QStringLiteral("–·–");
    default: return QStringLiteral("■");
    }
}

} // namespace lensboard::widgets
