#pragma once

#include "core/health/checker.h"

#include <pybind11/pybind11.h>

#include <mutex>
#include <string>
#include <vector>

namespace lensboard::python {

/// A checker for Python's threads.
struct SharedChecker
{
    explicit SharedChecker(const std::vector<std::string> &rules) : checker(health::rulesNamed(rules)) {}
    std::mutex mutex; ///< of the checker; nobody waits for the GIL with it
    health::Checker checker;
};

/// What rules find in a run, findings as JSON.
void bindChecker(pybind11::module_ &module);

} // namespace lensboard::python
