#include "widgets/axes/value_scale.h"

#include "widgets/number_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lensboard::widgets {

double ValueScale::height(double value) const
{
    switch (m_kind) {
    case Kind::Linear: break;
    case Kind::Log: return value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
    case Kind::SymmetricLog: return std::asinh(value / (2 * m_linearUpTo)) / std::numbers::ln10;
    }
    return value;
}

double ValueScale::value(double height) const
{
    switch (m_kind) {
    case Kind::Linear: break;
    case Kind::Log: return std::pow(10, height);
    case Kind::SymmetricLog: return 2 * m_linearUpTo * std::sinh(height * std::numbers::ln10);
    }
    return height;
}

QCPRange withRoom(ValueScale::Kind kind, double low, double high, double share)
{
    constexpr double kSame = 1e-9; // relative; smaller differences are rounding
    const double largest = std::max(std::abs(low), std::abs(high));
    const bool isConstant = high - low <= kSame * largest;
    const double wide = kind != ValueScale::Kind::Linear || largest == 0 ? 1 : largest;
    const double margin = isConstant ? 0.1 * wide : share * (high - low);
    return {low - margin, high + margin};
}

void ValueTicker::generate(const QCPRange &range, const QLocale &locale, QChar formatChar, int precision,
                           QVector<double> &ticks, QVector<double> *subTicks, QVector<QString> *tickLabels)
{
    if (m_scale.kind() == ValueScale::Kind::Linear)
        return QCPAxisTicker::generate(range, locale, formatChar, precision, ticks, subTicks, tickLabels);
    QVector<double> values = roundValues(range);
    values.removeIf([this](double value) { return !std::isfinite(m_scale.height(value)); });
    ticks.clear();
    for (const double value : values)
        ticks << m_scale.height(value);
    if (subTicks)
        subTicks->clear();
    if (tickLabels)
        *tickLabels = createLabelVector(values, locale, formatChar, precision);
}

QVector<QString> ValueTicker::createLabelVector(const QVector<double> &ticks, const QLocale &, QChar, int)
{
    return tickTexts(ticks);
}

/// Returns powers of ten, thinned out if there are many; if there are fewer than two, round values in even steps.
QVector<double> ValueTicker::roundValues(const QCPRange &heights)
{
    const double low = m_scale.value(heights.lower), high = m_scale.value(heights.upper);
    const double largest = std::max(std::abs(low), std::abs(high));
    const double smallest = m_scale.kind() == ValueScale::Kind::Log ? low : m_scale.linearUpTo();
    if (!(largest > 0 && smallest > 0) || !std::isfinite(largest))
        return {};
    const int first = static_cast<int>(std::ceil(std::log10(smallest) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log10(largest) + 1e-9));
    const int wanted = std::max(1, low < 0 && high > 0 ? tickCount() / 2 : tickCount());
    const int every = std::max(1, (last - first + wanted) / wanted);
    QVector<double> values;
    const auto take = [&](double value) {
        if (value >= low && value <= high)
            values << value;
    };
    for (int exponent = last; exponent >= first; exponent -= every)
        take(-std::pow(10, exponent));
    take(0);
    for (int exponent = last - (last - first) / every * every; exponent <= last; exponent += every)
        take(std::pow(10, exponent));
    if (values.size() >= 2)
        return values;
    values.clear();
    const double step = getTickStep(QCPRange(low, high));
    for (double value = std::ceil(low / step) * step; value <= high + step * 1e-9; value += step)
        take(std::abs(value) < step * 1e-9 ? 0 : value);
    return values;
}

} // namespace lensboard::widgets
