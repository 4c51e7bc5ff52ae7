#pragma once

#include "core/experiment/settings/fields.h"

#include <string>
#include <variant>

namespace lensboard::experiment {

/// A part of an experiment that has several kinds, with complete and validated settings.
struct KindSettings
{
    std::string kind;
    Json settings;

    /// Returns the settings as \p Settings: a struct of core/experiment/settings, or a variant of several.
    /// Errors: std::bad_variant_access if \p Settings does not include the kind.
    template <typename Settings>
    Settings as() const
    {
        if constexpr (requires { Settings::kKind; })
            return settings::parsed<Settings>(settings);
        else
            return settings::OneOf<Settings>::parsed(kind, settings);
    }
    /// Returns the choice for \p settings, the inverse of as().
    template <typename... Kinds>
    static KindSettings of(const std::variant<Kinds...> &settings)
    {
        return std::visit([](const auto &one) { return KindSettings{one.kKind, settings::toJson(one)}; }, settings);
    }
    /// Returns the "name" setting if there is one, otherwise the kind.
    std::string name() const { return settings.value("name", kind); }
};

} // namespace lensboard::experiment
