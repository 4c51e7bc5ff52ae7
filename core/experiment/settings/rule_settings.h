#pragma once

#include "core/experiment/settings/rules/data_rules.h"
#include "core/experiment/settings/rules/gradient_rules.h"
#include "core/experiment/settings/rules/layer_rules.h"
#include "core/experiment/settings/rules/loop_rules.h"
#include "core/experiment/settings/rules/loss_rules.h"
#include "core/experiment/settings/rules/replica_rules.h"
#include "core/experiment/settings/rules/step_rules.h"
#include "core/experiment/settings/rules/validation_rules.h"

#include <variant>

namespace lensboard::settings {

/// All rules, ordered by the subject they judge.
using Rule = std::variant<rules::NotFinite, rules::LossDiverging, rules::LossSpike, rules::LossNotDecreasing, rules::Plateau,
                          rules::Oscillation, rules::LearningRateTooLow, rules::UpdateRatio, rules::VanishingGradient,
                          rules::ExplodingGradient, rules::NoGradient, rules::LayerFrozen, rules::DeadUnits, rules::Saturation, rules::RankCollapse,
                          rules::BadInitialisation, rules::InputsNotNormalised, rules::TargetsNotNormalised, rules::ClassImbalance, rules::ClippingAlwaysActive,
                          rules::BatchNormSamples, rules::BatchNormDrift, rules::ProbabilitiesAsLogits, rules::Overfitting,
                          rules::ValidationNoBetterThanGuessing, rules::TrainingNoise, rules::DataStarvation, rules::ReplicaDrift, rules::LoopFault>;

} // namespace lensboard::settings
