#pragma once

#include "core/experiment/settings/rules/any_rule.h"

#include <cstdint>

/// Rules for the outputs of layers.
namespace lensboard::settings::rules {

struct DeadUnits : AnyRule
{
    static constexpr const char *kKind = "DeadUnits";
    static constexpr const char *kHelp = "units put out nothing but zero";

    double many = 0.7, whole = 0.95;
    double grown = 0.5, growth = 0.3;
    double silent = 0.002; ///< share of active outputs

    void describe(Fields &fields);
};

struct Saturation : AnyRule
{
    static constexpr const char *kKind = "Saturation";
    static constexpr const char *kHelp = "outputs lie in the flat part of their activation";

    double outputs = 0.8, problemOutputs = 0.95;
    double units = 0.5;
    double leastLevel = 0.3; ///< share of the loss at the start

    void describe(Fields &fields);
};

struct RankCollapse : AnyRule
{
    static constexpr const char *kKind = "RankCollapse";
    static constexpr const char *kHelp = "outputs of a layer lie in ever fewer directions";

    double ofStart = 0.2;
    double few = 2, leastStart = 8; ///< directions
    double leastLevel = 0.3;        ///< share of the loss at the start

    void describe(Fields &fields);
};

struct BadInitialisation : AnyRule
{
    static constexpr const char *kKind = "BadInitialisation";
    static constexpr const char *kHelp = "weights begin so that outputs grow or fade from layer to layer, or units are alike";

    double ratio = 50, problemRatio = 1000;
    double fewDirections = 2, leastRank = 8;

    void describe(Fields &fields);
};

struct BatchNormSamples : AnyRule
{
    static constexpr const char *kKind = "BatchNormSamples";
    static constexpr const char *kHelp = "batch normalisation has too few samples for its statistics";

    std::int64_t few = 4;

    void describe(Fields &fields);
};

struct BatchNormDrift : AnyRule
{
    static constexpr const char *kKind = "BatchNormDrift";
    static constexpr const char *kHelp = "batch normalisation evaluates with other statistics than it trains with";

    double warning = 1, problem = 4; ///< nats

    void describe(Fields &fields);
};

} // namespace lensboard::settings::rules
