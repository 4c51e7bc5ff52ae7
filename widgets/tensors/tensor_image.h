#pragma once

#include "core/record/tensor_value.h"

#include <QImage>
#include <QString>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lensboard::widgets {

/// The last two dimensions of a tensor at one place of the others: a picture, or a matrix. One dimension is one row.
struct TensorPlane
{
    std::span<const float> values; ///< of the tensor, row by row
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::vector<std::int64_t> index; ///< the place in the other dimensions
    bool hasRows = true;             ///< else the tensor has one dimension, or none

    float at(std::int64_t row, std::int64_t column) const { return values[static_cast<std::size_t>(row * columns + column)]; }
};

/// How many there are; 0 of an empty tensor.
std::int64_t planeCount(const record::TensorValue &tensor);
TensorPlane planeOf(const record::TensorValue &tensor, std::int64_t number);

/// Returns true if the planes are pictures that belong together: [C, H, W], [N, C, H, W], filters.
bool hasPictures(const record::TensorValue &tensor);
/// Sets of pictures: samples of [N, C, H, W], filters of [O, I, K, K].
std::int64_t pictureSetCount(const record::TensorValue &tensor);
std::int64_t picturesPerSet(const record::TensorValue &tensor);

/// The least and the greatest finite value.
struct ValueRange
{
    float low = 0;
    float high = 0;
    std::size_t finite = 0;    ///< values; the limits say nothing if there is none
    std::size_t notFinite = 0;

    void add(std::span<const float> values);
};

/// Colours of values: viridis from the least to the greatest, blue over white to red where their signs differ.
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

/// A pixel a value.
QImage pictureOf(const TensorPlane &plane, const TensorColours &colours);

/// How many values lie where, between the least and the greatest.
struct TensorCounts
{
    ValueRange range;
    std::vector<std::size_t> counts; ///< of bins that are equally wide

    double edge(std::size_t bin) const; ///< where it begins
};
TensorCounts countsOf(std::span<const float> values, std::size_t bins);

/// "[3, 0, 12]"; empty of no numbers.
QString indexText(const std::vector<std::int64_t> &index);
/// "[64, 3, 3, 3]", "scalar".
QString shapeText(const std::vector<std::int64_t> &shape);

} // namespace lensboard::widgets
