#pragma once

#include <QColor>
#include <QString>

#include <vector>

namespace lensboard::widgets {

/// An entry of a legend: a line, or a note about the drawing.
struct LegendEntry
{
    QString name;
    QString sign = {};      ///< shown before the name
    QColor colour = {};     ///< colour of the sign
    QString key = {};       ///< key of its lines, see isOf(); empty: none
    bool canToggle = false; ///< a click hides or shows its lines
    bool isOn = true;       ///< its lines are visible
    QColor textColour = {}; ///< invalid: the default text colour

    bool operator==(const LegendEntry &) const = default;
};

/// Entries above the plots of a tag. Lines that do not fit are counted; notes are always shown.
struct Legend
{
    std::vector<LegendEntry> lines, notes;

    bool operator==(const Legend &) const = default;
};

/// Returns true if the line key \p line matches \p wanted: an equal key, a run's key with colon at its beginning, or the label at
/// its end.
inline bool isOf(const QString &line, const QString &wanted)
{
    if (wanted.isEmpty() || line == wanted)
        return !wanted.isEmpty();
    const bool isOfRun = line.startsWith(QLatin1String("run:"));
    return wanted.endsWith(':') ? line.startsWith(wanted) : isOfRun && !wanted.contains(':') && line.endsWith(':' + wanted);
}

/// Returns a line sign with these dashes.
inline QString lineSign(Qt::PenStyle style)
{
    switch (style) {
    case Qt::DashLine: return QStringLiteral("–\u00a0–");
    case Qt::DotLine: return QStringLiteral("····");
    case Qt::DashDotLine: return QStringLiteral("–·–");
    case Qt::DashDotDotLine: return QStringLiteral("–··–");
    default: return QStringLiteral("——");
    }
}

/// Legend sign of a line identified by colour alone, or by its dashes if it is not solid.
inline QString colourSign(Qt::PenStyle style = Qt::SolidLine)
{
    return style == Qt::SolidLine ? QStringLiteral("■") : lineSign(style);
}

} // namespace lensboard::widgets
