#pragma once

#include "core/experiment/field.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// Settings of each part of an experiment: a struct for each kind; members are initialised with the defaults.
namespace lensboard::settings {

using experiment::Field;
using experiment::FieldType;
using experiment::Json;
using experiment::Section;

inline constexpr double kMany = 1e9;
inline constexpr double kLargestFloat = 1e38;

/// Texts of an enumeration's values, in their order.
template <std::size_t Count>
using Names = std::array<const char *, Count>;

/// Visits the keys of a struct of settings in the order of its describe(): each with its member, its allowed values and its help.
/// The table of keys, the defaults, reading and writing are all derived from describe().
class Fields
{
public:
    virtual ~Fields() = default;

    /// Marks the next key as advanced: hardly anyone changes it.
    Fields &advanced()
    {
        m_isAdvanced = true;
        return *this;
    }
    /// Makes forms show \p word instead of the minimum of the next key: 0 samples are "all".
    Fields &least(const char *word)
    {
        m_minMeans = word;
        return *this;
    }
    void flag(const char *key, bool &value, std::string help) { visit({key, FieldType::Boolean, {}, std::move(help)}, value); }
    /// Visits "true", "false" or "auto" (nullopt). JSON may have true and false instead of the texts.
    void flagOrAuto(const char *key, std::optional<bool> &value, std::string help)
    {
        enum class Answer { Auto, True, False } answer = !value ? Answer::Auto : *value ? Answer::True : Answer::False;
        choice(key, answer, Names<3>{"auto", experiment::kTrue, experiment::kFalse}, std::move(help));
        value = answer == Answer::Auto ? std::nullopt : std::optional(answer == Answer::True);
    }
    /// Both limits are included in the range.
    void whole(const char *key, std::int64_t &value, double minimum, double maximum, std::string help)
    {
        visit({key, FieldType::Integer, {}, std::move(help), {}, minimum, maximum}, value);
    }
    void whole(const char *key, std::size_t &value, double minimum, double maximum, std::string help)
    {
        visit({key, FieldType::Integer, {}, std::move(help), {}, minimum, maximum}, value);
    }
    void wholes(const char *key, std::vector<std::int64_t> &values, double maximum, std::string help)
    {
        visit({key, FieldType::IntegerList, {}, std::move(help), {}, 1, maximum}, values);
    }
    void numbers(const char *key, std::vector<double> &values, double minimum, double maximum, std::string help)
    {
        visit({key, FieldType::NumberList, {}, std::move(help), {}, minimum, maximum}, values);
    }
    void number(const char *key, double &value, double minimum, double maximum, std::string help)
    {
        visit({key, FieldType::Number, {}, std::move(help), {}, minimum, maximum}, value);
    }
    /// Visits a number greater than 0.
    void positive(const char *key, double &value, std::string help, double maximum = kLargestFloat)
    {
        Field field{key, FieldType::Number, {}, std::move(help), {}, 0, maximum};
        field.positive = true;
        visit(std::move(field), value);
    }
    void text(const char *key, std::string &value, std::string help) { visit({key, FieldType::Text, {}, std::move(help)}, value); }
    /// Visits a text for memoryLimit().
    void memory(const char *key, std::string &value, std::string help)
    {
        Field field{key, FieldType::Text, {}, std::move(help)};
        field.isMemory = true;
        visit(std::move(field), value);
    }
    void texts(const char *key, std::vector<std::string> &values, std::string help)
    {
        visit({key, FieldType::TextList, {}, std::move(help)}, values);
    }
    /// Path of a file or folder, relative to the experiment's folder.
    void path(const char *key, std::string &value, std::string help) { visit(pathField(key, std::move(help)), value); }
    /// Visits a required path.
    void givenPath(const char *key, std::string &value, std::string help)
    {
        visit(pathField(key, std::move(help)), value, Presence::Given);
    }
    template <typename Enum, std::size_t Count>
    void choice(const char *key, Enum &value, const Names<Count> &names, std::string help)
    {
        std::string text = names[static_cast<std::size_t>(value)];
        visit({key, FieldType::Choice, {}, std::move(help), {names.begin(), names.end()}}, text);
        value = fromText<Enum>(text, names);
    }
    template <typename Enum, std::size_t Count>
    void choices(const char *key, std::vector<Enum> &values, const Names<Count> &names, std::string help)
    {
        std::vector<std::string> texts;
        for (const Enum value : values)
            texts.push_back(names[static_cast<std::size_t>(value)]);
        visit({key, FieldType::ChoiceList, {}, std::move(help), {names.begin(), names.end()}}, texts);
        values.clear();
        for (const std::string &text : texts)
            values.push_back(fromText<Enum>(text, names));
    }
    /// Visits a value that has several kinds.
    template <typename... Kinds>
    void kinds(const char *key, std::variant<Kinds...> &value, std::string help);
    /// Visits a nested object that has a single kind.
    template <typename Settings>
    void object(const char *key, Settings &value, std::string help);

    enum class Presence { Optional, Given };
    /// Visits the key of \p field.
    template <typename Value>
    void visit(Field field, Value &value, Presence presence = Presence::Optional)
    {
        field.isAdvanced = std::exchange(m_isAdvanced, false);
        field.minMeans = std::exchange(m_minMeans, {});
        if (const Json *const read = visitJson(std::move(field), Json(value), presence))
            read->get_to(value);
    }

protected:

    /// Returns the new JSON for \p value, the value of \p field; null to keep it.
    virtual const Json *visitJson(Field field, const Json &value, Presence presence) = 0;

private:
    static Field pathField(const char *key, std::string help)
    {
        Field field{key, FieldType::Text, {}, std::move(help)};
        field.isPath = true;
        return field;
    }

    template <typename Enum, std::size_t Count>
    static Enum fromText(const std::string &text, const Names<Count> &names)
    {
        for (std::size_t i = 0; i < Count; ++i)
            if (text == names[i])
                return static_cast<Enum>(i);
        throw std::invalid_argument(text);
    }

    bool m_isAdvanced = false; ///< applies to the next key
    std::string m_minMeans;    ///< applies to the next key
};

/// The table of keys that a struct describes.
class FieldTable final : public Fields
{
public:
    std::vector<Field> fields;

protected:
    const Json *visitJson(Field field, const Json &value, Presence presence) override;
};

/// Reads values from validated \p json; missing keys keep their defaults.
/// Errors: std::invalid_argument for an unknown choice.
class SettingsReader final : public Fields
{
public:
    explicit SettingsReader(const Json &json) : m_json(json) {}

protected:
    const Json *visitJson(Field field, const Json &value, Presence presence) override;

private:
    const Json &m_json;
};

/// Writes values as JSON that a SettingsReader can read.
class SettingsWriter final : public Fields
{
public:
    Json json = Json::object();

protected:
    const Json *visitJson(Field field, const Json &value, Presence presence) override;
};

/// Returns the table of keys of \p Settings, a struct with describe(Fields &).
template <typename Settings>
std::vector<Field> fieldsOf()
{
    FieldTable table;
    Settings().describe(table);
    return std::move(table.fields);
}

/// Returns the settings in validated JSON.
template <typename Settings>
Settings parsed(const Json &json)
{
    Settings settings;
    SettingsReader reader(json);
    settings.describe(reader);
    return settings;
}

/// Returns all settings as JSON, with the kind if the struct has one.
template <typename Settings>
Json toJson(Settings settings)
{
    SettingsWriter writer;
    if constexpr (requires { Settings::kKind; })
        writer.json["kind"] = Settings::kKind;
    settings.describe(writer);
    return std::move(writer.json);
}

/// Several kinds, each with kKind, kHelp and describe(Fields &). The variant is the only list of them.
template <typename Variant>
struct OneOf;

template <typename... Kinds>
struct OneOf<std::variant<Kinds...>>
{
    static bool has(const std::string &kind) { return ((kind == Kinds::kKind) || ...); }
    static std::vector<Section> sections() { return {{Kinds::kKind, Kinds::kHelp, fieldsOf<Kinds>()}...}; }

    /// Errors: std::bad_variant_access for an unknown kind.
    static std::variant<Kinds...> parsed(const std::string &kind, const Json &json)
    {
        std::variant<Kinds...> settings;
        const bool isKnown = ((kind == Kinds::kKind && (settings = settings::parsed<Kinds>(json), true)) || ...);
        return isKnown ? settings : throw std::bad_variant_access();
    }
    /// Reads the kind from \p json.
    static std::variant<Kinds...> parsed(const Json &json) { return parsed(json.at("kind").template get<std::string>(), json); }
};

/// For std::visit: a function for each kind.
template <typename... Functions>
struct Overloaded : Functions...
{
    using Functions::operator()...;
};
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>; // clang before 17 does not deduce the arguments of an aggregate

template <typename... Kinds>
void Fields::kinds(const char *key, std::variant<Kinds...> &value, std::string help)
{
    using Some = OneOf<std::variant<Kinds...>>;
    Field field{key, FieldType::Object, {}, std::move(help)};
    field.sections = Some::sections();
    const Json json = std::visit([](const auto &settings) { return toJson(settings); }, value);
    if (const Json *const read = visitJson(std::move(field), json, Presence::Optional))
        value = Some::parsed(*read);
}

template <typename Settings>
void Fields::object(const char *key, Settings &value, std::string help)
{
    Field field{key, FieldType::Object, {}, std::move(help)};
    field.sections = {{"", "", fieldsOf<Settings>()}};
    if (const Json *const read = visitJson(std::move(field), toJson(value), Presence::Optional))
        value = parsed<Settings>(*read);
}

} // namespace lensboard::settings
