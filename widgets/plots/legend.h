#pragma once

#include <QColor>
#include <QString>

#include <vector>

namespace lensboard::widgets {

/// An entry of a legend: a line, or a note on how lines are drawn.
struct LegendEntry
{
    QString name;
    QString sign = {};      ///< before the name
    QColor colour = {};     ///< of the sign
    QString key = {};       ///< of its lines, see isOf(); empty: none
    bool canToggle = false; ///< a click hides its lines, or shows them
    bool isOn = true;       ///< its lines are shown
    QColor textColour = {}; ///< invalid: as text is

    bool operator==(const LegendEntry &) const = default;
};

/// Entries over the plots of a tag. Lines without room are counted; notes are always shown.
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

/// A piece of a line with these dashes.
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
