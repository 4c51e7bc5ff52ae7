#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lensboard::session {

/// What a run's numbers may depend on besides its experiment: Lensboard's version, host, system, processor.
std::vector<std::pair<std::string, std::string>> hostEnvironment();

} // namespace lensboard::session
