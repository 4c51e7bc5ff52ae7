#pragma once

#include "core/stats/point.h"
#include "widgets/plots/board_state.h"
#include "widgets/plots/value_scale.h"

#include <limits>
#include <span>
#include <vector>

namespace lensboard::widgets {

/// The height of values without one on a logarithmic scale, in decades: below that of any double.
inline constexpr double kBelowAll = -400;

/// The scale for values on a logarithmic axis: symmetric if any of them is not above zero.
class LogScaleChoice
{
public:
    void add(std::span<const stats::Point> values);
    ValueScale scale() const;

private:
    double m_largest = 0, m_smallest = std::numeric_limits<double>::infinity(); ///< distances from zero, without zero itself
    bool m_areAllPositive = true;
};

/// Turns values into heights. A value without a height on a logarithmic scale gets kBelowAll.
void toHeights(std::vector<stats::Point> &values, const ValueScale &scale);

/// The heights of lines within a stretch of the x axis, also where they enter and leave it.
class HeightsOnView
{
public:
    HeightsOnView(const Stretch &x, ValueScale::Kind kind) : m_x(x), m_kind(kind) {}

    /// Adds a line that toHeights() made; a NaN breaks it.
    void add(std::span<const stats::Point> line);
    void add(double height) { m_heights.push_back(height); }
    bool isEmpty() const { return m_heights.empty(); }
    /// Returns the limits that leave out a \p share of the heights at either end. Not for none.
    Stretch limits(double share = 0) const;

private:
    bool isHeight(double y) const;
    void addEdges(const stats::Point &from, const stats::Point &to);

    Stretch m_x;
    ValueScale::Kind m_kind;
    std::vector<double> m_heights;
};

/// Returns true if an axis from \p now can stay while heights are within \p heights: none is close to its ends, and it is not much
/// wider than it need be.
bool fits(const QCPRange &now, const Stretch &heights, ValueScale::Kind kind);

} // namespace lensboard::widgets
