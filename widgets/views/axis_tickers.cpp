#include "widgets/views/axis_tickers.h"

#include "widgets/layer_names.h"
#include "widgets/number_text.h"
#include "widgets/sibling_names.h"

#include <QFontMetrics>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

namespace {

constexpr double kDaySeconds = 86400;

/// Returns the decimals of seconds that distinguish the ticks.
int decimalsFor(const QVector<double> &ticks)
{
    constexpr int kMax = 3;
    const double distance = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
    const auto isBetween = [&](int decimals) { return std::abs(distance * std::pow(10, decimals) - std::round(distance * std::pow(10, decimals))) > 1e-3; };
    int decimals = 0;
    while (decimals < kMax && distance < 60 && isBetween(decimals))
        ++decimals;
    return decimals;
}

/// Returns the round step for at most \p count ticks. QCustomPlot uses the nearest step, and labels would touch.
template <typename RoundStep>
double noMoreThan(int count, const QCPRange &range, const RoundStep &roundStep)
{
    double step = roundStep(range);
    for (double wider = 1.2; step * count < 0.999 * range.size() && wider < 100; wider *= 1.2)
        step = roundStep(QCPRange(range.lower, range.lower + wider * range.size()));
    return step;
}

bool isDistinct(QStringList labels)
{
    return labels.removeDuplicates() == 0;
}

} // namespace

QSharedPointer<QCPAxisTicker> tickerOf(XAxis x)
{
    if (x == XAxis::WallTime)
        return QSharedPointer<ClockTicker>::create();
    if (x == XAxis::RelativeTime)
        return QSharedPointer<DurationTicker>::create();
    return QSharedPointer<CountTicker>::create();
}

QString sampleLabel(XAxis x)
{
    if (x == XAxis::WallTime)
        return timeOfDayText(QDateTime::currentDateTime(), 1);
    return x == XAxis::RelativeTime ? clockText(0, 1) : QLocale().toString(1'000'000);
}

QMap<double, QString> layerLabels(const QStringList &layers, qsizetype every, const QFontMetrics &metrics, int width)
{
    QStringList names;
    for (qsizetype i = 0; i < layers.size(); i += std::max<qsizetype>(1, every))
        names << layers[i];
    if (names.isEmpty())
        return {};
    const auto isTooWide = [&](const QString &name) { return metrics.horizontalAdvance(name) > width; };
    if (const QString common = commonPrefix(names); !common.isEmpty() && std::ranges::any_of(names, isTooWide))
        for (QString &name : names)
            name = withoutPrefix(name, common);
    const QStringList labels = SiblingNames(names).allElided(metrics, width);
    QMap<double, QString> at;
    for (qsizetype i = 0; i < labels.size(); ++i)
        at[static_cast<double>(i * std::max<qsizetype>(1, every))] = labels[i];
    return at;
}

double CountTicker::getTickStep(const QCPRange &range)
{
    return std::max(1.0, std::round(noMoreThan(mTickCount, range, [this](const QCPRange &r) { return QCPAxisTicker::getTickStep(r); })));
}

QVector<QString> CountTicker::createLabelVector(const QVector<double> &ticks, const QLocale &, QChar, int)
{
    return tickTexts(ticks);
}

double ClockTicker::getTickStep(const QCPRange &range)
{
    return noMoreThan(mTickCount, range, [this](const QCPRange &r) { return QCPAxisTickerDateTime::getTickStep(r); });
}

double DurationTicker::getTickStep(const QCPRange &range)
{
    return noMoreThan(mTickCount, range, [this](const QCPRange &r) { return QCPAxisTickerTime::getTickStep(r); });
}

/// Adds the date to each tick if ticks of several days have equal times.
QVector<QString> ClockTicker::createLabelVector(const QVector<double> &ticks, const QLocale &, QChar, int)
{
    const int decimals = decimalsFor(ticks);
    const bool isOfDays = ticks.size() > 1 && ticks[1] - ticks[0] >= kDaySeconds;
    QStringList dates, times;
    for (const double tick : ticks) {
        dates << dateText(keyToDateTime(tick));
        times << timeOfDayText(keyToDateTime(tick), decimals);
    }
    if (isOfDays)
        return dates;
    const bool hasEachItsDate = !isDistinct(times);
    QVector<QString> labels;
    for (qsizetype i = 0; i < ticks.size(); ++i)
        labels << (hasEachItsDate || i == 0 || dates[i] != dates[i - 1] ? times[i] + '\n' + dates[i] : times[i]);
    return labels;
}

QVector<QString> DurationTicker::createLabelVector(const QVector<double> &ticks, const QLocale &, QChar, int)
{
    const int decimals = decimalsFor(ticks);
    QVector<QString> labels;
    for (const double tick : ticks)
        labels << clockText(tick, decimals);
    return labels;
}

} // namespace lensboard::widgets
