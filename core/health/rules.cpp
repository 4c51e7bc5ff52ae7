#include "core/health/rules.h"

#include "core/experiment/settings/lens_settings.h"
#include "core/experiment/validate.h"
#include "core/health/rules/bad_initialisation.h"
#include "core/health/rules/batch_norm_drift.h"
#include "core/health/rules/batch_norm_samples.h"
#include "core/health/rules/clipping_always_active.h"
#include "core/health/rules/data_starvation.h"
#include "core/health/rules/dead_units.h"
#include "core/health/rules/generalisation.h"
#include "core/health/rules/gradient_depth.h"
#include "core/health/rules/loop_fault.h"
#include "core/health/rules/loss_jumps.h"
#include "core/health/rules/loss_stall.h"
#include "core/health/rules/motionless.h"
#include "core/health/rules/not_finite.h"
#include "core/health/rules/rank_collapse.h"
#include "core/health/rules/replica_drift.h"
#include "core/health/rules/saturation.h"
#include "core/health/rules/step_bottleneck.h"
#include "core/health/rules/step_size.h"
#include "core/health/rules/training_data.h"
#include "core/health/rules/training_noise.h"
#include "core/health/rules/update_ratio.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <concepts>
#include <stdexcept>

namespace lensboard::health {

namespace {

template <typename T>
RuleKind kind(const MostSevere &mostSevere, std::vector<Need> needs)
{
    using Settings = typename T::Settings;
    return {Settings::kKind, Settings::kHelp, mostSevere, std::move(needs),
            [](const experiment::KindSettings &settings) -> std::unique_ptr<Rule> {
                if constexpr (std::constructible_from<T, LimitScale>)
                    return std::make_unique<T>(settings.as<Settings>().sensitivity);
                else
                    return std::make_unique<T>();
            }};
}

constexpr Need kTrainLoss{Signal::TrainLoss, settings::LossMetrics::kKind};
constexpr Need kValidationLoss{Signal::ValidationLoss, ""}; // recorded together with the training loss if there is validation
constexpr Need kGradients{Signal::GradientNorm, settings::ParameterGradientGeometry::kKind};
constexpr Need kCorrelation{Signal::GradientCorrelation, settings::ParameterGradientGeometry::kKind};
constexpr Need kUpdates{Signal::UpdateNorm, settings::ParameterUpdateGeometry::kKind};
constexpr Need kRatioOfUpdates{Signal::UpdateNorm, settings::ParameterUpdateGeometry::kKind, "", Signal::UpdateRatio};
constexpr Need kWeights{Signal::ParameterNorm, settings::ParameterNorm::kKind, "", Signal::UpdateRatio};
constexpr Need kDeath{Signal::DeathRate, settings::OutputActivation::kKind};

constexpr auto kProblem = Severity::Problem, kWarning = Severity::Warning, kNote = Severity::Note;
constexpr std::nullopt_t kSilent = std::nullopt;

// Columns:                            unknown   scratch   fine-tun. continued reinforc. advers.   self-sup. range test
constexpr MostSevere kProven       = {kProblem, kProblem, kProblem, kProblem, kProblem, kProblem, kProblem, kNote};
constexpr MostSevere kMotion       = {kProblem, kProblem, kProblem, kProblem, kNote,    kWarning, kProblem, kNote};
constexpr MostSevere kLossLevel    = {kProblem, kProblem, kProblem, kProblem, kSilent,  kSilent,  kWarning, kSilent};
constexpr MostSevere kGradientSize = {kWarning, kProblem, kWarning, kWarning, kNote,    kNote,    kNote,    kSilent};
constexpr MostSevere kStatistics   = {kWarning, kProblem, kWarning, kWarning, kNote,    kNote,    kProblem, kSilent};
constexpr MostSevere kValidation   = {kWarning, kProblem, kWarning, kWarning, kSilent,  kSilent,  kWarning, kSilent};
constexpr MostSevere kGuessing     = {kWarning, kProblem, kWarning, kNote,    kSilent,  kSilent,  kNote,    kSilent};
constexpr MostSevere kSteps        = {kWarning, kProblem, kWarning, kWarning, kNote,    kNote,    kWarning, kSilent};
constexpr MostSevere kFirstWeights = {kWarning, kProblem, kSilent,  kSilent,  kWarning, kWarning, kWarning, kSilent};
constexpr MostSevere kLossFall     = {kWarning, kProblem, kWarning, kNote,    kSilent,  kSilent,  kNote,    kSilent};
constexpr MostSevere kSlowness     = {kWarning, kProblem, kNote,    kNote,    kNote,    kNote,    kNote,    kSilent};
constexpr MostSevere kStandstill   = {kWarning, kWarning, kNote,    kNote,    kSilent,  kSilent,  kNote,    kSilent};
constexpr MostSevere kLossSpikes   = {kWarning, kWarning, kWarning, kWarning, kNote,    kNote,    kWarning, kSilent};
constexpr MostSevere kLabels       = {kWarning, kWarning, kWarning, kWarning, kSilent,  kSilent,  kWarning, kSilent};
constexpr MostSevere kData         = {kWarning, kWarning, kWarning, kWarning, kNote,    kNote,    kWarning, kNote};

std::vector<RuleKind> allKinds()
{
    return {
        kind<NotFinite>(kProven, {kTrainLoss}),
        kind<LossDiverging>(kLossLevel, {kTrainLoss}),
        kind<LossSpike>(kLossSpikes, {kTrainLoss}),
        kind<LossNotDecreasing>(kLossFall, {kTrainLoss}),
        kind<Plateau>(kStandstill, {kTrainLoss}),
        kind<Oscillation>(kSteps, {kTrainLoss, kCorrelation}),
        kind<LearningRateTooLow>(kSlowness, {kTrainLoss}),
        kind<UpdateRatio>(kSteps, {kRatioOfUpdates, kWeights}),
        kind<VanishingGradient>(kSteps, {kGradients}),
        kind<ExplodingGradient>(kGradientSize, {{kGradients.signal, kGradients.lens, "", Signal::TotalGradientNorm}}),
        kind<NoGradient>(kMotion, {kGradients}),
        kind<LayerFrozen>(kMotion, {kUpdates}),
        kind<DeadUnits>(kMotion, {kDeath}),
        kind<Saturation>(kSteps, {{Signal::SaturationRate, settings::OutputSaturation::kKind}}),
        kind<RankCollapse>(kSteps, {{Signal::OutputRank, settings::EffectiveRank::kKind}}),
        kind<BadInitialisation>(kFirstWeights, {{Signal::OutputNorm, settings::OutputNorm::kKind}}),
        kind<InputsNotNormalised>(kData, {{Signal::InputMean, settings::Data::kKind}}),
        kind<TargetsNotNormalised>(kData, {{Signal::TargetMean, settings::Data::kKind}}),
        kind<ClassImbalance>(kLabels, {{Signal::LabelShare, settings::Data::kKind}}),
        kind<ClippingAlwaysActive>(kData, {kGradients}),
        kind<BatchNormSamples>(kMotion, {}),
        kind<BatchNormDrift>(kStatistics, {{Signal::TrainingDrift, settings::BatchNormDrift::kKind, "BatchNorm"}}),
        kind<ProbabilitiesAsLogits>(kData, {{Signal::ProbabilityShare, settings::Data::kKind}}),
        kind<Overfitting>(kValidation, {kTrainLoss, kValidationLoss}),
        kind<ValidationNoBetterThanGuessing>(kGuessing, {kValidationLoss}),
        kind<TrainingNoise>(kStandstill, {kTrainLoss, kValidationLoss}),
        kind<DataStarvation>(kProven, {{Signal::DataWait, settings::Data::kKind}}),
        kind<StepBottleneck>(kData, {{Signal::PartTime, settings::StepTime::kKind}}),
        kind<ReplicaDrift>(kProven, {}),
        kind<LoopFault>(kProven, {}),
    };
}

/// Errors: std::invalid_argument if the name is unknown; the message suggests the nearest name.
const RuleKind &kindNamed(const std::string &name)
{
    const auto kinds = ruleKinds();
    const auto found = std::ranges::find_if(kinds, [&](const RuleKind &kind) { return name == kind.name; });
    if (found != kinds.end())
        return *found;
    std::vector<std::string> names;
    std::string all;
    for (const RuleKind &kind : kinds) {
        names.emplace_back(kind.name);
        all += (all.empty() ? "" : ", ") + names.back();
    }
    const std::string guess = experiment::nearest(name, names);
    throw record::InvalidArgument(guess.empty() ? record::message("there is no rule \"%1\"; there are %2", name, all)
                                              : record::message("there is no rule \"%1\"; did you mean %2? There are %3", name, guess, all));
}

} // namespace

std::span<const RuleKind> ruleKinds()
{
    static const std::vector<RuleKind> kinds = allKinds();
    return kinds;
}

const RuleKind &kindOf(const experiment::KindSettings &rule)
{
    return kindNamed(rule.kind);
}

std::vector<experiment::KindSettings> rulesNamed(const std::vector<std::string> &names)
{
    std::vector<experiment::KindSettings> all = settings::allRules(), named;
    for (const std::string &name : names)
        named.push_back(all[static_cast<std::size_t>(&kindNamed(name) - ruleKinds().data())]);
    return names.empty() ? all : named;
}

} // namespace lensboard::health
