#pragma once

#include "core/session/model_inspection.h"

namespace lensboard::training {

/// Opens a TorchScript file. If the request gives an input shape, runs the model in evaluation mode on a batch of zeros.
/// Errors: std::runtime_error naming the file and its kind, or the model's error for this input.
session::ModelInspection inspectModel(const session::InspectionRequest &request);

} // namespace lensboard::training
