#pragma once

#include "core/experiment/choice.h"

#include <optional>
#include <string>

namespace lensboard::experiment {

/// What watches a training: a lens shows a quantity of all layers it finds, a monitor one attribute over time, a recorder tensors. A
/// custom lens is one of a plug-in or, in a training loop of one's own, the caller's.
enum class WatcherType { Lens, Monitor, Recorder, CustomLens };

/// Of a kind that is not known, Lens.
WatcherType watcherType(const std::string &kind);

/// Whether it is a lens of what samples lead to, of which each of several processes has its own; else it shows what is the same in all of
/// them, or only the first has it.
bool isOfSamples(const std::string &kind);

/// Whether it is a lens of parameters, of which each of several processes may measure some layers for all.
bool isOfParameters(const std::string &kind);

/// Whether each of several processes that train a model has it.
inline bool isOfEachProcess(const std::string &kind) { return isOfSamples(kind) || isOfParameters(kind); }

/// When its training starts, or now.
inline bool isOn(const Choice &watcher) { return watcher.settings.at("enabled").get<bool>(); }

/// How much memory the tensors that it keeps may take, in MB; none if it keeps none.
std::optional<double> tensorLimitMb(const Choice &watcher);

/// A lens, monitor or recorder from its JSON, with every default filled in and, if it goes by one, its name.
/// Errors: ExperimentError; "lens" is where it stands.
Choice lensChoice(const Json &json);
/// The same of JSON that was validated; does not call checkLens().
Choice namedWatcher(const Json &json);

/// Checks what spans several keys of a lens, monitor or recorder. \p path is where the lens stands, "" if nothing is around it.
/// Errors: ExperimentError.
void checkLens(const Choice &lens, const std::string &path);

} // namespace lensboard::experiment
