#pragma once

#include "core/record/message.h"

#include <cstddef>
#include <string>

namespace lensboard::experiment {

/// Describes the first mistake in \p text for its author: "line 3, column 9: a comma is missing". \p text must be invalid JSON.
/// Columns count characters, from 1. \p gaveUpAt is the parser's position at the error, in bytes from 0.
record::Message jsonMistake(const std::string &text, std::size_t gaveUpAt);

} // namespace lensboard::experiment
