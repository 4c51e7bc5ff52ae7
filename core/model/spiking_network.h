#pragma once

#include "core/experiment/settings/model_settings.h"
#include "core/model/model.h"

#include <cstdint>
#include <vector>

namespace lensboard::model {

/// Linear layers of leaky integrate-and-fire neurons. An input is a current that flows for so many steps of time; the scores
/// are the mean over time of what a last linear layer makes of the spikes. Every forward begins with resting neurons.
///
/// Shape:  inputs [N, *] to scores [N, \p classes].
/// Errors: std::invalid_argument if the model needs more memory than there is.
Model makeSpikingNetwork(const settings::Spiking &wanted, const std::vector<std::int64_t> &inputShape, std::int64_t classes);

} // namespace lensboard::model
