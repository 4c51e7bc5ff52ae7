#pragma once

#include <string>
#include <vector>

namespace lensboard::app {

/// `lensboard info`: what a run holds, as text or as JSON; of several paths, or a folder of several runs, a line each, or
/// an array of what each holds.
int info(const std::vector<std::string> &paths, bool json);

} // namespace lensboard::app
