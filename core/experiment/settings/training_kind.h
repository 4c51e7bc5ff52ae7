#pragma once

#include "core/experiment/settings/fields.h"

#include <algorithm>
#include <optional>
#include <string>

namespace lensboard::settings {

/// Kinds of training. Health rules judge each kind differently.
enum class TrainingKind {
    Unknown,
    Scratch,    ///< supervised, from random weights
    FineTuning, ///< a trained model learns a new task
    Continued,  ///< a trained model continues its task
    Reinforcement,
    Adversarial,
    SelfSupervised, ///< without labels: contrastive losses, autoencoders
    RangeTest       ///< the learning rate rises until the loss diverges
};

/// Names of the kinds, in the order of TrainingKind.
inline constexpr Names<8> kTrainingKinds = {"unknown",     "scratch",         "fine-tuning", "continued", "reinforcement",
                                            "adversarial", "self-supervised", "range-test"};

inline std::string toText(TrainingKind kind)
{
    return kTrainingKinds[static_cast<std::size_t>(kind)];
}

/// Returns nullopt if \p text is not one of kTrainingKinds.
inline std::optional<TrainingKind> trainingKindFromText(const std::string &text)
{
    const auto found = std::ranges::find(kTrainingKinds, text);
    return found == kTrainingKinds.end() ? std::nullopt : std::optional(static_cast<TrainingKind>(found - kTrainingKinds.begin()));
}

} // namespace lensboard::settings
