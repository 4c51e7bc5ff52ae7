#include "core/bytes/natural_order.h"

#include <charconv>
#include <cstddef>

namespace lensboard::bytes {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::size_t digitsFrom(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    return end;
}

/// Returns the end of the exponent at \p at, or \p at if there is none. "3epochs" and "2e5f" have none.
std::size_t exponentEnd(std::string_view text, std::size_t at)
{
    if (at >= text.size() || (text[at] != 'e' && text[at] != 'E'))
        return at;
    const std::size_t sign = at + 1 < text.size() && (text[at + 1] == '-' || text[at + 1] == '+') ? 1 : 0;
    const std::size_t first = at + 1 + sign, end = digitsFrom(text, first);
    const bool goesOn = end < text.size() && ((text[end] >= 'a' && text[end] <= 'z') || (text[end] >= 'A' && text[end] <= 'Z'));
    return end == first || goesOn ? at : end;
}

/// Returns the end of the number that begins at \p at with a digit. Parts of a path as in "net.0.10", or of a version, are numbers of their own.
std::size_t numberEnd(std::string_view text, std::size_t at)
{
    std::size_t end = digitsFrom(text, at);
    const bool isInPath = at > 0 && text[at - 1] == '.';
    if (!isInPath && end + 1 < text.size() && text[end] == '.' && isDigit(text[end + 1])) {
        const std::size_t fraction = digitsFrom(text, end + 1);
        const bool isVersion = fraction + 1 < text.size() && text[fraction] == '.' && isDigit(text[fraction + 1]);
        end = isVersion ? end : fraction;
    }
    return isInPath ? end : exponentEnd(text, end);
}

/// A number or a single character.
struct Token
{
    char first = 0;
    double value = 0;
    std::size_t end = 0;
};

Token tokenAt(std::string_view text, std::size_t at)
{
    if (!isDigit(text[at]))
        return {text[at], 0, at + 1};
    Token token{'0', 0, numberEnd(text, at)};
    std::from_chars(text.data() + at, text.data() + token.end, token.value); // a number beyond double's range becomes 0 and is compared by its digits
    return token;
}

} // namespace

bool isNaturallyBefore(std::string_view a, std::string_view b)
{
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        const Token one = tokenAt(a, i), other = tokenAt(b, j);
        if (one.first != other.first)
            return static_cast<unsigned char>(one.first) < static_cast<unsigned char>(other.first);
        if (one.value != other.value)
            return one.value < other.value;
        i = one.end;
        j = other.end;
    }
    const std::size_t left = a.size() - i, otherLeft = b.size() - j;
    return left == otherLeft ? a < b : left == 0; // at least one is at its end
}

} // namespace lensboard::bytes
