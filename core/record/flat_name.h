#pragma once

#include "core/record/frame.h"
#include "core/record/tag_spec.h"

#include <string>

namespace lensboard::record {

/// What the file of another tool calls a layer of a tag that has a foreignName.
std::string foreignName(const TagSpec &tag, const std::string &layer);

/// What a series is called where names are a single text: as in the file that it came from, if names are so there,
/// else "tag/layer/label".
std::string flatName(const TagSpec &tag, const SeriesSpec &series);

} // namespace lensboard::record
