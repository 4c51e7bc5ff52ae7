#pragma once

#include "core/experiment/field.h"
#include "core/record/message.h"

#include <string>
#include <vector>

namespace lensboard::experiment {

/// An error that makes an experiment unusable.
struct Problem
{
    std::string path; ///< path of the key: lenses.0.parity; empty for the whole experiment. The key may be missing.
    record::Message message;

    bool operator==(const Problem &) const = default;
};

/// Returns all errors, in the order of the schema; Experiment::fromJson() stops at the first. Rules for several
/// keys are checked only if each key alone is valid.
std::vector<Problem> problemsOf(const Json &json);

} // namespace lensboard::experiment
