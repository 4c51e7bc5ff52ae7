#pragma once

#include "core/experiment/kind_settings.h"

#include <optional>
#include <string>

namespace lensboard::experiment {

/// Kinds of watchers: a lens shows a quantity of all matching layers, a monitor one attribute over time, a recorder tensors. A
/// custom lens comes from a plug-in or, in a user's own training loop, from the caller.
enum class WatcherType { Lens, Monitor, Recorder, CustomLens };

/// Returns Lens for an unknown kind.
WatcherType watcherType(const std::string &kind);

/// Returns true for lenses with measurements that depend on samples, so that each process has its own. Other lenses measure values
/// that are equal in all processes, or run in the first process only.
bool isOfSamples(const std::string &kind);

/// Returns true for lenses of parameters. Each process may measure some of the layers for all processes.
bool isOfParameters(const std::string &kind);

/// Returns true if all processes of a training run the lens.
inline bool isOfEachProcess(const std::string &kind) { return isOfSamples(kind) || isOfParameters(kind); }

/// Returns true if the watcher is enabled, now or at the start of its training.
inline bool isOn(const KindSettings &watcher) { return watcher.settings.at("enabled").get<bool>(); }

/// Returns the memory limit for kept tensors, in MB; nullopt if the watcher keeps none.
std::optional<double> tensorLimitMb(const KindSettings &watcher);

/// Returns a lens, monitor or recorder from its JSON, with all defaults and, for named watchers, the name.
/// Errors: ExperimentError; paths in messages begin with "lens".
KindSettings lensChoice(const Json &json);
/// Same for validated JSON; does not call checkLens().
KindSettings namedWatcher(const Json &json);

/// Checks rules that involve several keys of a lens, monitor or recorder. \p path is the lens's path, "" if it is the top.
/// Errors: ExperimentError.
void checkLens(const KindSettings &lens, const std::string &path);

} // namespace lensboard::experiment
