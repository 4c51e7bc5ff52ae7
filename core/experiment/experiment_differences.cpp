#include "core/experiment/experiment_differences.h"

#include "core/experiment/experiment.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/validate.h"

#include <algorithm>
#include <list>
#include <set>
#include <unordered_map>

namespace lensboard::experiment {

namespace {

using Values = std::vector<std::pair<std::string, Json>>; // by path, in order

bool isObjectList(const Json &json)
{
    return json.is_array() && !json.empty() && std::all_of(json.begin(), json.end(), [](const Json &item) { return item.is_object(); });
}

/// Returns the positions of a list's objects, or their kinds if these are unique.
std::vector<std::string> namesOf(const Json &list)
{
    std::vector<std::string> positions, kinds;
    for (const Json &item : list) {
        positions.push_back(std::to_string(positions.size()));
        if (const auto kind = item.find("kind"); kind != item.end() && kind->is_string())
            kinds.push_back(kind->get<std::string>());
    }
    return std::set<std::string>(kinds.begin(), kinds.end()).size() == positions.size() ? kinds : positions;
}

void flatten(const Json &json, const std::string &path, Values &values)
{
    const auto below = [&](const std::string &key) { return path.empty() ? key : path + '.' + key; };
    if (json.is_object() && !json.empty()) {
        for (const auto &[key, value] : json.items())
            flatten(value, below(key), values);
    } else if (isObjectList(json)) {
        const std::vector<std::string> names = namesOf(json);
        for (std::size_t i = 0; i < json.size(); ++i)
            flatten(json[i], below(names[i]), values);
    } else if (!path.empty()) {
        values.emplace_back(path, json);
    }
}

struct Flat
{
    Values values;
    std::set<std::string> given; ///< paths present in the experiment's own JSON
};

Flat flat(const std::string &text)
{
    Flat flat;
    try {
        const Json json = parseJson(text);
        Values given;
        flatten(json, {}, given);
        for (const auto &[path, value] : given)
            flat.given.insert(path);
        try {
            flatten(validated(json, experimentSchema(), ""), {}, flat.values);
        } catch (const ExperimentError &) { // from another tool or a newer version
            flat.values = std::move(given);
        }
    } catch (const ExperimentError &) { // not valid JSON
    }
    return flat;
}

/// Sets the values of \p object that \p other does not share to kDiffers, also values of keys that only one of them has.
void markDiffering(Json &object, const Json &other)
{
    for (auto &[key, value] : object.items()) {
        const auto same = other.find(key);
        if (same != other.end() && value.is_object() && same->is_object())
            markDiffering(value, *same);
        else if (same == other.end() || value != *same)
            value = kDiffers;
    }
    for (const auto &[key, ignored] : other.items())
        if (!object.contains(key))
            object[key] = kDiffers;
}

} // namespace

bool ComparedKey::differs() const
{
    return std::any_of(values.begin(), values.end(), [this](const Value &value) { return value.json != values.front().json; });
}

std::vector<ComparedKey> compareExperiments(const std::vector<std::string> &experiments)
{
    std::list<ComparedKey> keys;
    std::unordered_map<std::string, std::list<ComparedKey>::iterator> known;
    for (std::size_t i = 0; i < experiments.size(); ++i) {
        Flat experiment = flat(experiments[i]);
        auto next = keys.begin(); // inserts a new key after the key that precedes it in its experiment
        for (auto &[path, json] : experiment.values) {
            auto found = known.find(path);
            if (found == known.end())
                found = known.emplace(path, keys.insert(next, {path, std::vector<ComparedKey::Value>(experiments.size())})).first;
            next = std::next(found->second);
            found->second->values[i] = {std::move(json), !experiment.given.contains(path)};
        }
    }
    return {std::make_move_iterator(keys.begin()), std::make_move_iterator(keys.end())};
}

std::vector<std::pair<std::string, Json>> flattened(const std::string &experiment)
{
    return flat(experiment).values;
}

std::string commonTo(const std::vector<std::string> &experiments)
{
    Json common;
    for (const std::string &experiment : experiments) {
        Json json = Json::parse(experiment, nullptr, false);
        if (!json.is_object())
            return {};
        if (&experiment == &experiments.front())
            common = std::move(json);
        else
            markDiffering(common, json);
    }
    return common.empty() ? std::string() : common.dump();
}

} // namespace lensboard::experiment
