#pragma once

#include "widgets/plots/board_look.h"

#include <qcustomplot.h>

namespace lensboard::widgets {

/// Ticks at whole numbers: steps, ticks, epochs, samples.
class CountTicker final : public QCPAxisTicker
{
protected:
    double getTickStep(const QCPRange &range) override;
    QVector<QString> createLabelVector(const QVector<double> &ticks, const QLocale &, QChar, int) override;
};

/// Times of day, given as seconds since 1970; the first of a day has the date below it.
class ClockTicker final : public QCPAxisTickerDateTime
{
protected:
    double getTickStep(const QCPRange &range) override;
    QVector<QString> createLabelVector(const QVector<double> &ticks, const QLocale &, QChar, int) override;
};

/// Hours, minutes and seconds.
class DurationTicker final : public QCPAxisTickerTime
{
protected:
    double getTickStep(const QCPRange &range) override;
    QVector<QString> createLabelVector(const QVector<double> &ticks, const QLocale &, QChar, int) override;
};

/// Returns a ticker for \p x.
QSharedPointer<QCPAxisTicker> tickerOf(XAxis x);
/// Returns a label about as wide as labels along \p x.
QString sampleLabel(XAxis x);

/// Labels of every \p every-th layer, by number, no two alike. If one is wider than \p width, all lose their common beginning, and
/// labels that are still too wide are shortened among the others.
QMap<double, QString> layerLabels(const QStringList &layers, qsizetype every, const QFontMetrics &metrics, int width);

} // namespace lensboard::widgets
