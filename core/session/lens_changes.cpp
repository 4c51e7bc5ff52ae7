#include "core/session/lens_changes.h"

#include "core/experiment/experiment_schema.h"
#include "core/record/message.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace lensboard::session {

using experiment::Choice;
using experiment::Json;
using record::RunEvent;

namespace {

constexpr std::string_view kAfterLens = ": ", kBetween = ", ";

/// Settings that a lens, monitor or recorder, known by its name, takes up; all of one that is added, with its kind.
struct LensChange
{
    std::string lens;
    Json settings = Json::object();
};

[[noreturn]] void failToRead(const RunEvent &event)
{
    throw experiment::ExperimentError(record::message("the run tells a change of a lens that cannot be read: %1",
                                                      event.change.empty() ? event.text : event.change));
}

LensChange changeInData(const RunEvent &event)
{
    const Json json = experiment::parseJson(event.change);
    if (!json.is_object() || !json.value("lens", Json()).is_string() || !json.value("settings", Json()).is_object())
        failToRead(event);
    return {json.at("lens").get<std::string>(), json.at("settings")};
}

/// Where the JSON that \p text begins with ends: before a separator, which may also stand in a text of it.
std::size_t endOfValue(std::string_view text)
{
    std::size_t end = text.find(kBetween);
    while (end != std::string_view::npos && !Json::accept(text.substr(0, end)))
        end = text.find(kBetween, end + 1);
    return std::min(end, text.size());
}

/// Of log_scale true, parameters ["weight"]; nothing if it is no such list.
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
        settings[key] = Json::parse(value);
        words.remove_prefix(std::min(end + kBetween.size(), words.size()));
    }
    return settings;
}

bool isKnown(const std::string &lens, const std::vector<Choice> &known)
{
    return experiment::lensSchema(lens) || std::ranges::find(known, lens, &Choice::name) != known.end();
}

/// Of a file that has no data of its changes. A name may hold what separates it from them: it ends where they can be read and, if
/// they tell the name too, as those of one that was added do, that is it; else it is a known one.
LensChange changeInWords(const RunEvent &event, const std::vector<Choice> &known)
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

LensChange changeOf(const RunEvent &event, const std::vector<Choice> &known)
{
    if (event.kind != RunEvent::Kind::LensSettings)
        return {event.text, {{"enabled", event.kind == RunEvent::Kind::LensOn}}};
    return event.change.empty() ? changeInWords(event, known) : changeInData(event);
}

/// A lens that is not there is added, what is not told with its defaults.
void applyChange(const LensChange &change, std::vector<Choice> &lenses)
{
    auto lens = std::ranges::find(lenses, change.lens, &Choice::name);
    const bool isAdded = lens == lenses.end() || change.settings.contains("kind");
    Json settings = isAdded ? Json::object({{"kind", change.lens}}) : lens->settings;
    settings.update(change.settings);
    if (lens == lenses.end())
        lens = lenses.emplace(lenses.end());
    *lens = experiment::lensChoice(settings);
}

std::string inWords(const LensChange &change)
{
    std::string text = change.lens;
    for (const auto &[key, value] : change.settings.items())
        text.append(text.size() == change.lens.size() ? kAfterLens : kBetween).append(key).append(" ").append(value.dump());
    return text;
}

} // namespace

RunEvent lensChangeEvent(const Json &before, const Choice &lens)
{
    LensChange change{lens.name()};
    for (const auto &[key, value] : lens.settings.items())
        if (before.value(key, Json()) != value)
            change.settings[key] = value;
    const Json data = {{"lens", change.lens}, {"settings", change.settings}};
    return {RunEvent::Kind::LensSettings, 0, 0, inWords(change), data.dump()};
}

bool isLensChange(RunEvent::Kind kind)
{
    return kind == RunEvent::Kind::LensOn || kind == RunEvent::Kind::LensOff || kind == RunEvent::Kind::LensSettings;
}

std::vector<Choice> lensesAfter(std::vector<Choice> lenses, const std::vector<RunEvent> &events)
{
    for (const RunEvent &event : events)
        if (isLensChange(event.kind))
            applyChange(changeOf(event, lenses), lenses);
    return lenses;
}

} // namespace lensboard::session
