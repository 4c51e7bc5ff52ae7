#include "core/health/rules.h"

#include "core/experiment/settings/lens_settings.h"
#include "core/experiment/validate.h"
#include "core/health/dead_units.h"
#include "core/health/generalisation.h"
#include "core/health/gradient_depth.h"
#include "core/health/loss_jumps.h"
#include "core/health/loss_stall.h"
#include "core/health/motionless.h"
#include "core/health/not_finite.h"
#include "core/health/replica_drift.h"
#include "core/health/step_size.h"
#include "core/health/training_noise.h"
#include "core/health/update_ratio.h"
#include "core/record/message.h"

#include <algorithm>
#include <stdexcept>

namespace lensboard::health {

using record::messagePattern;

namespace {

template <typename T>
std::unique_ptr<Rule> make()
{
    return std::make_unique<T>();
}

constexpr Need kTrainLoss{Signal::TrainLoss, settings::LossMetrics::kKind};
constexpr Need kValidationLoss{Signal::ValidationLoss, ""}; // comes with that of training, if there is validation
constexpr Need kGradients{Signal::GradientNorm, settings::ParameterGradientGeometry::kKind};
constexpr Need kCorrelation{Signal::GradientCorrelation, settings::ParameterGradientGeometry::kKind};
constexpr Need kUpdates{Signal::UpdateNorm, settings::ParameterUpdateGeometry::kKind};
constexpr Need kWeights{Signal::ParameterNorm, settings::ParameterNorm::kKind};
constexpr Need kDeath{Signal::DeathRate, settings::OutputActivation::kKind};

std::vector<RuleKind> allKinds()
{
    return {
        {"NotFinite", messagePattern("losses, outputs, gradients or parameters became NaN or infinite; says what came first"), {kTrainLoss}, make<NotFinite>},
        {"LossDiverging", messagePattern("the training loss grew and stays up"), {kTrainLoss}, make<LossDiverging>},
        {"LossSpike", messagePattern("the training loss jumps for a moment"), {kTrainLoss}, make<LossSpike>},
        {"LossNotDecreasing", messagePattern("the training loss does not fall"), {kTrainLoss}, make<LossNotDecreasing>},
        {"Plateau", messagePattern("the training loss fell and stands still while it is high"), {kTrainLoss}, make<Plateau>},
        {"Oscillation", messagePattern("steps go to and fro: the learning rate is at the edge"), {kTrainLoss, kCorrelation}, make<Oscillation>},
        {"LearningRateTooLow", messagePattern("steps are far too short"), {kTrainLoss}, make<LearningRateTooLow>},
        {"UpdateRatio", messagePattern("steps are too large or too small beside the weights"), {kUpdates, kWeights}, make<UpdateRatio>},
        {"VanishingGradient", messagePattern("gradients fade on their way to the first layers"), {kGradients}, make<VanishingGradient>},
        {"ExplodingGradient", messagePattern("gradients are far too large"), {kGradients}, make<ExplodingGradient>},
        {"NoGradient", messagePattern("the gradient of a layer is zero"), {kGradients}, make<NoGradient>},
        {"LayerFrozen", messagePattern("a layer does not change"), {kUpdates}, make<LayerFrozen>},
        {"DeadUnits", messagePattern("units put out nothing but zero"), {kDeath}, make<DeadUnits>},
        {"Overfitting", messagePattern("the validation loss rises while the training loss falls"), {kTrainLoss, kValidationLoss}, make<Overfitting>},
        {"ValidationNoBetterThanGuessing", messagePattern("validation is no better than guessing"), {kValidationLoss}, make<ValidationNoBetterThanGuessing>},
        {"TrainingNoise", messagePattern("the model is much worse in training than in validation"), {kTrainLoss, kValidationLoss}, make<TrainingNoise>},
        {"ReplicaDrift", messagePattern("processes that train one model have different parameters"), {}, make<ReplicaDrift>},
    };
}

} // namespace

std::span<const RuleKind> ruleKinds()
{
    static const std::vector<RuleKind> kinds = allKinds();
    return kinds;
}

const RuleKind &ruleKind(const std::string &name)
{
    const auto kinds = ruleKinds();
    const auto found = std::ranges::find_if(kinds, [&](const RuleKind &kind) { return name == kind.name; });
    if (found != kinds.end())
        return *found;
    std::vector<std::string> names;
    for (const RuleKind &kind : kinds)
        names.emplace_back(kind.name);
    std::string all;
    for (const std::string &each : names)
        all += (all.empty() ? "" : ", ") + each;
    const std::string guess = experiment::nearest(name, names);
    throw std::invalid_argument(guess.empty() ? record::message("there is no rule \"%1\"; there are %2", name, all)
                                              : record::message("there is no rule \"%1\"; did you mean %2? There are %3", name, guess, all));
}

} // namespace lensboard::health
