#include "core/experiment/settings/fields.h"

namespace lensboard::settings {

/// The default of an object is its kind, if it has one. The kind determines the other defaults.
const Json *FieldTable::visitJson(Field field, const Json &value, Presence presence)
{
    const bool hasKind = field.type == FieldType::Object && value.contains("kind");
    if (presence == Presence::Optional)
        field.fallback = hasKind ? Json{{"kind", value["kind"]}} : field.type == FieldType::Object ? Json::object() : value;
    fields.push_back(std::move(field));
    return nullptr;
}

const Json *SettingsReader::visitJson(Field field, const Json &, Presence)
{
    const auto found = m_json.find(field.key);
    return found == m_json.end() ? nullptr : &*found;
}

const Json *SettingsWriter::visitJson(Field field, const Json &value, Presence)
{
    json[field.key] = value;
    return nullptr;
}

} // namespace lensboard::settings
