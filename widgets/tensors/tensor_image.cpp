#include "widgets/tensors/tensor_image.h"

#include "widgets/axes/colour_map.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

namespace {

constexpr std::size_t kPictureDimensions = 3; ///< minimum for pictures: set, rows, columns

/// Returns the size of the dimension \p back from the last; 1 if there is none.
std::int64_t sizeFromEnd(const record::TensorValue &tensor, std::size_t back)
{
    return back < tensor.shape.size() ? tensor.shape[tensor.shape.size() - 1 - back] : 1;
}

} // namespace

std::int64_t planeCount(const record::TensorValue &tensor)
{
    const std::int64_t plane = sizeFromEnd(tensor, 0) * sizeFromEnd(tensor, 1);
    return plane ? static_cast<std::int64_t>(tensor.values.size()) / plane : 0;
}

TensorPlane planeOf(const record::TensorValue &tensor, std::int64_t number)
{
    TensorPlane plane;
    plane.rows = sizeFromEnd(tensor, 1);
    plane.columns = sizeFromEnd(tensor, 0);
    plane.hasRows = tensor.shape.size() > 1;
    const auto size = static_cast<std::size_t>(plane.rows * plane.columns);
    plane.values = std::span(tensor.values).subspan(static_cast<std::size_t>(number) * size, size);
    for (std::size_t back = 2; back < tensor.shape.size(); ++back) {
        const std::int64_t of = sizeFromEnd(tensor, back);
        plane.index.insert(plane.index.begin(), number % of);
        number /= of;
    }
    return plane;
}

bool hasPictures(const record::TensorValue &tensor)
{
    return tensor.shape.size() >= kPictureDimensions && sizeFromEnd(tensor, 0) > 1 && sizeFromEnd(tensor, 1) > 1 && planeCount(tensor) > 0;
}

std::int64_t picturesPerSet(const record::TensorValue &tensor)
{
    return sizeFromEnd(tensor, 2);
}

std::int64_t pictureSetCount(const record::TensorValue &tensor)
{
    return planeCount(tensor) / std::max<std::int64_t>(1, picturesPerSet(tensor));
}

void ValueRange::add(std::span<const float> values)
{
    for (const float value : values) {
        if (!std::isfinite(value)) {
            ++notFinite;
            continue;
        }
        low = finite ? std::min(low, value) : value;
        high = finite ? std::max(high, value) : value;
        ++finite;
    }
}

TensorColours::TensorColours(const ValueRange &range, QRgb notFinite)
    : m_low(range.low), m_high(range.high), m_diverging(range.low < 0 && range.high > 0), m_notFinite(notFinite)
{
    if (m_diverging) { // white is 0
        m_high = std::max(-m_low, m_high);
        m_low = -m_high;
    }
    if (!(m_low < m_high)) { // all values equal, or no values
        const double aside = std::max(std::abs(m_low) * 0.5, 1e-30);
        m_low -= aside;
        m_high += aside;
    }
    for (std::size_t i = 0; i < m_colours.size(); ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(m_colours.size() - 1);
        m_colours[i] = (m_diverging ? blueToRed(share) : viridis(share)).rgb();
    }
}

QRgb TensorColours::colour(float value) const
{
    if (!std::isfinite(value))
        return m_notFinite;
    const double share = (static_cast<double>(value) - m_low) / (m_high - m_low);
    return m_colours[static_cast<std::size_t>(std::lround(255 * std::clamp(share, 0.0, 1.0)))];
}

QImage pictureOf(const TensorPlane &plane, const TensorColours &colours)
{
    QImage picture(static_cast<int>(plane.columns), static_cast<int>(plane.rows), QImage::Format_RGB32);
    for (std::int64_t row = 0; row < plane.rows; ++row) {
        auto *line = reinterpret_cast<QRgb *>(picture.scanLine(static_cast<int>(row)));
        for (std::int64_t column = 0; column < plane.columns; ++column)
            line[column] = colours.colour(plane.at(row, column));
    }
    return picture;
}

double TensorCounts::edge(std::size_t bin) const
{
    const double low = range.low, high = range.high;
    return low + (high - low) * static_cast<double>(bin) / static_cast<double>(counts.size());
}

TensorCounts countsOf(std::span<const float> values, std::size_t bins)
{
    TensorCounts result;
    result.range.add(values);
    const double low = result.range.low, width = static_cast<double>(result.range.high) - low;
    if (result.range.finite == 0)
        return result;
    if (width == 0) {
        result.counts = {result.range.finite};
        return result;
    }
    result.counts.resize(bins);
    for (const float value : values)
        if (std::isfinite(value)) {
            const double place = (static_cast<double>(value) - low) / width * static_cast<double>(bins);
            ++result.counts[std::min(static_cast<std::size_t>(place), bins - 1)];
        }
    return result;
}

QString indexText(const std::vector<std::int64_t> &index)
{
    QStringList numbers;
    for (const std::int64_t number : index)
        numbers << QString::number(number);
    return numbers.isEmpty() ? QString() : '[' + numbers.join(QStringLiteral(", ")) + ']';
}

QString shapeText(const std::vector<std::int64_t> &shape)
{
    return shape.empty() ? QStringLiteral("scalar") : indexText(shape);
}

} // namespace lensboard::widgets
