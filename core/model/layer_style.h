#pragma once

#include "core/experiment/settings/model_settings.h"

#include <cstdint>
#include <string>

namespace lensboard::model {

class SequentialImpl;

/// Called \p prefix, its kind and \p suffix: convrelu1.
void addActivation(SequentialImpl &net, settings::Activation kind, const std::string &prefix, const std::string &suffix);

/// Normalises by channel over the batch, or (Norm::Layer) over all of a sample's channels and pixels, or not at all.
/// Shape:  [N, \p channels, H, W].
void addNorm2d(SequentialImpl &net, settings::Norm kind, const std::string &name, std::int64_t channels);

} // namespace lensboard::model
