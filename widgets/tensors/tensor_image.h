#pragma once

#include "core/record/tensor_value.h"

#include <QImage>
#include <QString>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lensboard::widgets {

/// The last two dimensions of a tensor at one index of the others: a picture, or a matrix. A single dimension is one row.
struct TensorPlane
{
    std::span<const float> values; ///< values of the tensor, row by row
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::vector<std::int64_t> index; ///< index in the other dimensions
    bool hasRows = true;             ///< false: the tensor has at most one dimension

    float at(std::int64_t row, std::int64_t column) const { return values[static_cast<std::size_t>(row * columns + column)]; }
};

/// Number of planes; 0 for an empty tensor.
std::int64_t planeCount(const record::TensorValue &tensor);
TensorPlane planeOf(const record::TensorValue &tensor, std::int64_t number);

/// Returns true if the planes are pictures that belong together: [C, H, W], [N, C, H, W], filters.
bool hasPictures(const record::TensorValue &tensor);
/// Number of picture sets: samples of [N, C, H, W], filters of [O, I, K, K].
std::int64_t pictureSetCount(const record::TensorValue &tensor);
std::int64_t picturesPerSet(const record::TensorValue &tensor);

/// Least and greatest finite value.
struct ValueRange
{
    float low = 0;
    float high = 0;
    std::size_t finite = 0;    ///< number of finite values; the limits are undefined if 0
    std::size_t notFinite = 0;

    void add(std::span<const float> values);
};

/// Colours of values: viridis from least to greatest; blue over white to red if there are both signs.
class TensorColours
{
public:
    TensorColours(const ValueRange &range, QRgb notFinite);

    double low() const { return m_low; }
    double high() const { return m_high; } ///< greater than low()
    bool isDiverging() const { return m_diverging; }
    QRgb colour(float value) const;

private:
    double m_low = 0;
    double m_high = 1;
    bool m_diverging = false;
    QRgb m_notFinite;
    std::array<QRgb, 256> m_colours;
};

/// Returns an image with one pixel per value.
QImage pictureOf(const TensorPlane &plane, const TensorColours &colours);

/// Counts of values in bins between the least and the greatest.
struct TensorCounts
{
    ValueRange range;
    std::vector<std::size_t> counts; ///< of equally wide bins

    double edge(std::size_t bin) const; ///< lower edge of a bin
};
TensorCounts countsOf(std::span<const float> values, std::size_t bins);

/// Text of an index, "[3, 0, 12]"; empty for no numbers.
QString indexText(const std::vector<std::int64_t> &index);
/// Text of a shape, "[64, 3, 3, 3]" or "scalar".
QString shapeText(const std::vector<std::int64_t> &shape);

} // namespace lensboard::widgets
