#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/validate.h"

namespace lensboard::test {

/// Returns the settings of a lens with all defaults except \p changes.
inline experiment::KindSettings lensChoice(const std::string &kind, experiment::Json changes = experiment::Json::object())
{
    changes["kind"] = kind;
    return {kind, experiment::validated(changes, *experiment::lensSchema(kind), kind)};
}

/// Returns the watcher \p name of the JSON \p experiment, switched on or off.
inline experiment::KindSettings switched(const experiment::Json &experiment, const std::string &name, bool on)
{
    experiment::Roster watchers = experiment::Experiment::fromJson(experiment).watchers;
    return watchers.apply(experiment::WatcherChange::switched(name, on));
}

} // namespace lensboard::test
