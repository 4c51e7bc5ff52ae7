#pragma once

#include "core/experiment/field.h"

#include <string>
#include <vector>

namespace lensboard::experiment {

/// Something that keeps an experiment from being used.
struct Problem
{
    std::string path; ///< where: lenses.0.parity; empty for the whole. It may name a key that is missing.
    std::string message;

    bool operator==(const Problem &) const = default;
};

/// Everything that is wrong, in the order of the schema; where Experiment::fromJson() stops at the first. Rules that
/// span keys are checked once each key by itself is right.
std::vector<Problem> problemsOf(const Json &json);

} // namespace lensboard::experiment
