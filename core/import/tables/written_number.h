#pragma once

#include <optional>
#include <string_view>

namespace lensboard::imports {

/// A number as people and their tools write it: 1,234.5 or 1.234,5, 1 234, 1'234, 50 %, True. Digits before the decimal
/// mark may be in groups of three.
struct WrittenNumber
{
    std::optional<double> byPoint; ///< read with a decimal point
    std::optional<double> byComma; ///< read with a decimal comma
    bool isPercent = false;

    bool isNumber() const { return byPoint || byComma; }
    /// "1,234" is a thousand or one and a bit. So is "1.234", which is read as a thousand only if other numbers show it.
    bool isAmbiguous() const;
};

WrittenNumber asNumber(std::string_view text);

/// How the numbers of a column are written, judged by what is unambiguous in it.
class NumberStyle
{
public:
    enum class Mark { Unknown, Point, Comma };

    /// Takes account of a cell, which may be none of a number.
    void learn(std::string_view cell);

    Mark mark() const { return m_mark; }
    /// For a column whose numbers do not show it.
    void setMark(Mark mark) { m_mark = mark; }
    bool isAmbiguous() const { return m_isAmbiguous && m_mark == Mark::Unknown; }
    /// Whether all numbers were percentages.
    bool isPercent() const { return m_isPercent.value_or(false); }

    /// Empty if \p cell is no number. One that has but one meaning has that, whatever the style. As long as the mark is unknown,
    /// a point and a comma are each a decimal mark.
    std::optional<double> number(std::string_view cell) const;

private:
    Mark m_mark = Mark::Unknown;
    bool m_isAmbiguous = false;
    std::optional<bool> m_isPercent;
};

} // namespace lensboard::imports
