#pragma once

#include "core/experiment/choice.h"
#include "core/experiment/experiment_error.h"

#include <map>
#include <string>
#include <vector>

namespace lensboard::experiment {

/// A watcher that is switched, set or added, as data: what an order says and an event of a run keeps.
struct WatcherChange
{
    std::string watcher; ///< its name; of a lens, its kind
    /// Its new settings. Of a monitor or recorder that is added all, with its kind; of a lens those that are no default.
    Json settings = Json::object();

    static WatcherChange switched(std::string watcher, bool on) { return {std::move(watcher), {{"enabled", on}}}; }
    /// Whether it is switched, and nothing else.
    bool isSwitch() const { return settings.size() == 1 && settings.contains("enabled"); }
};

/// Two watchers would show one plot. The message names both.
class PlotIsTaken : public ExperimentError
{
public:
    using ExperimentError::ExperimentError;
};

/// The lenses, monitors and recorders of a training, on or off, each under a name of its own, with whole and checked settings; a
/// value. No two of them show one plot.
class Roster
{
public:
    Roster() = default;
    /// Errors: as add().
    explicit Roster(const std::vector<Choice> &watchers);

    bool isEmpty() const { return m_watchers.empty(); }
    /// In the order in which they were added.
    const std::vector<Choice> &all() const { return m_watchers; }
    /// Null if there is none of this name.
    const Choice *find(const std::string &name) const;

    /// Errors: ExperimentError if there is one of this name, PlotIsTaken.
    void add(const Choice &watcher);
    /// Keeps a plot for \p owner, which shows it whatever its settings.
    void reserve(const std::string &plot, const std::string &owner) { m_plots.emplace(plot, owner); }
    /// Returns the change that gives a watcher the settings of \p wanted, on or off as it is, or adds it as it is wanted.
    WatcherChange changeTo(const Choice &wanted) const;
    /// Switches or sets a watcher, or adds it with its defaults for all that \p change does not set. Returns the new one.
    /// Errors: ExperimentError if there is no such kind or setting, PlotIsTaken, and for a custom lens, which can only be switched; all is
    /// as it was then.
    const Choice &apply(const WatcherChange &change);

private:
    /// Errors: PlotIsTaken; it takes none then.
    void takePlots(const Choice &watcher);

    std::vector<Choice> m_watchers;
    std::map<std::string, std::string> m_plots; ///< the watcher of each; what one showed with other settings before stays its own
};

} // namespace lensboard::experiment
