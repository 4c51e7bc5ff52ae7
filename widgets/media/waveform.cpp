#include "widgets/media/waveform.h"

#include "widgets/number_text.h"
#include "widgets/tensors/tensor_painting.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

namespace {

constexpr int kLaneHeight = 96;
constexpr int kTickEvery = 80; ///< minimum pixels between ticks
constexpr std::uint32_t kMaxLanes = 8; ///< channels shown

} // namespace

Waveform::Waveform(std::string content, const QString &caption, QWidget *parent)
    : QWidget(parent), m_content(std::move(content)), m_wave(bytes::waveFile(m_content))
{
    const QString facts = m_wave ? tr("%1 s, %2 Hz, %Ln channel(s), %3 bits", nullptr, static_cast<int>(m_wave->channels))
                                       .arg(shownNumber(m_wave->seconds(), 4), countText(m_wave->rate))
                                       .arg(m_wave->bits())
                                 : tr("This is no uncompressed WAVE file. Save it to open it with another program.");
    m_description = caption.isEmpty() ? facts : QStringLiteral("%1 – %2").arg(caption, facts);
    setAccessibleName(m_description);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize Waveform::sizeHint() const
{
    const int lanes = m_wave ? static_cast<int>(std::min(m_wave->channels, kMaxLanes)) : 0;
    const int line = fontMetrics().height();
    return {400, 2 * kTensorMargin + line + (lanes > 0 ? lanes * kLaneHeight + kTensorMargin + 2 * line + kTickLength : 0)};
}

QRect Waveform::room() const
{
    const int line = fontMetrics().height();
    return rect().adjusted(kTensorMargin, 2 * kTensorMargin + line, -kTensorMargin, -kTensorMargin - 2 * line - kTickLength);
}

void Waveform::resizeEvent(QResizeEvent *)
{
    m_columns.clear();
    const int width = room().width();
    if (!m_wave || width <= 0 || m_wave->frames == 0)
        return;
    m_columns.assign(std::min(m_wave->channels, kMaxLanes), std::vector<Extremes>(static_cast<std::size_t>(width)));
    for (std::uint32_t channel = 0; channel < m_columns.size(); ++channel)
        for (std::uint64_t column = 0; column < static_cast<std::uint64_t>(width); ++column) {
            const std::uint64_t first = column * m_wave->frames / static_cast<std::uint64_t>(width);
            const std::uint64_t last = std::max(first + 1, (column + 1) * m_wave->frames / static_cast<std::uint64_t>(width));
            Extremes &extremes = m_columns[channel][column] = {1, -1};
            for (std::uint64_t frame = first; frame < last; ++frame) {
                const double sample = m_wave->sample(frame, channel);
                const float value = std::isfinite(sample) ? static_cast<float>(std::clamp(sample, -1.0, 1.0)) : 0;
                extremes = {std::min(extremes.low, value), std::max(extremes.high, value)};
            }
        }
}

void Waveform::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const PlotTheme theme(palette());
    painter.fillRect(rect(), theme.background);
    painter.setPen(theme.text);
    painter.drawText(QRect(kTensorMargin, kTensorMargin, width() - 2 * kTensorMargin, fontMetrics().height()), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_description, Qt::ElideRight, width() - 2 * kTensorMargin));
    if (m_columns.empty())
        return;
    const QRect area = room();
    const int height = area.height() / static_cast<int>(m_columns.size());
    for (std::uint32_t channel = 0; channel < m_columns.size(); ++channel)
        paintChannel(painter, {area.left(), area.top() + static_cast<int>(channel) * height, area.width(), height}, channel);
    paintTime(painter);
}

void Waveform::paintChannel(QPainter &painter, const QRect &lane, std::uint32_t channel) const
{
    const PlotTheme theme(palette());
    const auto yOf = [&](float value) { return static_cast<int>(std::lround(lane.center().y() - static_cast<double>(value) * (lane.height() / 2 - 2))); };
    painter.setPen(theme.grid);
    painter.drawLine(lane.left(), yOf(0), lane.right(), yOf(0));
    painter.setPen(theme.series(static_cast<int>(channel)));
    int x = lane.left();
    int before = yOf(0);
    for (const auto &[low, high] : m_columns[channel]) {
        const int top = yOf(high), bottom = yOf(low);
        painter.drawLine(x, std::min(top, before), x, std::max(bottom, before)); // joins columns with few samples
        before = (top + bottom) / 2;
        ++x;
    }
}

void Waveform::paintTime(QPainter &painter) const
{
    const QRect area = room();
    const int line = fontMetrics().height();
    const double seconds = m_wave->seconds();
    const std::vector<double> ticks = roundTicks(0, seconds, std::max(1, area.width() / kTickEvery));
    const QStringList texts = tickTexts(ticks);
    painter.setPen(PlotTheme(palette()).mutedText);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const int x = area.left() + static_cast<int>(std::lround(ticks[i] / seconds * area.width()));
        const QString &text = texts[static_cast<qsizetype>(i)];
        const int wide = fontMetrics().horizontalAdvance(text);
        const int left = std::clamp(x - wide / 2, area.left(), std::max(area.left(), area.right() - wide));
        painter.drawLine(x, area.bottom() + 1, x, area.bottom() + kTickLength);
        painter.drawText(QRect(left, area.bottom() + kTickLength + 1, wide, line), Qt::AlignLeft, text);
    }
    painter.drawText(QRect(area.left(), area.bottom() + kTickLength + line, area.width(), line), Qt::AlignHCenter, tr("time (s)"));
}

} // namespace lensboard::widgets
