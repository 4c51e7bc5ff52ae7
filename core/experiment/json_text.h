#pragma once

#include "core/experiment/field.h"

#include <cstddef>
#include <optional>
#include <string>

namespace lensboard::experiment {

/// \p json as people write it: what fits on a line stands on one, but the members of the outermost object.
std::string prettyText(const Json &json);

/// The line, from 1, where \p path (optimizer.lr, lenses.0.kind) stands in \p text, which is valid JSON; that of the
/// nearest thing around it if it does not stand there.
std::size_t lineOf(const std::string &path, const std::string &text);

/// A key that an object has twice, of which readers of JSON keep one.
struct RepeatedKey
{
    std::string path;
    std::size_t line = 0; ///< of its second place, from 1
};

/// The first in \p text, which is valid JSON.
std::optional<RepeatedKey> repeatedKey(const std::string &text);

} // namespace lensboard::experiment
