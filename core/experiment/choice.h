#pragma once

#include "core/experiment/field.h"

#include <string>

namespace lensboard::experiment {

/// A part of an experiment that comes in kinds: its settings are whole and checked.
struct Choice
{
    std::string kind;
    Json settings;

    template <typename T>
    T get(const char *key) const
    {
        return settings.at(key).template get<T>();
    }
    /// What it is known by: its "name" if it has one, else its kind.
    std::string name() const { return settings.value("name", kind); }
};

} // namespace lensboard::experiment
