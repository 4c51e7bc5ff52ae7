#pragma once

#include <cstddef>
#include <string>

namespace lensboard::experiment {

/// The first mistake in \p text, which is no valid JSON, as one says it to the person who writes it: "line 3, column 9: a
/// comma is missing". Columns count characters, from 1. \p gaveUpAt is where a reader did, in bytes from 0.
std::string jsonMistake(const std::string &text, std::size_t gaveUpAt);

} // namespace lensboard::experiment
