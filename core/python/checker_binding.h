#pragma once

#include "core/health/run_judge.h"

#include <pybind11/pybind11.h>

#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::python {

/// A checker for Python's threads.
struct SharedChecker
{
    /// Errors: std::invalid_argument if there is no rule of a name.
    explicit SharedChecker(std::vector<std::string> names) : rules(std::move(names)) { (void)health::rulesNamed(rules); }

    /// Judges \p run, the same each time, by its rules.
    void follow(const store::Run &run)
    {
        if (!checker)
            checker.emplace(health::rulesOf(run.info(), rules));
        checker->follow(run);
    }

    const std::vector<std::string> rules; ///< names; empty: all
    std::mutex mutex; ///< of the checker; nobody waits for the GIL with it
    std::optional<health::Checker> checker; ///< after the first follow()
};

/// What rules find in a run, findings as JSON.
void bindChecker(pybind11::module_ &module);

} // namespace lensboard::python
