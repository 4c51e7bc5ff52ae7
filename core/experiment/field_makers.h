#pragma once

#include "core/experiment/field.h"

#include <utility>

/// For those who write tables of keys: a Field of each type.
namespace lensboard::experiment {

inline constexpr double kMany = 1e9;
inline constexpr double kLargestFloat = 1e38;

inline Field flag(std::string key, bool fallback, std::string help)
{
    return {std::move(key), FieldType::Boolean, fallback, std::move(help)};
}

inline Field whole(std::string key, Json fallback, double minimum, double maximum, std::string help)
{
    return {std::move(key), FieldType::Integer, std::move(fallback), std::move(help), {}, minimum, maximum};
}

inline Field number(std::string key, Json fallback, double minimum, double maximum, std::string help)
{
    return {std::move(key), FieldType::Number, std::move(fallback), std::move(help), {}, minimum, maximum};
}

inline Field positive(std::string key, Json fallback, std::string help)
{
    Field field = number(std::move(key), std::move(fallback), 0, kLargestFloat, std::move(help));
    field.positive = true;
    return field;
}

inline Field text(std::string key, Json fallback, std::string help)
{
    return {std::move(key), FieldType::Text, std::move(fallback), std::move(help)};
}

inline Field texts(std::string key, Json fallback, std::string help)
{
    return {std::move(key), FieldType::TextList, std::move(fallback), std::move(help)};
}

inline Field choice(std::string key, Json fallback, std::vector<std::string> choices, std::string help)
{
    return {std::move(key), FieldType::Choice, std::move(fallback), std::move(help), std::move(choices)};
}

inline Field object(std::string key, Json fallback, std::vector<Section> sections, std::string help)
{
    Field field{std::move(key), FieldType::Object, std::move(fallback), std::move(help)};
    field.sections = std::move(sections);
    return field;
}

inline std::vector<Field> joined(std::vector<Field> fields, const std::vector<Field> &more)
{
    fields.insert(fields.end(), more.begin(), more.end());
    return fields;
}

} // namespace lensboard::experiment
