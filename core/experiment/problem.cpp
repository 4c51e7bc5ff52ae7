#include "core/experiment/problem.h"

#include "core/experiment/experiment.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/settings/rule_settings.h"
#include "core/experiment/validate.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <optional>

namespace lensboard::experiment {

namespace {

constexpr const char *kKind = "kind";

std::string joined(const std::string &path, const std::string &key)
{
    return path.empty() ? key : path + '.' + key;
}

/// Returns the path and the message that fail() joined; nullopt for other messages.
std::optional<Problem> split(const record::Message &error)
{
    const record::Message::Parts *parts = error.parts();
    if (!parts || parts->pattern != "%1: %2" || parts->arguments.size() != 2)
        return std::nullopt;
    return Problem{parts->arguments[0], parts->arguments[1]};
}

/// Returns the problem. The message begins with its path: \p path or, in a list, a place below it.
Problem problemAt(const std::string &path, const record::Message &error)
{
    const auto found = path.empty() ? std::nullopt : split(error);
    return found && found->path.starts_with(path) ? *found : Problem{path, error};
}

class Collector
{
public:
    std::vector<Problem> take() { return std::move(m_problems); }

    void lookAt(const Json &json, const Section &section, const std::string &path)
    {
        if (!json.is_object())
            return check(json, section, path, path);
        for (const auto &[key, value] : json.items())
            if (!knows(section, key))
                check({{key, value}}, section, path, joined(path, key));
        for (const Field &field : section.fields)
            lookAt(json, field, path);
    }

private:
    static bool knows(const Section &section, const std::string &key)
    {
        return (key == kKind && !section.kind.empty())
            || std::any_of(section.fields.begin(), section.fields.end(), [&](const Field &field) { return field.key == key; });
    }

    void lookAt(const Json &object, const Field &field, const std::string &path)
    {
        const std::string place = joined(path, field.key);
        const auto found = object.find(field.key);
        if (found == object.end()) {
            if (field.fallback.is_null())
                m_problems.push_back({place, record::message("must be given: %1", record::schemaWord(field.help))});
        } else if (field.type == FieldType::Object) {
            lookAtVariant(*found, field, field.key, path);
        } else if (field.type == FieldType::ObjectList && found->is_array()) {
            for (std::size_t i = 0; i < found->size(); ++i)
                lookAtVariant((*found)[i], field, std::to_string(i), place);
        } else {
            check({{field.key, *found}}, {"", "", {field}}, path, place);
        }
    }

    void lookAtVariant(const Json &json, const Field &field, const std::string &key, const std::string &path)
    {
        for (const Section &section : field.sections)
            if (section.kind.empty() || (json.is_object() && json.contains(kKind) && json[kKind] == section.kind))
                return lookAt(json, section, joined(path, key));
        Field variant = field; // no kind matches; the message lists the valid kinds
        variant.type = FieldType::Object;
        variant.key = key;
        check({{key, json}}, {"", "", {variant}}, path, joined(path, key));
    }

    /// \p path is the path of \p json, \p place the path of the value to check.
    void check(const Json &json, const Section &section, const std::string &path, const std::string &place)
    {
        try {
            (void)validated(json, section, path);
        } catch (const ExperimentError &error) {
            m_problems.push_back(problemAt(place, record::messageOf(error)));
        }
    }

    std::vector<Problem> m_problems;
};

/// Messages of fromJson() begin with the path of a key, or with words.
Problem problemOfWhole(const record::Message &error)
{
    const auto found = split(error);
    return found && found->path.find(' ') == std::string::npos ? *found : Problem{"", error};
}

} // namespace

std::vector<Problem> problemsOf(const Json &json)
{
    try {
        (void)Experiment::fromJson(json);
        return {};
    } catch (const ExperimentError &error) {
        const Problem first = problemOfWhole(record::messageOf(error));
        if (first.path == "format") // with a different format, unknown keys may be valid
            return {first};
        Json current = json;
        settings::removeFormerLimits(current);
        Collector collector;
        collector.lookAt(current, experimentSchema(), "");
        std::vector<Problem> problems = collector.take();
        return problems.empty() ? std::vector{first} : problems;
    }
}

} // namespace lensboard::experiment
