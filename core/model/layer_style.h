#pragma once

#include "core/experiment/settings/model_settings.h"

#include <cstdint>
#include <string>

namespace lensboard::model {

class SequentialImpl;

/// Adds an activation. Its name is \p prefix, kind and \p suffix: convrelu1.
void addActivation(SequentialImpl &net, settings::Activation kind, const std::string &prefix, const std::string &suffix);

/// Adds a normalisation: per channel over the batch, over all channels and pixels of a sample (Norm::Layer), or none.
/// Shape:  [N, \p channels, H, W].
void addNorm2d(SequentialImpl &net, settings::Norm kind, const std::string &name, std::int64_t channels);

} // namespace lensboard::model
