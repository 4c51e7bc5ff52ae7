#include "core/record/text_number.h"

#include <charconv>
#include <cmath>

namespace lensboard::record {

std::string numberText(double value)
{
    if (std::isnan(value))
        return "nan";
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value);
    return {text, end.ptr};
}

std::optional<double> numberFromText(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace lensboard::record
