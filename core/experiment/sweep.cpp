#include "core/experiment/sweep.h"

#include "core/bytes/blanks.h"
#include "core/bytes/sha256.h"
#include "core/bytes/valid_utf8.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace lensboard::experiment {

namespace {

constexpr std::uint64_t kMaxToChooseFrom = 1'000'000'000'000;

/// Returns the length of the value at the front of \p text, up to a comma. In JSON lists, objects and strings, inner commas do not
/// end the value.
std::size_t valueLength(std::string_view text)
{
    const auto start = std::min(text.find_first_not_of(' '), text.size());
    if (start == text.size() || std::string_view("[{\"").find(text[start]) == std::string_view::npos)
        return std::min(text.find(','), text.size());
    int depth = 0;
    bool isQuoted = false;
    for (std::size_t i = start; i < text.size(); ++i) {
        const char c = text[i];
        if (isQuoted) {
            i += c == '\\' ? 1 : 0;
            isQuoted = c != '"';
            continue;
        }
        isQuoted = c == '"';
        depth += (c == '[' || c == '{' ? 1 : 0) - (c == ']' || c == '}' ? 1 : 0);
        if (c == ',' && depth <= 0)
            return i;
    }
    return text.size();
}

std::vector<std::string_view> valuesIn(std::string_view text)
{
    std::vector<std::string_view> values;
    for (;;) {
        const std::size_t length = valueLength(text);
        values.push_back(bytes::trimmed(text.substr(0, length), " "));
        if (length == text.size())
            return values;
        text.remove_prefix(length + 1);
    }
}

std::optional<std::int64_t> integerFrom(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

struct IntegerRange
{
    std::int64_t first = 0, last = 0;
};

std::optional<IntegerRange> rangeFrom(std::string_view value)
{
    const auto dots = value.find("..");
    if (dots == std::string_view::npos)
        return std::nullopt;
    const auto first = integerFrom(value.substr(0, dots)), last = integerFrom(value.substr(dots + 2));
    return first && last ? std::optional(IntegerRange{*first, *last}) : std::nullopt;
}

void appendRange(std::vector<Json> &values, const IntegerRange &range, const std::string &assignment)
{
    if (range.first > range.last)
        throw ExperimentError(record::message("--set %1: %2..%3 holds no number; the smaller one comes first",
                                              assignment, range.first, range.last));
    if (static_cast<std::uint64_t>(range.last) - static_cast<std::uint64_t>(range.first) >= kMaxCombinations)
        throw ExperimentError(record::message("--set %1: %2..%3 are more than %4 numbers", assignment, range.first, range.last,
                                              kMaxCombinations));
    for (std::int64_t value = range.first; value < range.last; ++value)
        values.emplace_back(value);
    values.emplace_back(range.last);
}

/// Formats a value for setValue(): strings without quotes, unless setValue() would parse them as JSON.
std::string valueText(const Json &value)
{
    if (value.is_string()) {
        const auto &text = value.get_ref<const std::string &>();
        const bool isOneLine = std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < ' '; });
        if (isOneLine && !Json::accept(text))
            return text;
    }
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Replaces characters with a special meaning for file systems, shells or in names of runs.
std::string fitForFiles(const std::string &text)
{
    std::string fit;
    for (const char c : bytes::printable(text)) {
        const auto byte = static_cast<unsigned char>(c);
        fit += byte >= 0x80 || std::isalnum(byte) || c == '.' || c == '_' || c == '-' || c == '+' ? c : c == ',' ? '+' : '-';
    }
    return fit;
}

/// Examples: a list is 64+32, an object kind-adam+lr-0.1.
std::string nameOfValue(const Json &value)
{
    if (value.is_string())
        return fitForFiles(value.get<std::string>());
    std::string text = valueText(value);
    std::erase_if(text, [](char c) { return std::string_view("[]{}\" ").find(c) != std::string_view::npos; });
    return fitForFiles(text);
}

/// Appends a number to repeated names, from 2.
std::vector<std::string> namesOfValues(const std::vector<Json> &values)
{
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const Json &value : values) {
        const std::string wanted = nameOfValue(value);
        std::string name = wanted;
        for (int number = 2; !taken.insert(name).second; ++number)
            name = wanted + '-' + std::to_string(number);
        names.push_back(name);
    }
    return names;
}

/// Returns the shortest end of \p key, in whole parts, that no other key in \p keys ends with.
std::string endOfKey(const std::string &key, const std::vector<std::string> &keys)
{
    for (auto dot = key.rfind('.'); dot != std::string::npos && dot > 0; dot = key.rfind('.', dot - 1)) {
        const std::string end = key.substr(dot + 1);
        const bool isShared = std::any_of(keys.begin(), keys.end(), [&](const std::string &other) {
            return other != key && (other == end || other.ends_with('.' + end));
        });
        if (!isShared)
            return end;
    }
    return key;
}

/// Shortens names, since files beside a run have longer ones and file systems allow 255 bytes.
std::string shortEnough(const std::string &name)
{
    constexpr std::size_t kLongest = 160, kDigits = 8;
    if (name.size() <= kLongest)
        return name;
    return bytes::clipped(name, kLongest) + '-' + bytes::sha256(name).substr(0, kDigits);
}

/// Makes 1 and 1.0 equal.
void makeNumbersAlike(Json &json)
{
    if (json.is_number())
        json = json.get<double>();
    else if (json.is_structured())
        for (Json &inner : json)
            makeNumbersAlike(inner);
}

/// Returns equal numbers on every platform, unlike std::uniform_int_distribution.
std::uint64_t drawnBelow(std::uint64_t count, std::mt19937_64 &random)
{
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max(), limit = most - most % count;
    std::uint64_t drawn = random();
    while (drawn >= limit)
        drawn = random();
    return drawn % count;
}

} // namespace

Sweep::Axis Sweep::axisOf(const std::string &assignment)
{
    const auto equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
        throw ExperimentError(record::message("--set %1: expected path=values, such as optimizer.lr=0.1,0.01 or seed=1..5", assignment));
    Axis axis{assignment.substr(0, equals), {}, {}, {}};
    const std::string_view values = std::string_view(assignment).substr(equals + 1);
    for (const std::string_view text : valuesIn(values)) {
        if (text.empty())
            throw ExperimentError(record::message("--set %1: there is an empty value; an empty text is \"\"", assignment));
        if (const auto range = rangeFrom(text)) {
            appendRange(axis.values, *range, assignment);
            continue;
        }
        Json value = Json::parse(text, nullptr, false);
        axis.values.push_back(value.is_discarded() ? Json(std::string(text)) : std::move(value));
    }
    std::set<std::string> known;
    for (const Json &value : axis.values)
        if (!known.insert(valueText(value)).second)
            throw ExperimentError(record::message("--set %1: %2 is given twice", assignment, valueText(value)));
    return axis;
}

Sweep::Sweep(const std::vector<std::string> &assignments)
{
    for (const std::string &assignment : assignments) {
        Axis axis = axisOf(assignment);
        for (const Axis &other : m_axes)
            if (other.key == axis.key)
                throw ExperimentError(record::message("--set %1: is given twice; give all its values at once, with commas between them", axis.key));
        if (m_count > kMaxToChooseFrom / axis.values.size())
            throw ExperimentError(record::message("the values of --set make more than %1 combinations; give fewer values", kMaxToChooseFrom));
        m_count *= axis.values.size();
        m_axes.push_back(std::move(axis));
    }
    nameAxes();
}

/// Names combinations by the keys that vary, or by all keys if there is only one combination.
void Sweep::nameAxes()
{
    std::vector<std::string> keys;
    for (const Axis &axis : m_axes)
        if (axis.values.size() > 1 || m_count == 1)
            keys.push_back(axis.key);
    for (Axis &axis : m_axes)
        if (axis.values.size() > 1 || m_count == 1) {
            axis.shortKey = fitForFiles(endOfKey(axis.key, keys));
            axis.names = namesOfValues(axis.values);
        }
}

Combination Sweep::at(std::uint64_t index) const
{
    std::vector<std::size_t> places(m_axes.size());
    for (std::size_t i = m_axes.size(); i-- > 0; index /= m_axes[i].values.size())
        places[i] = index % m_axes[i].values.size();
    Combination combination;
    for (std::size_t i = 0; i < m_axes.size(); ++i) {
        const Axis &axis = m_axes[i];
        combination.assignments.push_back(axis.key + '=' + valueText(axis.values[places[i]]));
        if (!axis.shortKey.empty())
            combination.name += (combination.name.empty() ? "" : ",") + axis.shortKey + '=' + axis.names[places[i]];
    }
    combination.name = shortEnough(combination.name);
    return combination;
}

std::vector<Combination> Sweep::all() const
{
    if (m_count > kMaxCombinations)
        throw ExperimentError(record::message("the values of --set make %1 combinations, and at most %2 are trained; give fewer values, or "
                                              "have some chosen with --random",
                                              m_count, kMaxCombinations));
    std::vector<Combination> combinations;
    for (std::uint64_t i = 0; i < m_count; ++i)
        combinations.push_back(at(i));
    return combinations;
}

std::vector<Combination> Sweep::chosen(std::size_t count, std::uint64_t seed) const
{
    std::mt19937_64 random(seed);
    std::unordered_set<std::uint64_t> drawn;
    std::vector<Combination> combinations;
    const std::uint64_t wanted = std::min<std::uint64_t>({count, m_count, kMaxCombinations});
    while (combinations.size() < wanted)
        if (const std::uint64_t index = drawnBelow(m_count, random); drawn.insert(index).second)
            combinations.push_back(at(index));
    return combinations;
}

void nameRuns(std::vector<Combination> &combinations, const Json &base)
{
    const bool isNamed = base.is_object() && base.contains("name") && base["name"].is_string();
    const std::string name = isNamed ? base["name"].get<std::string>() : Experiment().name;
    for (Combination &combination : combinations) {
        auto &assignments = combination.assignments;
        if (std::none_of(assignments.begin(), assignments.end(), [](const std::string &each) { return each.starts_with("name="); }))
            assignments.push_back("name=" + valueText(name + ' ' + combination.name));
    }
}

Experiment experimentOf(const Json &base, const Combination &combination)
{
    try {
        Json json = base;
        for (const std::string &assignment : combination.assignments)
            setValue(json, assignment);
        return Experiment::fromJson(json);
    } catch (const ExperimentError &error) {
        fail(combination.name, record::messageOf(error));
    }
}

void forEachExperiment(const Json &base, const std::vector<Combination> &combinations,
                       const std::function<void(const Combination &, const Experiment &)> &look)
{
    std::unordered_map<std::string, std::string> known; // by experiment without the run's name
    for (const Combination &combination : combinations) {
        const Experiment experiment = experimentOf(base, combination);
        Json nameless = experiment.toJson();
        nameless.erase("name");
        makeNumbersAlike(nameless);
        const auto [same, isNew] = known.emplace(bytes::sha256(nameless.dump()), combination.name);
        if (!isNew)
            throw ExperimentError(record::message("%1 and %2 are the same experiment; leave one of them out", same->second, combination.name));
        look(combination, experiment);
    }
}

} // namespace lensboard::experiment
