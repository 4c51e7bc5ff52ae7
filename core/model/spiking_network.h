#pragma once

#include "core/experiment/settings/model_settings.h"
#include "core/model/model.h"

#include <cstdint>
#include <vector>

namespace lensboard::model {

/// Linear layers of leaky integrate-and-fire neurons. The input is a constant current for a fixed number of time steps. A last linear
/// layer reads the spikes; the scores are its mean output over time. Every forward starts with all voltages at zero.
///
/// Shape:  inputs [N, *] to scores [N, \p classes].
/// Errors: std::invalid_argument if the model does not fit into memory.
Model makeSpikingNetwork(const settings::Spiking &wanted, const std::vector<std::int64_t> &inputShape, std::int64_t classes);

} // namespace lensboard::model
