#pragma once

#include <optional>
#include <string_view>

namespace lensboard::imports {

/// A number in human notation: 1,234.5 or 1.234,5, 1 234, 1'234, 50 %, True. Digits before the decimal mark may be in groups
/// of three.
struct WrittenNumber
{
    std::optional<double> byPoint; ///< value if '.' is the decimal mark
    std::optional<double> byComma; ///< value if ',' is the decimal mark
    bool isPercent = false;

    bool isNumber() const { return byPoint || byComma; }
    /// "1,234" may be 1234 or 1.234. So may "1.234"; it is read as 1234 only if other numbers indicate it.
    bool isAmbiguous() const;
};

WrittenNumber asNumber(std::string_view text);

/// The number format of a column, derived from its unambiguous numbers.
class NumberStyle
{
public:
    enum class Mark { Unknown, Point, Comma };

    /// Updates the format from a cell. Ignores cells that are not numbers.
    void learn(std::string_view cell);

    Mark mark() const { return m_mark; }
    /// Sets the decimal mark of a column with ambiguous numbers only.
    void setMark(Mark mark) { m_mark = mark; }
    bool isAmbiguous() const { return m_isAmbiguous && m_mark == Mark::Unknown; }
    /// Returns true if all numbers are percentages.
    bool isPercent() const { return m_isPercent.value_or(false); }

    /// Returns nullopt if \p cell is not a number. Unambiguous numbers ignore the format. If the mark is unknown, both a point
    /// and a comma are decimal marks.
    std::optional<double> number(std::string_view cell) const;

private:
    Mark m_mark = Mark::Unknown;
    bool m_isAmbiguous = false;
    std::optional<bool> m_isPercent;
};

} // namespace lensboard::imports
