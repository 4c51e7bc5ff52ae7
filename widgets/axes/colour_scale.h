#pragma once

#include "widgets/axes/plot_theme.h"
#include "widgets/axes/value_scale.h"

#include <qcustomplot.h>

#include <array>
#include <functional>

namespace lensboard::widgets {

/// Colour scale of a picture, with a bar beside the plot.
class ColourScale
{
public:
    /// Adds the bar at the right of \p plot, the owner of this object.
    explicit ColourScale(QCustomPlot &plot);

    /// Replaces viridis; the function maps shares from 0 to 1 to colours.
    void setColours(const std::function<QColor(double)> &colours);
    void applyTheme(const PlotTheme &theme, const QFont &font, const QString &label);
    /// Sets the range \p low to \p high; values outside get the colours of the ends.
    void setRange(const ValueScale &scale, double low, double high);
    const ValueScale &scale() const { return m_scale; }

    /// Returns a transparent colour for NaN.
    QRgb colour(double value) const
    {
        const double share = (m_scale.height(value) - m_low) * m_perHeight;
        if (!(share > 0)) // below the range, or NaN
            return value != value ? 0 : m_colours.front();
        return m_colours[share < 255 ? static_cast<std::size_t>(share + 0.5) : 255];
    }

private:
    QCPColorScale *m_bar;
    QSharedPointer<ValueTicker> m_ticker;
    ValueScale m_scale;
    double m_low = 0, m_perHeight = 0;
    std::array<QRgb, 256> m_colours;
};

} // namespace lensboard::widgets
