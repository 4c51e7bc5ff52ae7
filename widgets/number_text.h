#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <span>

/// Formats numbers and times in the window's language: 0.25, 1,200, 1.5×10¹⁰, 7:19:05 AM.
namespace lensboard::widgets {

/// Rounds to at most \p digits significant digits.
QString shownNumber(double value, int digits = 5);
/// Formats a count with group separators: 2,096.
QString countText(std::int64_t count);
/// Formats \p share as percent: two digits below 10 %, whole percents above; 100 only if (nearly) complete.
QString percentText(double share);
/// Labels of an axis with the fewest digits that make different values distinct. Evenly spaced values have an equal number of
/// decimals.
QStringList tickTexts(std::span<const double> values);

QString dateText(const QDateTime &time);
/// Time to the second, or with \p decimals.
QString timeOfDayText(const QDateTime &time, int decimals = 0);
/// Hours, minutes and seconds: 1:02:03, −0:00:01.5.
QString clockText(double seconds, int decimals = 0);

} // namespace lensboard::widgets
