#include "core/session/lens_changes.h"

#include "core/experiment/experiment.h"
#include "core/experiment/experiment_schema.h"
#include "core/record/message.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace lensboard::session {

using experiment::Json;
using experiment::Roster;
using experiment::WatcherChange;
using record::RunEvent;

namespace {

constexpr std::string_view kAfterLens = ": ", kBetween = ", ";

[[noreturn]] void failToRead(const RunEvent &event)
{
    throw experiment::ExperimentError(record::message("the run has a change of a lens that cannot be read: %1",
                                                      event.change.empty() ? event.text : event.change));
}

WatcherChange changeInData(const RunEvent &event)
{
    const Json json = experiment::parseJson(event.change);
    if (!json.is_object() || !json.value("lens", Json()).is_string() || !json.value("settings", Json()).is_object())
        failToRead(event);
    return {json.at("lens").get<std::string>(), json.at("settings")};
}

/// Returns the length of the JSON value at the start of \p text. It ends before a separator that is not part of a JSON string.
std::size_t endOfValue(std::string_view text)
{
    std::size_t end = text.find(kBetween);
    while (end != std::string_view::npos && !Json::accept(text.substr(0, end)))
        end = text.find(kBetween, end + 1);
    return std::min(end, text.size());
}

/// Parses settings such as: log_scale true, parameters ["weight"]. Returns nullopt if the text is no such list.
std::optional<Json> settingsInWords(std::string_view words)
{
    Json settings = Json::object();
    while (!words.empty()) {
        const std::size_t space = std::min(words.find(' '), words.size());
        const std::string key(words.substr(0, space));
        words.remove_prefix(std::min(space + 1, words.size()));
        const std::size_t end = endOfValue(words);
        const std::string value(words.substr(0, end));
        if (!Json::accept(value))
            return std::nullopt;
        settings[key] = experiment::parseJson(value); // limits the nesting depth
        words.remove_prefix(std::min(end + kBetween.size(), words.size()));
    }
    return settings;
}

bool isKnown(const std::string &lens, const Roster &known)
{
    return experiment::lensSchema(lens) || known.find(lens);
}

/// Parses the text of an event from a file that has no JSON data for changes. A name may contain the separator: it ends at the first
/// separator with valid settings after it. These must have the same name if they have one; otherwise the name must be known.
WatcherChange changeInWords(const RunEvent &event, const Roster &known)
{
    const std::string &text = event.text;
    if (isKnown(text, known))
        return {text};
    for (std::size_t end = text.find(kAfterLens); end != std::string::npos; end = text.find(kAfterLens, end + 1)) {
        const std::string lens = text.substr(0, end);
        const auto settings = settingsInWords(std::string_view(text).substr(end + kAfterLens.size()));
        if (settings && (settings->contains("name") ? settings->at("name") == lens : isKnown(lens, known)))
            return {lens, *settings};
    }
    failToRead(event);
}

WatcherChange changeOf(const RunEvent &event, const Roster &known)
{
    if (event.kind != RunEvent::Kind::LensSettings)
        return WatcherChange::switched(event.text, event.kind == RunEvent::Kind::LensOn);
    return event.change.empty() ? changeInWords(event, known) : changeInData(event);
}

std::string inWords(const WatcherChange &change)
{
    std::string text = change.watcher;
    for (const auto &[key, value] : change.settings.items())
        text.append(text.size() == change.watcher.size() ? kAfterLens : kBetween).append(key).append(" ").append(value.dump());
    return text;
}

} // namespace

RunEvent eventOf(const WatcherChange &change)
{
    if (change.isSwitch())
        return {change.settings.at("enabled").get<bool>() ? RunEvent::Kind::LensOn : RunEvent::Kind::LensOff, 0, 0, change.watcher};
    const Json data = {{"lens", change.watcher}, {"settings", change.settings}};
    return {RunEvent::Kind::LensSettings, 0, 0, inWords(change), data.dump()};
}

bool isLensChange(RunEvent::Kind kind)
{
    return kind == RunEvent::Kind::LensOn || kind == RunEvent::Kind::LensOff || kind == RunEvent::Kind::LensSettings;
}

void apply(Roster &watchers, const RunEvent &event)
{
    if (!isLensChange(event.kind))
        return;
    try {
        watchers.apply(changeOf(event, watchers));
    } catch (const experiment::PlotIsTaken &) {
        return;
    }
}

Roster after(Roster watchers, const std::vector<RunEvent> &events)
{
    for (const RunEvent &event : events)
        apply(watchers, event);
    return watchers;
}

} // namespace lensboard::session
