#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <span>

/// Numbers and times as the whole window writes them, in its language: 0.25, 1,200, 1.5×10¹⁰, 7:19:05 AM.
namespace lensboard::widgets {

/// With at most \p digits significant ones.
QString shownNumber(double value, int digits = 5);
/// A number of steps, runs and the like, with the separators of the language: 2,096.
QString countText(std::int64_t count);
/// How many percent \p share is: two digits below ten, whole ones from there, 100 only of (nearly) all.
QString percentText(double share);
/// Labels of an axis: with as many digits as it takes that no two different values have the same text, of evenly spaced
/// values all with the same number of decimals.
QStringList tickTexts(std::span<const double> values);

QString dateText(const QDateTime &time);
/// To the second, or with \p decimals more.
QString timeOfDayText(const QDateTime &time, int decimals = 0);
/// Hours, minutes and seconds: 1:02:03, −0:00:01.5.
QString clockText(double seconds, int decimals = 0);

} // namespace lensboard::widgets
