#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/validate.h"

namespace lensboard::test {

/// A lens of an experiment with every default but \p changes.
inline experiment::Choice lensChoice(const std::string &kind, experiment::Json changes = experiment::Json::object())
{
    changes["kind"] = kind;
    return {kind, experiment::validated(changes, *experiment::lensSchema(kind), kind)};
}

} // namespace lensboard::test
