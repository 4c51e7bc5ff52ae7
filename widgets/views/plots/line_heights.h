#pragma once

#include "core/stats/point.h"
#include "widgets/axes/value_scale.h"
#include "widgets/views/state/board_state.h"

#include <limits>
#include <span>
#include <vector>

namespace lensboard::widgets {

/// Height of values without one on a logarithmic scale, in decades; lower than any double's.
inline constexpr double kBelowAll = -400;

/// Chooses the scale for values on a logarithmic axis: symmetric if any value is zero or negative.
class LogScaleChoice
{
public:
    void add(std::span<const stats::Point> values);
    ValueScale scale() const;

private:
    double m_largest = 0, m_smallest = std::numeric_limits<double>::infinity(); ///< absolute values, without zero
    bool m_areAllPositive = true;
};

/// Converts values to heights. A value without a height on a logarithmic scale gets kBelowAll.
void toHeights(std::vector<stats::Point> &values, const ValueScale &scale);

/// The heights of lines within a range of the x axis, including where lines cross its ends.
class HeightsOnView
{
public:
    HeightsOnView(const Stretch &x, ValueScale::Kind kind) : m_x(x), m_kind(kind) {}

    /// Adds a line converted by toHeights(); NaN breaks the line.
    void add(std::span<const stats::Point> line);
    void add(double height) { m_heights.push_back(height); }
    bool isEmpty() const { return m_heights.empty(); }
    /// Returns limits that exclude a \p share of the heights at each end. Must not be called if there are none.
    Stretch limits(double share = 0) const;

private:
    bool isHeight(double y) const;
    void addEdges(const stats::Point &from, const stats::Point &to);

    Stretch m_x;
    ValueScale::Kind m_kind;
    std::vector<double> m_heights;
};

/// Returns true if an axis from \p now can be kept for \p heights: no height is close to its ends, and the axis is not much wider
/// than needed.
bool fits(const QCPRange &now, const Stretch &heights, ValueScale::Kind kind);

} // namespace lensboard::widgets
