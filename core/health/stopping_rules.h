#pragma once

#include "core/health/checker.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::store {
class RunStore;
}

namespace lensboard::health {

/// Looks every second whether one of some rules says that a training is to be stopped, and has its run say why, once.
/// Thread: one.
class StoppingRules
{
public:
    /// Errors: std::invalid_argument that names the rule there is not.
    explicit StoppingRules(const std::vector<std::string> &rules) : m_checker(rules) {}

    /// Whether a rule has found a warning or a problem in what was trained since the first look. What of the run cannot be read ends all
    /// looks, as the run then says.
    bool look(store::RunStore &run);
    /// The same, however long ago the last look was.
    bool lookAtEnd(store::RunStore &run);

private:
    Checker m_checker;
    std::chrono::steady_clock::time_point m_next;
    std::optional<std::int64_t> m_firstStep; ///< what was trained before is over
    bool m_hasFound = false, m_hasFailed = false;
};

} // namespace lensboard::health
