#include "core/experiment/validate.h"

#include "core/experiment/experiment_error.h"
#include "core/experiment/memory_limit.h"
#include "core/record/message.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lensboard::experiment {

namespace {

std::string joined(const std::vector<std::string> &names)
{
    std::string text;
    for (const std::string &name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

std::string shown(const Json &json)
{
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    constexpr std::size_t kLongest = 60;
    return text.size() > kLongest ? text.substr(0, kLongest) + "…" : text;
}

std::string at(const std::string &path, const std::string &key)
{
    return path.empty() ? key : path + '.' + key;
}

record::Message unknown(const std::string &typed, const std::vector<std::string> &allowed)
{
    const std::string guess = nearest(typed, allowed);
    if (guess.empty())
        return record::message("\"%1\"; allowed: %2", typed, joined(allowed));
    return record::message("\"%1\", did you mean \"%2\"? allowed: %3", typed, guess, joined(allowed));
}

void checkNumber(const Json &json, const Field &field, const std::string &path)
{
    if (!json.is_number())
        fail(path, record::message("found %1, expected a number", shown(json)));
    const double value = json.get<double>();
    if (field.positive && !(value > 0 && value <= field.maximum))
        fail(path, record::message("found %1, expected a number greater than 0, at most %2",
                                   shown(json), record::numberText(field.maximum)));
    if (!(value >= field.minimum && value <= field.maximum))
        fail(path, record::message("found %1, expected a number from %2 to %3",
                                   shown(json), record::numberText(field.minimum), record::numberText(field.maximum)));
}

void checkInteger(const Json &json, const Field &field, const std::string &path)
{
    if (!json.is_number() || json.get<double>() != std::trunc(json.get<double>()))
        fail(path, record::message("found %1, expected a whole number", shown(json)));
    checkNumber(json, field, path);
}

void checkText(const Json &json, const std::string &path)
{
    if (!json.is_string())
        fail(path, record::message("found %1, expected a text", shown(json)));
    try {
        (void)json.dump();
    } catch (const Json::type_error &) { // parsing checks a file's text, but not a command line's
        fail(path, record::message("found %1, expected a text in UTF-8", shown(json)));
    }
}

void checkChoice(const Json &json, const Field &field, const std::string &path)
{
    if (!json.is_string())
        fail(path, record::message("found %1, expected one of %2", shown(json), joined(field.choices)));
    const auto typed = json.get<std::string>();
    if (std::find(field.choices.begin(), field.choices.end(), typed) == field.choices.end())
        fail(path, record::message("unknown value %1", unknown(typed, field.choices)));
}

template <typename Check>
void checkList(const Json &json, const std::string &path, Check check)
{
    if (!json.is_array())
        fail(path, record::message("found %1, expected a list", shown(json)));
    for (std::size_t i = 0; i < json.size(); ++i)
        check(json[i], at(path, std::to_string(i)));
}

/// Rejects repeated values: each would be computed and drawn twice.
void checkDistinct(const Json &json, const std::string &path)
{
    for (std::size_t i = 0; i < json.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (json[i] == json[j])
                fail(at(path, std::to_string(i)), record::message("%1 is listed a second time", shown(json[i])));
}

Json validatedVariant(const Json &json, const Field &field, const std::string &path)
{
    if (!json.is_object())
        fail(path, record::message("found %1, expected an object", shown(json)));
    if (field.sections.size() == 1 && field.sections.front().kind.empty())
        return validated(json, field.sections.front(), path);
    std::vector<std::string> kinds;
    for (const Section &section : field.sections)
        kinds.push_back(section.kind);
    const auto kind = json.find("kind");
    if (kind == json.end())
        fail(path, record::message("lacks the key \"kind\"; allowed: %1", joined(kinds)));
    if (!kind->is_string())
        fail(at(path, "kind"), record::message("found %1, expected one of %2", shown(*kind), joined(kinds)));
    for (const Section &section : field.sections)
        if (section.kind == kind->get<std::string>())
            return validated(json, section, path);
    fail(at(path, "kind"), record::message("unknown kind %1", unknown(kind->get<std::string>(), kinds)));
}

Json validatedField(const Json &json, const Field &field, const std::string &path)
{
    switch (field.type) {
    case FieldType::Boolean:
        if (!json.is_boolean())
            fail(path, record::message("found %1, expected true or false", shown(json)));
        break;
    case FieldType::Integer: checkInteger(json, field, path); return json.get<std::int64_t>(); // also for 1e3
    case FieldType::Number:
        checkNumber(json, field, path);
        break;
    case FieldType::Text:
        checkText(json, path);
        if (field.isMemory && !memoryLimit(json.get<std::string>()))
            fail(path, record::message("found %1, expected memory, such as \"1 GB\", \"500 MB\" or \"10 %\"", shown(json)));
        break;
    case FieldType::Choice:
        if (json.is_boolean() && field.hasChoice(json.get<bool>() ? kTrue : kFalse))
            return json.get<bool>() ? kTrue : kFalse;
        checkChoice(json, field, path);
        break;
    case FieldType::TextList:
        if (json.is_string())
            return validatedField(Json::array({json}), field, path);
        checkList(json, path, checkText);
        checkDistinct(json, path);
        break;
    case FieldType::IntegerList:
        checkList(json, path, [&](const Json &item, const std::string &where) { checkInteger(item, field, where); });
        break;
    case FieldType::NumberList:
        checkList(json, path, [&](const Json &item, const std::string &where) { checkNumber(item, field, where); });
        checkDistinct(json, path);
        break;
    case FieldType::ChoiceList:
        checkList(json, path, [&](const Json &item, const std::string &where) { checkChoice(item, field, where); });
        checkDistinct(json, path);
        break;
    case FieldType::Object: return validatedVariant(json, field, path);
    case FieldType::ObjectList: {
        Json list = Json::array();
        checkList(json, path, [&](const Json &item, const std::string &where) {
            list.push_back(validatedVariant(item, field, where));
        });
        return list;
    }
    }
    return json;
}

/// Returns the Levenshtein distance, ignoring case.
std::size_t editDistance(const std::string &a, const std::string &b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const bool same = std::tolower(static_cast<unsigned char>(a[i]))
                           == std::tolower(static_cast<unsigned char>(b[j]));
            const std::size_t best = std::min({row[j] + 1, row[j + 1] + 1, diagonal + (same ? 0 : 1)});
            diagonal = row[j + 1];
            row[j + 1] = best;
        }
    }
    return row.back();
}

} // namespace

std::string nearest(const std::string &typed, const std::vector<std::string> &names)
{
    std::string best;
    std::size_t bestDistance = 3 + typed.size() / 4; // a larger distance is no typing error
    if (typed.size() > 100)
        return best;
    for (const std::string &name : names)
        if (const std::size_t distance = editDistance(typed, name); distance < bestDistance) {
            best = name;
            bestDistance = distance;
        }
    return best;
}

Json validated(const Json &json, const Section &section, const std::string &path)
{
    if (!json.is_object())
        fail(path, record::message("found %1, expected an object", shown(json)));
    std::vector<std::string> allowed;
    if (!section.kind.empty())
        allowed.push_back("kind");
    for (const Field &field : section.fields)
        allowed.push_back(field.key);
    for (const auto &[key, value] : json.items())
        if (std::find(allowed.begin(), allowed.end(), key) == allowed.end())
            fail(at(path, key), record::message("unknown key %1", unknown(key, allowed)));
    Json result = Json::object();
    if (!section.kind.empty())
        result["kind"] = section.kind;
    for (const Field &field : section.fields) {
        const auto given = json.find(field.key);
        if (given == json.end() && field.fallback.is_null())
            fail(path, record::message("lacks the key \"%1\" (%2)", field.key, record::schemaWord(field.help)));
        result[field.key] = validatedField(given == json.end() ? field.fallback : *given, field, at(path, field.key));
    }
    return result;
}

} // namespace lensboard::experiment
