#pragma once

#include "core/experiment/settings/fields.h"
#include "core/record/message.h"

#include <string>
#include <variant>
#include <vector>

/// Rules that judge a training. Their classes in core/health/rules have the limits.
namespace lensboard::settings {

/// Scales the main limits of a rule, see health::LimitScale.
enum class Sensitivity { Low, Normal, High };
inline constexpr Names<3> kSensitivities = {"low", "normal", "high"};

namespace rules {

/// A rule that reports facts, so it has no limits.
struct FactRule
{
    bool enabled = true;

    void describe(Fields &fields);
};

struct LimitRule
{
    bool enabled = true;
    Sensitivity sensitivity = Sensitivity::Normal;

    void describe(Fields &fields);
};

struct NotFinite : LimitRule
{
    static constexpr const char *kKind = "NotFinite";
    static constexpr const char *kHelp = "losses, outputs, gradients or parameters became NaN or infinite; names the first of them";
};

struct LossDiverging : LimitRule
{
    static constexpr const char *kKind = "LossDiverging";
    static constexpr const char *kHelp = "the training loss grew and stays up";
};

struct LossSpike : LimitRule
{
    static constexpr const char *kKind = "LossSpike";
    static constexpr const char *kHelp = "the training loss jumps for a moment";
};

struct LossNotDecreasing : LimitRule
{
    static constexpr const char *kKind = "LossNotDecreasing";
    static constexpr const char *kHelp = "the training loss does not fall";
};

struct Plateau : LimitRule
{
    static constexpr const char *kKind = "Plateau";
    static constexpr const char *kHelp = "the training loss fell and stands still while it is high";
};

struct Oscillation : LimitRule
{
    static constexpr const char *kKind = "Oscillation";
    static constexpr const char *kHelp = "steps go to and fro: the learning rate is at the edge";
};

struct LearningRateTooLow : LimitRule
{
    static constexpr const char *kKind = "LearningRateTooLow";
    static constexpr const char *kHelp = "steps are far too short";
};

struct UpdateRatio : LimitRule
{
    static constexpr const char *kKind = "UpdateRatio";
    static constexpr const char *kHelp = "steps are too large or too small beside the weights";
};

struct VanishingGradient : LimitRule
{
    static constexpr const char *kKind = "VanishingGradient";
    static constexpr const char *kHelp = "gradients fade on their way to the first layers";
};

struct ExplodingGradient : LimitRule
{
    static constexpr const char *kKind = "ExplodingGradient";
    static constexpr const char *kHelp = "gradients are far too large";
};

struct NoGradient : LimitRule
{
    static constexpr const char *kKind = "NoGradient";
    static constexpr const char *kHelp = "the gradient of a layer is zero";
};

struct LayerFrozen : LimitRule
{
    static constexpr const char *kKind = "LayerFrozen";
    static constexpr const char *kHelp = "a layer does not change";
};

struct DeadUnits : LimitRule
{
    static constexpr const char *kKind = "DeadUnits";
    static constexpr const char *kHelp = "units put out nothing but zero";
};

struct Saturation : LimitRule
{
    static constexpr const char *kKind = "Saturation";
    static constexpr const char *kHelp = "outputs lie in the flat part of their activation";
};

struct RankCollapse : LimitRule
{
    static constexpr const char *kKind = "RankCollapse";
    static constexpr const char *kHelp = "outputs of a layer lie in ever fewer directions";
};

struct BadInitialisation : LimitRule
{
    static constexpr const char *kKind = "BadInitialisation";
    static constexpr const char *kHelp = "weights begin so that outputs grow or fade from layer to layer, or units are alike";
};

struct InputsNotNormalised : LimitRule
{
    static constexpr const char *kKind = "InputsNotNormalised";
    static constexpr const char *kHelp = "inputs are far from zero, or far from a deviation of 1";
};

struct TargetsNotNormalised : LimitRule
{
    static constexpr const char *kKind = "TargetsNotNormalised";
    static constexpr const char *kHelp = "targets of a regression are far from zero, or far from a deviation of 1";
};

struct ClassImbalance : LimitRule
{
    static constexpr const char *kKind = "ClassImbalance";
    static constexpr const char *kHelp = "the model predicts one class nearly always, or is no better than that";
};

struct ClippingAlwaysActive : LimitRule
{
    static constexpr const char *kKind = "ClippingAlwaysActive";
    static constexpr const char *kHelp = "nearly all gradients are clipped, and most of them is lost";
};

struct BatchNormSamples : LimitRule
{
    static constexpr const char *kKind = "BatchNormSamples";
    static constexpr const char *kHelp = "batch normalisation has too few samples for its statistics";
};

struct BatchNormDrift : LimitRule
{
    static constexpr const char *kKind = "BatchNormDrift";
    static constexpr const char *kHelp = "batch normalisation evaluates with other statistics than it trains with";
};

struct ProbabilitiesAsLogits : LimitRule
{
    static constexpr const char *kKind = "ProbabilitiesAsLogits";
    static constexpr const char *kHelp = "cross entropy is given probabilities";
};

struct Overfitting : LimitRule
{
    static constexpr const char *kKind = "Overfitting";
    static constexpr const char *kHelp = "the validation loss rises while the training loss falls";
};

struct ValidationNoBetterThanGuessing : LimitRule
{
    static constexpr const char *kKind = "ValidationNoBetterThanGuessing";
    static constexpr const char *kHelp = "validation is no better than guessing";
};

struct TrainingNoise : LimitRule
{
    static constexpr const char *kKind = "TrainingNoise";
    static constexpr const char *kHelp = "the model is much worse in training than in validation";
};

struct DataStarvation : LimitRule
{
    static constexpr const char *kKind = "DataStarvation";
    static constexpr const char *kHelp = "the training waits for its data";
};

struct StepBottleneck : LimitRule
{
    static constexpr const char *kKind = "StepBottleneck";
    static constexpr const char *kHelp = "one part of a training step takes most of its time";
};

struct ReplicaDrift : FactRule
{
    static constexpr const char *kKind = "ReplicaDrift";
    static constexpr const char *kHelp = "processes that train one model have different parameters";
};

struct LoopFault : FactRule
{
    static constexpr const char *kKind = "LoopFault";
    static constexpr const char *kHelp = "the code of the training loop has a fault, such as gradients that are never cleared";
};

} // namespace rules

/// All rules, ordered by the subject they judge.
using Rule = std::variant<rules::NotFinite, rules::LossDiverging, rules::LossSpike, rules::LossNotDecreasing, rules::Plateau,
                          rules::Oscillation, rules::LearningRateTooLow, rules::UpdateRatio, rules::VanishingGradient,
                          rules::ExplodingGradient, rules::NoGradient, rules::LayerFrozen, rules::DeadUnits, rules::Saturation, rules::RankCollapse,
                          rules::BadInitialisation, rules::InputsNotNormalised, rules::TargetsNotNormalised, rules::ClassImbalance, rules::ClippingAlwaysActive,
                          rules::BatchNormSamples, rules::BatchNormDrift, rules::ProbabilitiesAsLogits, rules::Overfitting,
                          rules::ValidationNoBetterThanGuessing, rules::TrainingNoise, rules::DataStarvation, rules::StepBottleneck, rules::ReplicaDrift, rules::LoopFault>;

/// Removes limits of rules that earlier versions had as settings from \p experiment. Returns a message for each. Other values stay for validation.
std::vector<record::Message> removeFormerLimits(Json &experiment);

} // namespace lensboard::settings
