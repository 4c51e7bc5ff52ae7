#include "core/experiment/experiment_schema.h"

#include "core/experiment/experiment.h"
#include "core/experiment/settings/lens_settings.h"
#include "core/experiment/settings/watcher_settings.h"

#include <algorithm>
#include <cmath>

namespace lensboard::experiment {

namespace {

// ---- JSON Schema

Json sectionJson(const Section &section);

Json variantsJson(const std::vector<Section> &sections)
{
    if (sections.size() == 1)
        return sectionJson(sections.front());
    Json variants = Json::array();
    for (const Section &section : sections)
        variants.push_back(sectionJson(section));
    return {{"oneOf", variants}};
}

/// Writes a whole number without ".0".
Json limitJson(double value)
{
    return value == std::trunc(value) && std::abs(value) < 1e16 ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

void addLimits(Json &json, const Field &field)
{
    if (field.positive)
        json["exclusiveMinimum"] = 0;
    else if (std::isfinite(field.minimum))
        json["minimum"] = limitJson(field.minimum);
    if (std::isfinite(field.maximum))
        json["maximum"] = limitJson(field.maximum);
}

Json fieldJson(const Field &field)
{
    const auto list = [](Json items) { return Json{{"type", "array"}, {"items", std::move(items)}}; };
    Json json;
    switch (field.type) {
    case FieldType::Boolean: json = {{"type", "boolean"}}; break;
    case FieldType::Integer: json = {{"type", "integer"}}; break;
    case FieldType::Number: json = {{"type", "number"}}; break;
    case FieldType::Text: json = {{"type", "string"}}; break;
    case FieldType::TextList: json = {{"type", {"string", "array"}}, {"items", {{"type", "string"}}}}; break;
    case FieldType::IntegerList: json = list({{"type", "integer"}}); break;
    case FieldType::NumberList: json = list({{"type", "number"}}); break;
    case FieldType::Choice:
        json = {{"enum", field.choices}};
        if (field.hasChoice(kTrue))
            json["enum"].insert(json["enum"].end(), {true, false});
        break;
    case FieldType::ChoiceList: json = list({{"enum", field.choices}}); break;
    case FieldType::Object: json = variantsJson(field.sections); break;
    case FieldType::ObjectList: json = list(variantsJson(field.sections)); break;
    }
    addLimits(field.type == FieldType::IntegerList || field.type == FieldType::NumberList ? json["items"] : json, field);
    json["description"] = field.help;
    if (!field.fallback.is_null())
        json["default"] = field.fallback;
    return json;
}

Json sectionJson(const Section &section)
{
    Json properties = Json::object();
    Json required = Json::array();
    if (!section.kind.empty()) {
        properties["kind"] = {{"const", section.kind}};
        required.push_back("kind");
    }
    for (const Field &field : section.fields) {
        properties[field.key] = fieldJson(field);
        if (field.fallback.is_null())
            required.push_back(field.key);
    }
    Json json = {{"type", "object"}};
    if (!section.help.empty())
        json["description"] = section.help;
    json["properties"] = properties;
    json["required"] = required;
    json["additionalProperties"] = false;
    return json;
}

// ---- first experiment

Json firstValue(const Field &field);

Json firstSection(const Section &section)
{
    Json json = Json::object();
    if (!section.kind.empty())
        json["kind"] = section.kind;
    for (const Field &field : section.fields)
        json[field.key] = firstValue(field);
    return json;
}

Json firstValue(const Field &field)
{
    if (field.type == FieldType::Object) {
        const std::string kind = field.fallback.is_object() ? field.fallback.value("kind", "") : "";
        const auto chosen = std::find_if(field.sections.begin(), field.sections.end(),
                                         [&kind](const Section &section) { return section.kind == kind; });
        return firstSection(chosen == field.sections.end() ? field.sections.front() : *chosen);
    }
    if (field.fallback.is_null())
        return field.type == FieldType::Integer ? limitJson(field.minimum) : Json("");
    return field.fallback;
}

} // namespace

Json firstExperiment()
{
    constexpr double kBudget = 0.1; // enough to measure each tick of kStepsInTick steps
    constexpr int kStepsInTick = 50; // the first plots appear at once
    Json json = firstSection(experimentSchema());
    json["inspector"]["budget"] = kBudget;
    json["tick"]["unit"] = "steps";
    json["tick"]["every"] = kStepsInTick;
    for (const char *lens : {settings::LossMetrics::kKind, settings::OutputActivation::kKind, settings::ParameterGradientGeometry::kKind,
                             settings::ParameterNorm::kKind, settings::ParameterUpdateGeometry::kKind})
        json["lenses"].push_back({{"kind", lens}});
    return json;
}

const Section &experimentSchema()
{
    static const Section schema{"", "A Lensboard experiment: what to train, how, and what to watch.", settings::fieldsOf<Experiment>()};
    return schema;
}

const std::vector<Section> &lensSchemas()
{
    static const std::vector<Section> sections = settings::OneOf<settings::LensSettings>::sections();
    return sections;
}

const std::vector<Section> &monitorSchemas()
{
    static const std::vector<Section> sections = settings::OneOf<settings::Monitor>::sections();
    return sections;
}

const std::vector<Section> &recorderSchemas()
{
    static const std::vector<Section> sections = settings::OneOf<settings::Recorder>::sections();
    return sections;
}

const std::vector<Section> &customLensSchemas()
{
    static const std::vector<Section> sections = settings::OneOf<std::variant<settings::CustomLens>>::sections();
    return sections;
}

bool isLens(const std::string &name)
{
    return std::ranges::find(lensSchemas(), name, &Section::kind) != lensSchemas().end();
}

const Section *lensSchema(const std::string &kind)
{
    for (const auto *sections : {&lensSchemas(), &monitorSchemas(), &recorderSchemas(), &customLensSchemas()})
        for (const Section &section : *sections)
            if (section.kind == kind)
                return &section;
    return nullptr;
}

Json jsonSchema()
{
    Json json = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Lensboard experiment"}};
    json.update(sectionJson(experimentSchema()));
    return json;
}

} // namespace lensboard::experiment
