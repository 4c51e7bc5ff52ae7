#pragma once

#include "core/experiment/experiment_error.h"
#include "core/experiment/kind_settings.h"

#include <map>
#include <string>
#include <vector>

namespace lensboard::experiment {

/// A watcher that is switched on or off, changed or added. Used by commands and by events of runs.
struct WatcherChange
{
    std::string watcher; ///< name of the watcher; for a lens, its kind
    /// New settings. An added monitor or recorder has all settings, with its kind; a lens has the non-default ones.
    Json settings = Json::object();

    static WatcherChange switched(std::string watcher, bool on) { return {std::move(watcher), {{"enabled", on}}}; }
    /// Returns true if the change only switches the watcher on or off.
    bool isSwitch() const { return settings.size() == 1 && settings.contains("enabled"); }
};

/// Thrown if two watchers would show the same plot. The message names both.
class PlotIsTaken : public ExperimentError
{
public:
    using ExperimentError::ExperimentError;
};

/// The lenses, monitors and recorders of a training, enabled or not, each with a unique name and complete, validated settings. A value.
/// A plot belongs to only one of them.
class Roster
{
public:
    Roster() = default;
    /// Errors: see add().
    explicit Roster(const std::vector<KindSettings> &watchers);

    bool isEmpty() const { return m_watchers.empty(); }
    /// Returns all watchers in the order of their addition.
    const std::vector<KindSettings> &all() const { return m_watchers; }
    /// Returns null if there is no watcher with this name.
    const KindSettings *find(const std::string &name) const;

    /// Errors: ExperimentError if the name is taken, PlotIsTaken.
    void add(const KindSettings &watcher);
    /// Reserves a plot for \p owner, independently of its settings.
    void reserve(const std::string &plot, const std::string &owner) { m_plots.emplace(plot, owner); }
    /// Returns the change that applies the settings of \p wanted. An existing watcher stays on or off; a new one is added.
    WatcherChange changeTo(const KindSettings &wanted) const;
    /// Switches or changes a watcher, or adds it with defaults for settings missing in \p change. Returns the new watcher.
    /// Errors: ExperimentError for an unknown kind or setting, and for a custom lens, since it can only be switched; PlotIsTaken. The roster
    /// is unchanged after an error.
    const KindSettings &apply(const WatcherChange &change);

private:
    /// Errors: PlotIsTaken; no plot is taken then.
    void takePlots(const KindSettings &watcher);

    std::vector<KindSettings> m_watchers;
    std::map<std::string, std::string> m_plots; ///< watcher by plot; a watcher keeps the plots of its earlier settings
};

} // namespace lensboard::experiment
