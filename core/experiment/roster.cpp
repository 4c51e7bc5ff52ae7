#include "core/experiment/roster.h"

#include "core/experiment/watcher.h"
#include "core/experiment/watcher_tags.h"
#include "core/record/message.h"

#include <algorithm>

namespace lensboard::experiment {

Roster::Roster(const std::vector<KindSettings> &watchers)
{
    for (const KindSettings &watcher : watchers)
        add(watcher);
}

const KindSettings *Roster::find(const std::string &name) const
{
    const auto found = std::ranges::find(m_watchers, name, &KindSettings::name);
    return found == m_watchers.end() ? nullptr : &*found;
}

void Roster::add(const KindSettings &watcher)
{
    if (find(watcher.name()))
        throw ExperimentError(record::message("a second %1; %2", record::schemaWord(watcher.name()),
                                              watcherType(watcher.kind) == WatcherType::Lens ? record::message("a lens can be listed once")
                                                                                             : record::message("give it another name")));
    takePlots(watcher);
    m_watchers.push_back(watcher);
}

WatcherChange Roster::changeTo(const KindSettings &wanted) const
{
    WatcherChange change{wanted.name()};
    const KindSettings *const known = find(wanted.name());
    Json before = Json::object();
    if (known && known->kind == wanted.kind)
        before = known->settings;
    else if (known)
        change.settings["enabled"] = known->settings.at("enabled");
    else if (watcherType(wanted.kind) == WatcherType::Lens)
        before = lensChoice({{"kind", wanted.kind}}).settings;
    for (const auto &[key, value] : wanted.settings.items())
        if (before.value(key, Json()) != value && !(known && key == "enabled"))
            change.settings[key] = value;
    return change;
}

const KindSettings &Roster::apply(const WatcherChange &change)
{
    auto watcher = std::ranges::find(m_watchers, change.watcher, &KindSettings::name);
    if (watcher != m_watchers.end() && change.isSwitch() && change.settings["enabled"].is_boolean()) {
        watcher->settings["enabled"] = change.settings["enabled"];
        return *watcher;
    }
    const bool isWhole = watcher == m_watchers.end() || change.settings.contains("kind");
    Json settings = isWhole ? Json::object({{"kind", change.watcher}}) : watcher->settings;
    settings.update(change.settings);
    KindSettings changed = lensChoice(settings);
    if (watcherType(changed.kind) == WatcherType::CustomLens)
        throw ExperimentError(record::message("\"%1\" is a lens of a plug-in: it is part of an experiment from its beginning, and keeps its settings",
                                              change.watcher));
    if (changed.name() != change.watcher)
        throw ExperimentError(record::message("\"%1\" cannot take the name \"%2\"", change.watcher, changed.name()));
    takePlots(changed);
    if (watcher == m_watchers.end())
        watcher = m_watchers.emplace(watcher);
    *watcher = std::move(changed);
    return *watcher;
}

void Roster::takePlots(const KindSettings &watcher)
{
    const std::string name = watcher.name();
    const std::vector<record::TagSpec> tags = tagsOf(watcher);
    for (const record::TagSpec &tag : tags)
        if (const auto known = m_plots.find(tag.name); known != m_plots.end() && known->second != name)
            throw PlotIsTaken(record::message("\"%1\": its plot \"%2\" is one of %3 already; give one of them another name", record::schemaWord(name), tag.name,
                                              record::schemaWord(known->second)));
    for (const record::TagSpec &tag : tags)
        m_plots.emplace(tag.name, name);
}

} // namespace lensboard::experiment
