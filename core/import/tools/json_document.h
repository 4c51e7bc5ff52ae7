#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace lensboard::imports {

/// A number or a text somewhere in a JSON document.
struct JsonLeaf
{
    std::span<const std::string> path; ///< keys from the outside inwards; of places in arrays "0", "1", ...
    std::variant<double, std::string_view> value;

    /// Also of a text that is wholly a number, as tools write those that JSON cannot.
    std::optional<double> number() const;
    std::string text() const; ///< whatever it is
};

/// Why a document was not read to its end.
struct JsonDamage
{
    std::size_t position = 0; ///< of the byte, from 0
    std::string found;
    bool isUnfinished = false; ///< the document ends there, and may yet be written on
};

/// Calls \p take with the leaves of \p text in their order, and \p end for each array and object that was closed, as far
/// as it is a JSON document: a long one, none of whose parts is kept. A number that the text ends with may be cut, and
/// is left out. NaN, Infinity and -Infinity are numbers, as Python writes them; so are true and false; null is
/// nothing. What stands deeper than 8 levels is skipped.
std::optional<JsonDamage> readJson(std::string text, const std::function<void(const JsonLeaf &)> &take,
                                   const std::function<void(std::span<const std::string> path)> &end = {});

} // namespace lensboard::imports
