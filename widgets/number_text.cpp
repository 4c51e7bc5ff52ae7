#include "widgets/number_text.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace lensboard::widgets {

namespace {

constexpr int kMaxDigits = 17;        ///< enough to distinguish any two doubles
constexpr int kSmallestExponent = -4; ///< smaller exponents are written as a power of ten
constexpr int kFirstPower = 5;        ///< first power of ten written as such on an axis with uneven ticks
constexpr double kLargestPlain = 1e7; ///< limit for plain numbers on an axis with even ticks
constexpr double kSmallestPlain = 1e-3;
constexpr double kExact = 1e-3; ///< share of the tick distance: maximum deviation of a label from its tick

QString superscript(int exponent)
{
    static const std::array<QChar, 10> kDigits = {u'⁰', u'¹', u'²', u'³', u'⁴', u'⁵', u'⁶', u'⁷', u'⁸', u'⁹'};
    QString raised;
    for (const QChar sign : QString::number(exponent))
        raised += sign == '-' ? QChar(u'⁻') : kDigits[static_cast<std::size_t>(sign.digitValue())];
    return raised;
}

/// Rounds \p value to \p digits significant digits; returns the shortest digits and the power of ten.
std::pair<QByteArray, int> rounded(double value, int digits)
{
    const QByteArray all = QByteArray::number(value, 'e', digits - 1);
    const auto split = all.indexOf('e');
    QByteArray mantissa = all.left(split);
    if (mantissa.contains('.')) {
        while (mantissa.endsWith('0'))
            mantissa.chop(1);
        if (mantissa.endsWith('.'))
            mantissa.chop(1);
    }
    return {mantissa, all.mid(split + 1).toInt()};
}

int decimalsOf(const QByteArray &number)
{
    const auto point = number.indexOf('.');
    return point < 0 ? 0 : static_cast<int>(number.size() - point - 1);
}

QString powerText(double value, int digits)
{
    const auto [mantissa, exponent] = rounded(value, digits);
    const QString power = QStringLiteral("10") + superscript(exponent);
    if (mantissa == "1" || mantissa == "-1")
        return (value < 0 ? QLocale().negativeSign() : QString()) + power;
    return QLocale().toString(mantissa.toDouble(), 'f', decimalsOf(mantissa)) + QStringLiteral("×") + power;
}

/// Writes a power of ten for exponents from \p firstPower on.
QString shortText(double value, int digits, int firstPower)
{
    if (!std::isfinite(value))
        return std::isnan(value) ? QStringLiteral("NaN") : value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    if (value == 0)
        return QLocale().toString(0);
    const auto [mantissa, exponent] = rounded(value, digits);
    if (exponent < kSmallestExponent || exponent >= firstPower)
        return powerText(value, digits);
    return QLocale().toString(value, 'f', std::max(0, decimalsOf(mantissa) - exponent));
}

/// Returns the least distance between two values, or their magnitude if they are equal.
double distanceOf(std::vector<double> values)
{
    std::ranges::sort(values);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < values.size(); ++i)
        if (values[i] > values[i - 1])
            least = std::min(least, values[i] - values[i - 1]);
    return std::isfinite(least) ? least : std::max(std::abs(values.front()), std::numeric_limits<double>::min());
}

bool isEven(std::span<const double> values, double distance)
{
    for (std::size_t i = 1; i < values.size(); ++i)
        if (std::abs(values[i] - values[i - 1] - distance) > 0.01 * distance)
            return false;
    return true;
}

/// Returns the number of decimals for labels within \p error of their values.
int decimalsFor(std::span<const double> values, double error)
{
    int decimals = 0;
    const auto isOff = [&](double value) { return std::abs(QByteArray::number(value, 'f', decimals).toDouble() - value) > error; };
    while (decimals < kMaxDigits && std::ranges::any_of(values, isOff))
        ++decimals;
    return decimals;
}

int digitsFor(std::span<const double> values, double error)
{
    int digits = 1;
    const auto isOff = [&](double value) { return std::abs(QByteArray::number(value, 'e', digits - 1).toDouble() - value) > error; };
    while (digits < kMaxDigits && std::ranges::any_of(values, isOff))
        ++digits;
    return digits;
}

} // namespace

QString shownNumber(double value, int digits)
{
    return shortText(value, digits, digits);
}

QString countText(std::int64_t count)
{
    return QLocale().toString(qint64{count});
}

QString percentText(double share)
{
    constexpr double kTenth = 0.1, kNearlyAll = 0.9995;
    return share < kTenth ? shownNumber(100 * share, 2) : QLocale().toString(std::floor(100 * (share + 1 - kNearlyAll)), 'f', 0);
}

QStringList tickTexts(std::span<const double> values)
{
    QStringList texts;
    if (values.empty())
        return texts;
    const double distance = distanceOf({values.begin(), values.end()});
    const auto smallerSize = [](double a, double b) { return std::abs(a) < std::abs(b); };
    const double largest = std::abs(*std::ranges::max_element(values, smallerSize));
    if (isEven(values, distance) && largest < kLargestPlain && (largest >= kSmallestPlain || largest == 0)) {
        const int decimals = decimalsFor(values, kExact * distance);
        for (const double value : values)
            texts << QLocale().toString(value == 0 ? 0 : value, 'f', decimals); // no minus before a zero
        return texts;
    }
    const int digits = digitsFor(values, kExact * distance);
    for (const double value : values)
        texts << shortText(value, digits, std::max(digits, kFirstPower));
    return texts;
}

QString dateText(const QDateTime &time)
{
    return QLocale().toString(time.date(), QLocale::ShortFormat);
}

/// Adds seconds, because the language's short format has none.
QString timeOfDayText(const QDateTime &time, int decimals)
{
    QString format = QLocale().timeFormat(QLocale::ShortFormat);
    const auto minutes = format.indexOf(QLatin1String("mm"));
    if (minutes > 0 && !format.contains('s'))
        format.insert(minutes + 2, format[minutes - 1] + QStringLiteral("ss"));
    const auto seconds = format.lastIndexOf('s');
    if (decimals > 0 && seconds >= 0)
        format.insert(seconds + 1, QStringLiteral("'%1'").arg(QLocale().decimalPoint()
                          + QString::number(time.time().msec()).rightJustified(3, '0').left(decimals)));
    return QLocale().toString(time.time(), format);
}

QString clockText(double seconds, int decimals)
{
    const double unit = std::pow(10, decimals);
    const double rounded = std::floor(std::abs(seconds) * unit + 1e-6) / unit; // rounds down, as a clock must not run ahead
    const auto whole = static_cast<qint64>(rounded);
    const QString part = decimals > 0 ? QLocale().toString(rounded - static_cast<double>(whole), 'f', decimals).mid(1) : QString();
    return QStringLiteral("%1%2:%3:%4%5").arg(seconds < 0 ? QStringLiteral("−") : QString()).arg(whole / 3600)
        .arg(whole / 60 % 60, 2, 10, QChar('0')).arg(whole % 60, 2, 10, QChar('0')).arg(part);
}

} // namespace lensboard::widgets
