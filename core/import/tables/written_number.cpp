#include "core/import/tables/written_number.h"

#include "core/record/text_number.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>
#include <utility>

namespace lensboard::imports {

namespace {

constexpr std::size_t kMaxBytes = 400; // a double's digits with separators

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Replaces typographic blanks and apostrophes by plain ones.
std::string withPlainMarks(std::string_view text)
{
    static constexpr std::array<std::pair<std::string_view, char>, 4> kMarks = {
        {{"\xC2\xA0", ' '}, {"\xE2\x80\x89", ' '}, {"\xE2\x80\xAF", ' '}, {"\xE2\x80\x99", '\''}}};
    std::string plain;
    while (!text.empty()) {
        const auto mark = std::find_if(kMarks.begin(), kMarks.end(), [&](const auto &known) { return text.starts_with(known.first); });
        plain += mark == kMarks.end() ? text.front() : mark->second;
        text.remove_prefix(mark == kMarks.end() ? 1 : mark->first.size());
    }
    return plain;
}

/// Removes thousands separators from \p digits: \p mark, a blank or an apostrophe. Returns nullopt if the rest is not only
/// digits in groups of three.
std::optional<std::string> joinedGroups(std::string_view digits, char mark)
{
    const auto end = std::find_if_not(digits.begin(), digits.end(), isDigit);
    std::string joined(digits.begin(), end);
    if (end == digits.end())
        return joined;
    const char between = *end;
    const std::size_t first = joined.size();
    if ((between != mark && between != ' ' && between != '\'') || first == 0 || first > 3 || digits.front() == '0')
        return std::nullopt;
    for (digits.remove_prefix(first); !digits.empty(); digits.remove_prefix(4)) {
        if (digits.size() < 4 || digits.front() != between || !std::all_of(digits.begin() + 1, digits.begin() + 4, isDigit))
            return std::nullopt;
        joined += digits.substr(1, 3);
    }
    return joined;
}

std::optional<double> numberBy(char decimalMark, std::string_view text)
{
    std::string plain;
    if (text.starts_with('-') || text.starts_with('+')) {
        plain = text.substr(0, 1);
        text.remove_prefix(1);
    }
    const std::size_t mark = std::min(text.find_first_of(decimalMark == '.' ? ".eE" : ",eE"), text.size());
    const auto whole = joinedGroups(text.substr(0, mark), decimalMark == '.' ? ',' : '.');
    if (!whole)
        return std::nullopt;
    plain += *whole;
    std::string_view rest = text.substr(mark);
    if (whole->size() < mark && rest.find_first_of("eE") != rest.npos) // numbers like 1.234e5 have no thousands separators
        return std::nullopt;
    if (rest.starts_with(decimalMark)) {
        plain += '.';
        rest.remove_prefix(1);
    }
    return record::numberFromText(plain.append(rest));
}

/// Parses words: nan, inf, True, ...
std::optional<double> word(std::string_view text)
{
    const auto is = [&](std::string_view known) {
        return std::equal(text.begin(), text.end(), known.begin(), known.end(),
                          [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
    };
    return is("true") ? std::optional(1.0) : is("false") ? std::optional(0.0) : record::numberFromText(text);
}

} // namespace

bool WrittenNumber::isAmbiguous() const
{
    return byPoint && byComma && std::abs(*byPoint) > std::abs(*byComma);
}

WrittenNumber asNumber(std::string_view text)
{
    if (text.size() > kMaxBytes)
        return {};
    WrittenNumber number;
    const std::string plain = withPlainMarks(text);
    std::string_view digits = plain;
    if (digits.ends_with('%')) {
        number.isPercent = true;
        digits.remove_suffix(1);
        digits = digits.substr(0, digits.find_last_not_of(' ') + 1);
    }
    number.byPoint = numberBy('.', digits);
    number.byComma = numberBy(',', digits);
    if (!number.isNumber() && !number.isPercent)
        number.byPoint = number.byComma = word(digits);
    return number;
}

void NumberStyle::learn(std::string_view cell)
{
    if (m_mark != Mark::Unknown && m_isPercent == false) // no cell can change the format any more
        return;
    const WrittenNumber text = asNumber(cell);
    if (!text.isNumber())
        return;
    m_isPercent = m_isPercent.value_or(true) && text.isPercent;
    m_isAmbiguous = m_isAmbiguous || text.isAmbiguous();
    if (m_mark == Mark::Unknown && !(text.byPoint && text.byComma))
        m_mark = text.byPoint ? Mark::Point : Mark::Comma;
}

std::optional<double> NumberStyle::number(std::string_view cell) const
{
    if (m_mark != Mark::Comma)
        if (const auto plain = record::numberFromText(cell))
            return plain;
    const WrittenNumber text = asNumber(cell);
    const bool byPoint = m_mark == Mark::Point ? text.byPoint.has_value() : !text.byComma;
    return byPoint ? text.byPoint : text.byComma;
}

} // namespace lensboard::imports
