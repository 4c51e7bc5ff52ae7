#pragma once

#include "core/health/checker.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::app {

/// Looks every second whether one of some rules says that a training is to be stopped.
/// Thread: one.
class StoppingRules
{
public:
    /// Errors: std::invalid_argument that names the rule there is not.
    explicit StoppingRules(const std::vector<std::string> &rules) : m_checker(rules) {}

    /// The worst finding that is a warning or a problem, once; nothing if there is none, or it was returned.
    std::optional<health::Finding> look(const store::Run &run);

private:
    health::Checker m_checker;
    std::chrono::steady_clock::time_point m_next;
    bool m_hasFound = false;
};

} // namespace lensboard::app
