#include "widgets/media/curve_plot.h"

#include "widgets/number_text.h"
#include "widgets/tensors/tensor_painting.h"

#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

namespace {

constexpr int kValueLetters = 5;
constexpr int kLargestSide = 640;
constexpr double kReach = 30; ///< pixels from the mouse to a point that is read
constexpr double kMark = 4;

/// TensorBoard's curves have evenly spaced thresholds.
double thresholdOf(const imports::PrecisionRecall &curve, std::size_t index)
{
    return curve.recall.size() > 1 ? static_cast<double>(index) / static_cast<double>(curve.recall.size() - 1) : 0;
}

/// Returns the number of points without the last ones that no sample reaches. Their precision is undefined.
std::size_t definedCount(const imports::PrecisionRecall &curve)
{
    std::size_t count = curve.recall.size();
    while (count > 1 && !(curve.truePositives[count - 1] + curve.falsePositives[count - 1] >= 1))
        --count;
    return count;
}

} // namespace

CurvePlot::CurvePlot(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Precision against recall"));
}

void CurvePlot::setCurves(std::vector<imports::PrecisionRecall> curves)
{
    m_curves = std::move(curves);
    m_nearest.reset();
    update();
    Q_EMIT pointed({});
}

QByteArray CurvePlot::csv() const
{
    QByteArray table = "curve,threshold,precision,recall,true_positives,false_positives,true_negatives,false_negatives\n";
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        const auto &curve = m_curves[i];
        for (std::size_t at = 0; at < curve.recall.size(); ++at) {
            table += QByteArray::number(static_cast<qulonglong>(i + 1));
            for (const double value : {thresholdOf(curve, at), curve.precision[at], curve.recall[at], curve.truePositives[at], curve.falsePositives[at],
                                       curve.trueNegatives[at], curve.falseNegatives[at]})
                table += ',' + QByteArray::number(value, 'g', QLocale::FloatingPointShortest);
            table += '\n';
        }
    }
    return table;
}

QRect CurvePlot::room() const
{
    const int line = fontMetrics().height();
    const int left = 2 * kTensorMargin + line + kValueLetters * fontMetrics().horizontalAdvance('0');
    const QRect room = rect().adjusted(left, kTensorMargin + line, -2 * kTensorMargin - line, -kTensorMargin - 2 * line - kTickLength);
    return {room.topLeft(), room.size().boundedTo({kLargestSide * 4 / 3, kLargestSide})};
}

QPointF CurvePlot::place(double recall, double precision) const
{
    const QRectF area = room();
    return {area.left() + std::clamp(recall, 0.0, 1.0) * area.width(), area.bottom() - std::clamp(precision, 0.0, 1.0) * area.height()};
}

void CurvePlot::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const PlotTheme theme(palette());
    painter.fillRect(rect(), theme.background);
    if (room().width() <= 0 || room().height() <= 0)
        return;
    paintAxes(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        const auto &curve = m_curves[i];
        QPolygonF line;
        for (std::size_t at = 0; at < definedCount(curve); ++at)
            if (std::isfinite(curve.recall[at]) && std::isfinite(curve.precision[at]))
                line << place(curve.recall[at], curve.precision[at]);
        painter.setPen(QPen(theme.series(static_cast<int>(i)), 2));
        painter.drawPolyline(line);
    }
    if (m_nearest) {
        const auto &[curve, at] = *m_nearest;
        painter.setPen(QPen(theme.text, 1));
        painter.setBrush(theme.series(static_cast<int>(curve)));
        painter.drawEllipse(place(m_curves[curve].recall[at], m_curves[curve].precision[at]), kMark, kMark);
    }
}

void CurvePlot::paintAxes(QPainter &painter) const
{
    const PlotTheme theme(palette());
    const QRect area = room();
    const int line = fontMetrics().height(), letter = fontMetrics().horizontalAdvance('0');
    const auto ticksFor = [](int length, int least) { return roundTicks(0, 1, std::clamp(length / least, 1, 10)); };
    const std::vector<double> levels = ticksFor(area.height(), 3 * line), places = ticksFor(area.width(), 8 * letter);
    const QStringList levelTexts = tickTexts(levels), placeTexts = tickTexts(places);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const int y = static_cast<int>(std::lround(place(0, levels[i]).y()));
        painter.setPen(theme.grid);
        painter.drawLine(area.left(), y, area.right(), y);
        painter.setPen(theme.mutedText);
        painter.drawText(QRect(0, y - line / 2, area.left() - kTickLength, line), Qt::AlignRight | Qt::AlignVCenter, levelTexts[static_cast<qsizetype>(i)]);
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        const int x = static_cast<int>(std::lround(place(places[i], 0).x()));
        painter.setPen(theme.grid);
        painter.drawLine(x, area.top(), x, area.bottom());
        painter.setPen(theme.mutedText);
        painter.drawText(QRect(x - 4 * letter, area.bottom() + kTickLength, 8 * letter, line), Qt::AlignHCenter, placeTexts[static_cast<qsizetype>(i)]);
    }
    painter.drawText(QRect(area.left(), area.bottom() + kTickLength + line, area.width(), line), Qt::AlignHCenter, tr("recall"));
    painter.save();
    painter.translate(0, area.bottom());
    painter.rotate(-90);
    painter.drawText(QRect(0, kTensorMargin / 2, area.height(), line), Qt::AlignHCenter | Qt::AlignVCenter, tr("precision"));
    painter.restore();
}

void CurvePlot::mouseMoveEvent(QMouseEvent *event)
{
    point(event->position());
}

void CurvePlot::leaveEvent(QEvent *)
{
    m_nearest.reset();
    update();
    Q_EMIT pointed({});
}

void CurvePlot::point(const QPointF &position)
{
    m_nearest.reset();
    double least = kReach;
    for (std::size_t i = 0; i < m_curves.size(); ++i)
        for (std::size_t at = 0; at < definedCount(m_curves[i]); ++at) {
            const double distance = QLineF(position, place(m_curves[i].recall[at], m_curves[i].precision[at])).length();
            if (distance < least) {
                least = distance;
                m_nearest = {i, at};
            }
        }
    update();
    if (!m_nearest)
        return Q_EMIT pointed({});
    const auto &curve = m_curves[m_nearest->first];
    const std::size_t at = m_nearest->second;
    const auto count = [](double number) { return shownNumber(number, 12); };
    Q_EMIT pointed(tr("threshold %1: precision %2, recall %3 (%4 true and %5 false positives, %6 true and %7 false negatives)")
                       .arg(shownNumber(thresholdOf(curve, at), 4), shownNumber(curve.precision[at], 4), shownNumber(curve.recall[at], 4),
                            count(curve.truePositives[at]), count(curve.falsePositives[at]), count(curve.trueNegatives[at]), count(curve.falseNegatives[at])));
}

} // namespace lensboard::widgets
