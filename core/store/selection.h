#pragma once

#include "core/record/frame.h"
#include "core/record/tag_spec.h"

#include <limits>
#include <optional>
#include <set>
#include <string>

namespace lensboard::store {

/// A part of a run: some of its tags, layers and steps. By default everything.
struct Selection
{
    std::optional<std::set<std::string>> tags; ///< by name; nullopt: all
    std::set<std::string> hiddenLayers;
    double firstStep = -std::numeric_limits<double>::infinity();
    double lastStep = std::numeric_limits<double>::infinity();

    bool hasTag(const std::string &tag) const { return !tags || tags->contains(tag); }
    bool hasLayer(const std::string &layer) const { return !hiddenLayers.contains(layer); }
    bool hasStep(double step) const { return firstStep <= step && step <= lastStep; }
    bool isEverything() const { return *this == Selection(); }

    bool operator==(const Selection &) const = default;
};

/// Returns false if \p layer is not a real layer: series of the whole model have their tag's name as layer.
inline bool isLayer(const record::TagSpec &tag, const std::string &layer)
{
    return !tag.big && layer != tag.name;
}

} // namespace lensboard::store
