#pragma once

#include "core/store/derived/histogram_pyramid.h"
#include "widgets/axes/value_scale.h"
#include "widgets/views/state/board_state.h"

#include <QImage>

#include <cstddef>
#include <vector>

namespace lensboard::widgets {

/// Positions of bins on an axis of values.
struct BinHeights
{
    BinHeights(const std::vector<double> &edges, const ValueScale &scale);

    std::vector<double> edges;
    /// Returns the share of values per unit of height in a bin with \p share of them; 0 for a bin without height.
    double density(std::size_t bin, float share) const;
};

/// Returns the density exceeded by only 2 % of filled bins, rounded up to a quarter of an octave. One narrow bin around zero
/// would otherwise leave all others without colour; rounding keeps colours stable while a run grows.
double highDensity(const std::vector<store::HistogramSpan> &spans, const ValueScale &scale);

/// Returns the scale of colours of densities up to \p high.
ValueScale densityScale(double high);

/// Histograms as a map of densities along x, painted by pixel column. If several histograms share a column, each row shows their
/// greatest density.
class HistogramImage
{
public:
    struct Frame
    {
        QSize size;
        Stretch x, values; ///< values in heights of \c scale
        ValueScale scale;

        bool operator==(const Frame &) const = default;
    };

    /// Paints columns from \p firstChanged on, or all if the frame or the colours changed since the last call.
    void paint(const Frame &frame, const std::vector<store::HistogramSpan> &spans, int firstChanged);

    const QImage &image() const { return m_image; }
    /// The density of the last colour, also used for higher densities.
    double highest() const { return m_high; }

private:
    void paintFrom(int column, const std::vector<store::HistogramSpan> &spans);
    QRgb colour(double density) const;

    Frame m_frame;
    double m_high = 0;
    ValueScale m_densities;
    QImage m_image;
};

} // namespace lensboard::widgets
