#pragma once

#include <cstddef>
#include <string>

namespace lensboard::experiment {

/// The first mistake in \p text, which is no valid JSON, in words for its author: "line 3, column 9: a
/// comma is missing". Columns count characters, from 1. \p gaveUpAt is where the parser stopped, in bytes from 0.
std::string jsonMistake(const std::string &text, std::size_t gaveUpAt);

} // namespace lensboard::experiment
