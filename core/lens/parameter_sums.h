#pragma once

#include "core/experiment/settings/lens_settings.h"
#include "core/experiment/watcher.h"

#include <string>

namespace lensboard::lens {

/// Returns true for lenses that show sums over parameters. They also measure parameters that the processes divide among them.
inline bool isOfParameterSums(const std::string &kind)
{
    return experiment::isOfParameters(kind) || kind == settings::WeightUpdateRatio::kKind || kind == settings::AdamMoments::kKind
           || kind == settings::GradientNoise::kKind;
}

} // namespace lensboard::lens
