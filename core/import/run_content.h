#pragma once

#include <optional>
#include <string>

namespace lensboard::store {
class Run;
}

namespace lensboard::imports {

/// Why a run holds nothing: what its reader warned of, what it waits for, or that nothing was written yet. None if it
/// has ticks, texts, an experiment or layers.
std::optional<std::string> whyEmpty(const store::Run &run);

} // namespace lensboard::imports
