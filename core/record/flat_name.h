#pragma once

#include "core/record/frame.h"
#include "core/record/tag_spec.h"

#include <string>

namespace lensboard::record {

/// Returns the name of \p layer in another tool's file. \p tag must have a foreignName.
std::string foreignName(const TagSpec &tag, const std::string &layer);

/// Returns the name of a series as one text: its name in the other tool's file if it came from one, otherwise "tag/layer/label".
std::string flatName(const TagSpec &tag, const SeriesSpec &series);

} // namespace lensboard::record
