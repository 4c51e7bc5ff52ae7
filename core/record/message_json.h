#pragma once

#include "core/record/message.h"

#include <string>
#include <string_view>

namespace lensboard::record {

/// Returns pattern and arguments of \p message as JSON, for a field beside the English text:
/// `{"pattern": "%1: %2", "arguments": ["a.csv", {"pattern": "is empty", "arguments": []}]}`, with "count" for %n. A list has "separator"
/// instead of "pattern". Returns an empty text without structure, and if the JSON would exceed the limits of messageFrom().
std::string structureJson(const Message &message);

/// Returns \p english with the structure in \p json. Ignores the structure if it is invalid, deeper than 16 messages or longer than 64 KiB,
/// and if its text is not \p english: the structure of a file cannot change the text.
Message messageFrom(std::string english, std::string_view json);

} // namespace lensboard::record
