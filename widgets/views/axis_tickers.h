#pragma once

#include "widgets/views/state/board_style.h"

#include <qcustomplot.h>

namespace lensboard::widgets {

/// Ticks at whole numbers: steps, ticks, epochs, samples.
class CountTicker final : public QCPAxisTicker
{
protected:
    double getTickStep(const QCPRange &range) override;
    QVector<QString> createLabelVector(const QVector<double> &ticks, const QLocale &, QChar, int) override;
};

/// Times of day, from seconds since 1970; the first tick of a day has the date below it.
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
/// Returns a label about as wide as the labels on \p x.
QString sampleLabel(XAxis x);

/// Labels every \p every-th layer, by number, with unique texts. If one is wider than \p width, removes the common beginning from
/// all, and shortens labels that are still too wide so that they stay unique.
QMap<double, QString> layerLabels(const QStringList &layers, qsizetype every, const QFontMetrics &metrics, int width);

} // namespace lensboard::widgets
