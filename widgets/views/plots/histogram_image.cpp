#include "widgets/views/plots/histogram_image.h"

#include "widgets/axes/colour_map.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace lensboard::widgets {

namespace {

/// Calls \p use with each span and the heights of its bins. Consecutive spans mostly have the same bins.
template <typename Use>
void eachSpan(const std::vector<store::HistogramSpan> &spans, const ValueScale &scale, const Use &use)
{
    const std::vector<double> *edges = nullptr;
    std::optional<BinHeights> heights;
    for (const store::HistogramSpan &span : spans) {
        if (span.shares->shares.empty())
            continue;
        if (edges != span.shares->edges.get()) {
            edges = span.shares->edges.get();
            heights.emplace(*edges, scale);
        }
        use(span, *heights);
    }
}

} // namespace

BinHeights::BinHeights(const std::vector<double> &values, const ValueScale &scale) : edges(values)
{
    if (scale.kind() != ValueScale::Kind::Linear)
        std::ranges::transform(edges, edges.begin(), [&](double edge) { return scale.height(edge); });
}

double BinHeights::density(std::size_t bin, float share) const
{
    const double height = edges[bin + 1] - edges[bin];
    return height > 0 ? share / height : 0;
}

double highDensity(const std::vector<store::HistogramSpan> &spans, const ValueScale &scale)
{
    constexpr double kShare = 0.98;
    std::vector<double> densities;
    eachSpan(spans, scale, [&](const store::HistogramSpan &span, const BinHeights &heights) {
        for (std::size_t bin = 0; bin < span.shares->shares.size(); ++bin)
            if (const double density = heights.density(bin, span.shares->shares[bin]); density > 0)
                densities.push_back(density);
    });
    if (densities.empty())
        return 1;
    const auto at = densities.begin() + static_cast<std::ptrdiff_t>(kShare * static_cast<double>(densities.size() - 1));
    std::nth_element(densities.begin(), at, densities.end());
    return std::exp2(std::ceil(4 * std::log2(*at)) / 4);
}

ValueScale densityScale(double high)
{
    return ValueScale(ValueScale::Kind::SymmetricLog, high / 200);
}

void HistogramImage::paint(const Frame &frame, const std::vector<store::HistogramSpan> &spans, int firstChanged)
{
    const double high = highDensity(spans, frame.scale);
    if (frame != m_frame || high != m_high || m_image.isNull()) {
        firstChanged = 0;
        m_image = QImage(frame.size, QImage::Format_ARGB32_Premultiplied);
    }
    m_frame = frame;
    m_high = high;
    m_densities = densityScale(high);
    paintFrom(firstChanged, spans);
}

void HistogramImage::paintFrom(int first, const std::vector<store::HistogramSpan> &spans)
{
    const int width = m_image.width(), height = m_image.height();
    if (first >= width)
        return;
    std::vector<float> densities(static_cast<std::size_t>(width - first) * static_cast<std::size_t>(height)); // stored column by column
    const auto row = [&](double value) {
        return static_cast<int>(std::clamp((m_frame.values.high - value) / m_frame.values.size() * height, 0.0, 1.0 * height));
    };
    eachSpan(spans, m_frame.scale, [&](const store::HistogramSpan &span, const BinHeights &heights) {
        if (span.last <= static_cast<std::size_t>(first))
            return;
        for (std::size_t bin = 0; bin < span.shares->shares.size(); ++bin) {
            const auto density = static_cast<float>(heights.density(bin, span.shares->shares[bin]));
            if (!(density > 0))
                continue;
            const int top = row(heights.edges[bin + 1]), bottom = std::min(std::max(row(heights.edges[bin]), top + 1), height);
            for (int column = std::max(static_cast<int>(span.first), first); column < static_cast<int>(span.last); ++column) {
                float *const cells = densities.data() + static_cast<std::size_t>(column - first) * static_cast<std::size_t>(height);
                for (int y = top; y < bottom; ++y)
                    cells[y] = std::max(cells[y], density);
            }
        }
    });
    const auto stride = m_image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    auto *const pixels = reinterpret_cast<QRgb *>(m_image.bits());
    const float *cell = densities.data();
    for (int column = first; column < width; ++column) {
        float last = 0;
        QRgb ink = 0;
        for (int y = 0; y < height; ++y, ++cell) {
            if (*cell != last) // a bin covers many rows
                ink = *cell > 0 ? colour(last = *cell) : (last = 0, 0);
            pixels[y * stride + column] = ink;
        }
    }
}

QRgb HistogramImage::colour(double density) const
{
    return viridis(m_densities.height(density) / m_densities.height(m_high)).rgb();
}

} // namespace lensboard::widgets
