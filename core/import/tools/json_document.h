#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace lensboard::imports {

/// A number or string in a JSON document.
struct JsonLeaf
{
    std::span<const std::string> path; ///< keys from the outermost on; array indices as "0", "1", ...
    std::variant<double, std::string_view> value;

    /// Returns the value of a number, or of a string that is a number: tools write values like that if JSON has no notation.
    std::optional<double> number() const;
    std::string text() const; ///< text form of any leaf
};

/// Reason why a document was not read completely.
struct JsonDamage
{
    std::size_t position = 0; ///< byte position, from 0
    std::string found;
    bool isUnfinished = false; ///< the document is incomplete and may still grow
};

/// Calls \p take with each leaf of \p text in order, and \p end after each array or object. Stores no parts of the document, so
/// it may be long. Skips a number at the end of the text, because it may be incomplete. NaN, Infinity and -Infinity (Python's
/// notation), true and false count as numbers; null is skipped, and so is everything below 8 levels. Returns nullopt if the
/// document is complete.
std::optional<JsonDamage> readJson(std::string_view text, const std::function<void(const JsonLeaf &)> &take,
                                   const std::function<void(std::span<const std::string> path)> &end = {});

} // namespace lensboard::imports
