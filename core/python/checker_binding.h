#pragma once

#include "core/health/run_judge.h"

#include <pybind11/pybind11.h>

#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::python {

/// A checker that several Python threads may use.
struct SharedChecker
{
    /// Errors: std::invalid_argument for an unknown rule.
    explicit SharedChecker(std::vector<std::string> names) : rules(std::move(names)) { (void)health::rulesNamed(rules); }

    /// Judges \p run by the rules. Pass the same run each time.
    void follow(const store::Run &run)
    {
        if (!checker)
            checker.emplace(health::rulesOf(run.info(), rules));
        checker->follow(run);
    }

    const std::vector<std::string> rules; ///< names; empty: all
    std::mutex mutex; ///< guards the checker; locked without waiting for the GIL
    std::optional<health::Checker> checker; ///< set by the first follow()
};

/// Adds the checker. It returns findings as JSON.
void bindChecker(pybind11::module_ &module);

} // namespace lensboard::python
