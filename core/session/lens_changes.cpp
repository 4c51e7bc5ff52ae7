#include "core/session/lens_changes.h"

#include <algorithm>
#include <string_view>

namespace lensboard::session {

using experiment::Choice;
using experiment::Json;
using record::RunEvent;

namespace {

constexpr std::string_view kAfterLens = ": ", kBetween = ", ";

/// Where the JSON that \p text begins with ends: before a separator, which may also stand in a text of it.
std::size_t endOfValue(std::string_view text)
{
    std::size_t end = text.find(kBetween);
    while (end != std::string_view::npos && !Json::accept(text.substr(0, end)))
        end = text.find(kBetween, end + 1);
    return std::min(end, text.size());
}

/// Into \p settings what \p changes tell: log_scale true, parameters ["weight"].
void apply(std::string_view changes, Json &settings)
{
    while (!changes.empty()) {
        const std::size_t space = std::min(changes.find(' '), changes.size());
        const std::string key(changes.substr(0, space));
        changes.remove_prefix(std::min(space + 1, changes.size()));
        const std::size_t end = endOfValue(changes);
        settings[key] = experiment::parseJson(std::string(changes.substr(0, end)));
        changes.remove_prefix(std::min(end + kBetween.size(), changes.size()));
    }
}

/// The name that an event's text begins with: that of a known one, which may hold what separates names from changes, else
/// what stands before its changes, which begin with the kind where that is another.
std::string nameIn(const std::string &text, const std::vector<Choice> &known)
{
    std::string longest;
    for (const Choice &watcher : known) {
        const std::string name = watcher.name();
        if (name.size() > longest.size() && (text == name || text.starts_with(name + std::string(kAfterLens))))
            longest = name;
    }
    if (!longest.empty())
        return longest;
    return text.substr(0, std::min(text.find(std::string(kAfterLens) + "kind \""), text.find(kAfterLens)));
}

/// A lens that is not there is added with its defaults.
Choice &lensOf(std::vector<Choice> &lenses, const std::string &name)
{
    const auto known = std::ranges::find_if(lenses, [&name](const Choice &lens) { return lens.name() == name; });
    return known != lenses.end() ? *known : lenses.emplace_back(experiment::lensChoice({{"kind", name}}));
}

} // namespace

std::string lensChangeText(const Json &before, const Choice &lens)
{
    std::string changes;
    for (const auto &[key, value] : lens.settings.items())
        if (before.value(key, Json()) != value)
            changes.append(changes.empty() ? kAfterLens : kBetween).append(key).append(" ").append(value.dump());
    return lens.name() + changes;
}

bool isLensChange(RunEvent::Kind kind)
{
    return kind == RunEvent::Kind::LensOn || kind == RunEvent::Kind::LensOff || kind == RunEvent::Kind::LensSettings;
}

std::vector<Choice> lensesAfter(std::vector<Choice> lenses, const std::vector<RunEvent> &events)
{
    for (const RunEvent &event : events) {
        if (!isLensChange(event.kind))
            continue;
        const std::string name = nameIn(event.text, lenses);
        if (event.kind != RunEvent::Kind::LensSettings) {
            lensOf(lenses, name).settings["enabled"] = event.kind == RunEvent::Kind::LensOn;
            continue;
        }
        Json changes = Json::object();
        apply(std::string_view(event.text).substr(std::min(name.size() + kAfterLens.size(), event.text.size())), changes);
        if (changes.contains("kind")) { // a monitor or recorder that was added, with all its settings
            lenses.push_back(experiment::lensChoice(changes));
            continue;
        }
        Choice &lens = lensOf(lenses, name);
        Json settings = lens.settings;
        settings["kind"] = lens.kind;
        settings.update(changes);
        lens = experiment::lensChoice(settings);
    }
    return lenses;
}

} // namespace lensboard::session
