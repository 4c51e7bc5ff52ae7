#pragma once

#include "core/record/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// Thrown if a text is not a JSON object. The message names the position and the found content.
class FlatJsonError : public record::Error
{
    using record::Error::Error;
};

/// Values of a JSON object, in the object's order. Keys of nested objects are joined with '/'.
struct FlatJson
{
    std::vector<std::pair<std::string, double>> numbers; ///< including true, false, NaN and Infinity
    std::vector<std::pair<std::string, std::int64_t>> exact;  ///< integers among the numbers with more digits than a double
    std::vector<std::pair<std::string, std::string>> texts;
    std::vector<std::string> skipped; ///< keys of arrays and of values that are nested too deep or too long; the first few only
    std::size_t skippedCount = 0;
    std::string infinite; ///< key of a number beyond the range of doubles, read as infinite; or empty
};

/// Parses a JSON object. Skips objects with a key "_type": descriptions of images, tables and other media files. Accepts NaN, Infinity and -Infinity in Python's notation, bare or quoted.
/// Errors: FlatJsonError.
FlatJson flatJson(std::string_view text);
/// Like flatJson(), into the memory of \p flat.
void readFlatJson(std::string_view text, FlatJson &flat);

/// Finds the end of a JSON object at the beginning of a text.
class JsonObjectEnd
{
public:
    /// Returns the object's length; nullopt if \p text ends before. The next call may pass a longer text with the same beginning and continues
    /// there.
    std::optional<std::size_t> find(std::string_view text);

private:
    std::size_t m_scanned = 0;
    std::size_t m_depth = 0;
    bool m_inString = false;
};

} // namespace lensboard::imports
