#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// A text that is no JSON object: where and what was found.
class FlatJsonError : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// What an object holds, in its order. Keys of objects within it are joined with '/'.
struct FlatJson
{
    std::vector<std::pair<std::string, double>> numbers; ///< also true, false, NaN and Infinity
    std::vector<std::pair<std::string, std::string>> texts;
    std::vector<std::string> skipped; ///< keys of arrays and of what is too deep or too long; the first few
    std::size_t skippedCount = 0;
};

/// Reads NaN, Infinity and -Infinity as well, as Python writes them, bare or quoted.
/// Errors: FlatJsonError.
FlatJson flatJson(std::string_view text);

/// Puts the words NaN, Infinity and -Infinity, which JSON has not, into quotes.
std::string withQuotedWords(std::string_view text);
/// The number that such a word stands for.
std::optional<double> nonFiniteWord(std::string_view text);

} // namespace lensboard::imports
