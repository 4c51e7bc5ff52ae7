#pragma once

#include "core/experiment/experiment.h"
#include "core/model/trainable_model.h"
#include "core/record/message.h"
#include "core/torch_fwd.h"

#include <memory>
#include <string>
#include <vector>

namespace lensboard::dataset {
struct Dataset;
}

namespace lensboard::training {

class Objective;
class RandomStream;

struct PreparedModel
{
    std::unique_ptr<model::TrainableModel> model;
    std::vector<record::Message> notices; ///< differences from the requested settings
};

/// Builds the model of \p experiment, or opens its TorchScript file, on \p device. Seeds \p random and draws the weights from it.
/// \p trustedSha256 is the SHA-256 of the file that may run; empty: any file.
/// Errors: std::exception if the model does not fit the data or has no trainable parameter; std::runtime_error if its file cannot be run.
PreparedModel prepareModel(const experiment::Experiment &experiment, const dataset::Dataset &data, const Objective &objective,
                           const c10::Device &device, RandomStream &random, const std::string &trustedSha256);

/// Model state that forward may change.
struct ModelState
{
    model::NamedTensors buffers; ///< copies
    std::string attributes;      ///< TrainableModel::attributes()
};

ModelState stateOf(const model::TrainableModel &model);
/// \p state must come from the same model.
void restoreState(model::TrainableModel &model, const ModelState &state);

/// Copies \p saved, the parameters and buffers of a checkpoint, into \p model.
/// Errors: std::invalid_argument if a tensor of the model is missing in \p saved, or has another shape.
void restoreWeights(model::TrainableModel &model, const model::NamedTensors &saved);

} // namespace lensboard::training
