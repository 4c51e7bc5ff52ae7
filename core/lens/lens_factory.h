#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/settings/lens_settings.h"
#include "core/lens/custom_lens.h"
#include "core/lens/lens.h"

#include <functional>
#include <memory>

namespace lensboard::lens {

/// Makes a custom lens. Returns null if there is none of this name.
using CustomLensMaker = std::function<std::unique_ptr<custom::BaseLens>(const settings::CustomLens &settings)>;

/// Makes a lens, monitor or recorder with validated settings.
/// Errors: std::invalid_argument if there is no such kind or custom lens.
std::unique_ptr<Lens> makeLens(const experiment::KindSettings &choice, const CustomLensMaker &makeCustomLens = {});

} // namespace lensboard::lens
