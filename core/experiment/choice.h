#pragma once

#include "core/experiment/settings/fields.h"

#include <string>
#include <variant>

namespace lensboard::experiment {

/// A part of an experiment that comes in kinds: its settings are whole and checked.
struct Choice
{
    std::string kind;
    Json settings;

    /// As \p Settings, a struct of core/experiment/settings, or a variant of those that come into question.
    /// Errors: std::bad_variant_access if there is no such kind.
    template <typename Settings>
    Settings as() const
    {
        if constexpr (requires { Settings::kKind; })
            return settings::parsed<Settings>(settings);
        else
            return settings::OneOf<Settings>::parsed(kind, settings);
    }
    /// The other way round.
    template <typename... Kinds>
    static Choice of(const std::variant<Kinds...> &settings)
    {
        return std::visit([](const auto &one) { return Choice{one.kKind, settings::toJson(one)}; }, settings);
    }
    /// What it is known by: its "name" if it has one, else its kind.
    std::string name() const { return settings.value("name", kind); }
};

} // namespace lensboard::experiment
