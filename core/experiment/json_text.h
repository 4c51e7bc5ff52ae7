#pragma once

#include "core/experiment/field.h"

#include <cstddef>
#include <optional>
#include <string>

namespace lensboard::experiment {

/// Formats \p json for people: values that fit on a line stay on one line, except members of the outermost object.
std::string prettyText(const Json &json);

/// Returns the line, from 1, of \p path (optimizer.lr, lenses.0.kind) in \p text. The text must be valid JSON.
/// If the path does not exist, returns the line of the nearest enclosing value.
std::size_t lineOf(const std::string &path, const std::string &text);

/// A key that appears twice in an object. JSON parsers keep only one of its values.
struct RepeatedKey
{
    std::string path;
    std::size_t line = 0; ///< of the second appearance, from 1
};

/// Returns the first repeated key in \p text. The text must be valid JSON.
std::optional<RepeatedKey> repeatedKey(const std::string &text);

} // namespace lensboard::experiment
