#include "core/record/text_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace lensboard::record {

std::string numberText(double value)
{
    if (std::isnan(value))
        return "nan";
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value);
    return {text, end.ptr};
}

namespace {

/// Returns the exponent of ten behind "e"; a very large one if it has too many digits.
std::int64_t exponentOf(std::string_view text)
{
    constexpr std::int64_t kLarge = 1'000'000'000;
    const bool isNegative = text.starts_with('-');
    std::int64_t exponent = 0;
    const std::string_view digits = text.substr(isNegative || text.starts_with('+') ? 1 : 0);
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    exponent = digits.size() > 9 ? kLarge : exponent;
    return isNegative ? -exponent : exponent;
}

/// Rounds a valid number beyond the range of doubles, "1e400" or "1e-400", to infinity or zero.
double roundedBeyondRange(std::string_view text)
{
    const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
    const std::string_view digits = text.substr(0, mark);
    const auto point = static_cast<std::int64_t>(std::min(digits.find('.'), digits.size()));
    const auto first = static_cast<std::int64_t>(digits.find_first_of("123456789"));
    const bool isLarge = point - first + exponentOf(text.substr(std::min(mark + 1, text.size()))) > 0;
    return std::copysign(isLarge ? std::numeric_limits<double>::infinity() : 0.0, text.starts_with('-') ? -1.0 : 1.0);
}

} // namespace

std::optional<double> numberFromText(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || error == std::errc::invalid_argument)
        return std::nullopt;
    return error == std::errc::result_out_of_range ? roundedBeyondRange(text) : value;
}

} // namespace lensboard::record
