#pragma once

#include <string>
#include <vector>

namespace lensboard::app {

/// `lensboard info`: describes a run as text or as JSON. For several runs, prints one line each, or a JSON array.
int info(const std::vector<std::string> &paths, bool json);

} // namespace lensboard::app
