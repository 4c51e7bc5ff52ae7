#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lensboard::session {

/// Returns facts, besides the experiment, that may affect a run's numbers: Lensboard's version, host, system, processor.
std::vector<std::pair<std::string, std::string>> hostEnvironment();

} // namespace lensboard::session
