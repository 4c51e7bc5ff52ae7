#include "widgets/views/cross_hair.h"

#include "widgets/views/tag_plot.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lensboard::widgets {

namespace {

constexpr int kReach = 3;      ///< pixels between a cursor's line and its name
constexpr int kMaxDigits = 14; ///< significant digits of a value beside a line

} // namespace

void CrossHair::update()
{
    const int reach = kMaxDigits * m_plot.fontMetrics().averageCharWidth();
    const auto updateAt = [&](int x) { m_plot.update(x - reach, 0, 2 * reach, m_plot.height()); };
    std::ranges::for_each(std::exchange(m_painted, {}), updateAt);
    for (const auto &x : {m_board.crossHair(), m_board.cursors()[0], m_board.cursors()[1]})
        if (x && m_plot.shownX().contains(*x))
            updateAt(static_cast<int>(m_plot.xAxis->coordToPixel(*x)));
}

void CrossHair::paint(QPainter &painter, const PlotTheme &theme)
{
    if (const auto x = m_board.crossHair())
        paintLine(painter, theme, *x, Qt::SolidLine);
    const auto &[a, b] = m_board.cursors();
    if (a)
        paintLine(painter, theme, *a, Qt::DashLine, QStringLiteral("A"));
    if (b)
        paintLine(painter, theme, *b, Qt::DashLine, QStringLiteral("B"));
}

void CrossHair::paintLine(QPainter &painter, const PlotTheme &theme, double x, Qt::PenStyle style, const QString &name)
{
    if (!m_plot.shownX().contains(x))
        return;
    const QRect rect = m_plot.axisRect()->rect();
    const double at = std::round(m_plot.xAxis->coordToPixel(x)) + 0.5;
    m_painted.insert(static_cast<int>(at));
    const QLineF line(at, rect.top(), at, rect.bottom());
    painter.setPen(QPen(theme.background, 3)); // makes the line visible on any background
    painter.setOpacity(0.5);
    painter.drawLine(line);
    painter.setOpacity(1);
    painter.setPen(QPen(theme.text, 1, style));
    painter.drawLine(line);
    if (!name.isEmpty())
        painter.drawText(QPointF(at + kReach, rect.top() + painter.fontMetrics().ascent()), name);
}

} // namespace lensboard::widgets
