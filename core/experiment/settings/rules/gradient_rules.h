#pragma once

#include "core/experiment/settings/rules/any_rule.h"

#include <cstddef>

/// Rules for gradients, and for parameters that do not change.
namespace lensboard::settings::rules {

struct VanishingGradient : AnyRule
{
    static constexpr const char *kKind = "VanishingGradient";
    static constexpr const char *kHelp = "gradients fade on their way to the first layers";

    double ratio = 1e-2, problemRatio = 1e-3;
    double leastRms = 1e-7;
    double leastLevel = 0.5;

    void describe(Fields &fields);
};

struct ExplodingGradient : AnyRule
{
    static constexpr const char *kKind = "ExplodingGradient";
    static constexpr const char *kHelp = "gradients are far too large";

    double ratio = 1e3;
    double ofWeights = 30, problemOfWeights = 1e3;
    double growth = 100;
    double leastLevel = 1.2; ///< share of the loss at the start, for growth to count

    void describe(Fields &fields);
};

struct NoGradient : AnyRule
{
    static constexpr const char *kKind = "NoGradient";
    static constexpr const char *kHelp = "the gradient of a layer is zero";

    std::size_t leastTicks = 10;

    void describe(Fields &fields);
};

struct LayerFrozen : AnyRule
{
    static constexpr const char *kKind = "LayerFrozen";
    static constexpr const char *kHelp = "a layer does not change";

    std::size_t leastTicks = 10;

    void describe(Fields &fields);
};

} // namespace lensboard::settings::rules
