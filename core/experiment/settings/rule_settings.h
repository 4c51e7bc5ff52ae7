#pragma once

#include "core/experiment/settings/fields.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

/// The rules that judge a training, and their thresholds. What each means stands at its class in core/health/rules.
namespace lensboard::settings {

namespace rules {

/// What all rules have.
struct AnyRule
{
    bool enabled = true;

protected:
    void describeEnabled(Fields &fields);
};

struct NotFinite : AnyRule
{
    static constexpr const char *kKind = "NotFinite";
    static constexpr const char *kHelp = "losses, outputs, gradients or parameters became NaN or infinite; says what came first";

    double mostSkipped = 0.1;     ///< share of ticks at which gradients may be so
    std::int64_t mostReturns = 2; ///< to finite numbers, beyond which a loss has gaps

    void describe(Fields &fields);
};

struct LossDiverging : AnyRule
{
    static constexpr const char *kKind = "LossDiverging";
    static constexpr const char *kHelp = "the training loss grew and stays up";

    double mostOfStart = 2;
    double mostOfGuessing = 3, farAboveGuessing = 10;
    double lost = 0.7; ///< of what it had fallen
    double noises = 6;

    void describe(Fields &fields);
};

struct LossSpike : AnyRule
{
    static constexpr const char *kKind = "LossSpike";
    static constexpr const char *kHelp = "the training loss jumps for a moment";

    double noises = 12;
    double ofMedian = 1;
    double ofFallen = 0.5;
    std::size_t warmUp = 10; ///< values
    double farAboveStart = 3;

    void describe(Fields &fields);
};

struct LossNotDecreasing : AnyRule
{
    static constexpr const char *kKind = "LossNotDecreasing";
    static constexpr const char *kHelp = "the training loss does not fall";

    double leastFall = 0.02, leastBestFall = 0.06; ///< of the start
    double noises = 4;
    double ofGuessing = 0.97; ///< a loss above it is no better than guessing
    std::size_t leastValues = 25, leastValidations = 8;
    std::int64_t leastSteps = 200;
    double goodAccuracy = 0.95;

    void describe(Fields &fields);
};

struct Plateau : AnyRule
{
    static constexpr const char *kKind = "Plateau";
    static constexpr const char *kHelp = "the training loss fell and stands still while it is high";

    double leastFall = 0.005; ///< of the start
    double ofNoise = 0.5;
    double noteLevel = 0.2, warningLevel = 0.8, killedLevel = 0.03;
    double killedShare = 0.3;
    std::size_t leastValues = 60, killedValues = 25;
    std::int64_t leastSteps = 500;

    void describe(Fields &fields);
};

struct Oscillation : AnyRule
{
    static constexpr const char *kKind = "Oscillation";
    static constexpr const char *kHelp = "steps go to and fro: the learning rate is at the edge";

    double opposed = -0.3;
    double leastLevel = 0.2, problemLevel = 0.8;

    void describe(Fields &fields);
};

struct LearningRateTooLow : AnyRule
{
    static constexpr const char *kKind = "LearningRateTooLow";
    static constexpr const char *kHelp = "steps are far too short";

    double tinyUpdate = 2e-5, smallUpdate = 4e-4;
    double problemUpdate = 2e-6;
    double leastLevel = 0.8, stayLevel = 0.6; ///< of the loss, to begin to say so, and to go on
    double agreeing = 0.2;       ///< cosine of consecutive gradients
    double leastGradient = 2e-4; ///< beside the weights: below it the rate is not what is wrong
    double steady = 0.45, noiseless = 0.95; ///< cosines that last, and those of gradients of all samples, which always agree
    double steadyLevel = 0.2, mostSteadyLevel = 0.95; ///< of the loss
    std::size_t leastValues = 25;
    std::int64_t leastSteps = 150, longSteps = 400;

    void describe(Fields &fields);
};

struct UpdateRatio : AnyRule
{
    static constexpr const char *kKind = "UpdateRatio";
    static constexpr const char *kHelp = "steps are too large or too small beside the weights";

    double large = 0.15, problem = 1;
    double small = 1e-6, usual = 1e-4;
    double tinyGradient = 2e-4, longStep = 1e-3; ///< by the weights
    double leastLevel = 0.5;                     ///< of the loss

    void describe(Fields &fields);
};

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
    double leastLevel = 1.2; ///< of the loss, for growth to count

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
    double leastLevel = 0.3; ///< of the loss

    void describe(Fields &fields);
};

struct RankCollapse : AnyRule
{
    static constexpr const char *kKind = "RankCollapse";
    static constexpr const char *kHelp = "outputs of a layer lie in ever fewer directions";

    double ofStart = 0.2;
    double few = 2, leastStart = 8; ///< directions
    double leastLevel = 0.3;        ///< of the loss

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

struct NotNormalised : AnyRule
{
    double mean = 10;
    double large = 20, small = 0.02; ///< deviations

    void describe(Fields &fields);
};

struct InputsNotNormalised : NotNormalised
{
    static constexpr const char *kKind = "InputsNotNormalised";
    static constexpr const char *kHelp = "inputs are far from zero, or far from a deviation of 1";
};

struct TargetsNotNormalised : NotNormalised
{
    static constexpr const char *kKind = "TargetsNotNormalised";
    static constexpr const char *kHelp = "targets of a regression are far from zero, or far from a deviation of 1";
};

struct ClassImbalance : AnyRule
{
    static constexpr const char *kKind = "ClassImbalance";
    static constexpr const char *kHelp = "the model predicts one class nearly always, or is no better than that";

    double share = 0.6;
    double leastGain = 0.1; ///< of the accuracy over that share, by what it leaves
    double others = 0.1;
    std::size_t leastValues = 15;

    void describe(Fields &fields);
};

struct ClippingAlwaysActive : AnyRule
{
    static constexpr const char *kKind = "ClippingAlwaysActive";
    static constexpr const char *kHelp = "nearly all gradients are clipped, and most of them is lost";

    double share = 0.95;
    double ratio = 5, warningRatio = 50;
    std::size_t leastTicks = 20;

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

struct ProbabilitiesAsLogits : AnyRule
{
    static constexpr const char *kKind = "ProbabilitiesAsLogits";
    static constexpr const char *kHelp = "cross entropy is given probabilities";

    double share = 0.99;

    void describe(Fields &fields);
};

struct DataStarvation : AnyRule
{
    static constexpr const char *kKind = "DataStarvation";
    static constexpr const char *kHelp = "the training waits for its data";

    double share = 0.5; ///< of the time

    void describe(Fields &fields);
};

struct Overfitting : AnyRule
{
    static constexpr const char *kKind = "Overfitting";
    static constexpr const char *kHelp = "the validation loss rises while the training loss falls";

    double note = 0.1, warning = 0.2, problem = 1;
    double ofStart = 0.05;
    double trainFall = 0.05;
    double gap = 0.25, trainShare = 0.2;
    std::size_t leastAfter = 3;

    void describe(Fields &fields);
};

struct ValidationNoBetterThanGuessing : AnyRule
{
    static constexpr const char *kKind = "ValidationNoBetterThanGuessing";
    static constexpr const char *kHelp = "validation is no better than guessing";

    double share = 0.97, best = 0.9;
    double learnt = 0.8;
    std::size_t least = 3, problem = 6;
    std::size_t leastTrain = 10; ///< training losses, or as many as validations

    void describe(Fields &fields);
};

struct TrainingNoise : AnyRule
{
    static constexpr const char *kKind = "TrainingNoise";
    static constexpr const char *kHelp = "the model is much worse in training than in validation";

    double accuracyGap = 0.15;
    double lossShare = 0.5;
    double leastLevel = 0.1;
    std::int64_t validations = 3;

    void describe(Fields &fields);
};

struct ReplicaDrift : AnyRule
{
    static constexpr const char *kKind = "ReplicaDrift";
    static constexpr const char *kHelp = "processes that train one model have different parameters";

    void describe(Fields &fields) { describeEnabled(fields); }
};

} // namespace rules

/// All there are, by what they judge.
using Rule = std::variant<rules::NotFinite, rules::LossDiverging, rules::LossSpike, rules::LossNotDecreasing, rules::Plateau,
                          rules::Oscillation, rules::LearningRateTooLow, rules::UpdateRatio, rules::VanishingGradient,
                          rules::ExplodingGradient, rules::NoGradient, rules::LayerFrozen, rules::DeadUnits, rules::Saturation, rules::RankCollapse,
                          rules::BadInitialisation, rules::InputsNotNormalised, rules::TargetsNotNormalised, rules::ClassImbalance, rules::ClippingAlwaysActive,
                          rules::BatchNormSamples, rules::BatchNormDrift, rules::ProbabilitiesAsLogits, rules::Overfitting,
                          rules::ValidationNoBetterThanGuessing, rules::TrainingNoise, rules::DataStarvation, rules::ReplicaDrift>;

inline const char *nameOf(const Rule &rule)
{
    return std::visit([]<typename Kind>(const Kind &) { return Kind::kKind; }, rule);
}

/// Each as it is by default.
std::vector<Rule> allRules();

/// What is done about what rules find. Each list has names of rules, or "warning" or "problem", which is whatever is at least so severe.
struct Health
{
    std::vector<std::string> notify = {"problem"}; ///< by a desktop notification
    std::vector<std::string> checkpoint = {}, pause = {}, stop = {};
    std::vector<Rule> rules = {}; ///< that are set otherwise than by default

    void describe(Fields &fields);
    /// All rules that judge, as they are set.
    std::vector<Rule> judging() const;
};

} // namespace lensboard::settings
