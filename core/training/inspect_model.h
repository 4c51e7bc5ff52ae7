#pragma once

#include "core/session/model_inspection.h"

namespace lensboard::training {

/// Opens a TorchScript file, and runs it in evaluation mode on a batch of zeros if the request says of what shape.
/// Errors: std::runtime_error naming the file, what it is, or what the model says to the input.
session::ModelInspection inspectModel(const session::InspectionRequest &request);

} // namespace lensboard::training
