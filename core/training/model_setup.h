#pragma once

#include "core/experiment/experiment.h"
#include "core/model/trainable_model.h"
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
    std::vector<std::string> notices; ///< what differs from what was asked for
};

/// Builds the model that \p experiment names, or opens its TorchScript file, on \p device. Seeds \p random, from which weights are drawn.
/// \p trustedSha256 is that of the file that may run; empty: any.
/// Errors: std::exception if the model does not fit the data or has nothing to train; std::runtime_error if its file cannot be run.
PreparedModel prepareModel(const experiment::Experiment &experiment, const dataset::Dataset &data, const Objective &objective,
                           const c10::Device &device, RandomStream &random, const std::string &trustedSha256);

/// What a model's forward may change.
struct ModelState
{
    model::NamedTensors buffers; ///< copies
    std::string attributes;      ///< TrainableModel::attributes()
};

ModelState stateOf(const model::TrainableModel &model);
/// \p state is one of the same model.
void restoreState(model::TrainableModel &model, const ModelState &state);

/// Copies \p saved, parameters and buffers of a checkpoint, into \p model.
/// Errors: std::invalid_argument if one of the model's is missing, or has another shape.
void restoreWeights(model::TrainableModel &model, const model::NamedTensors &saved);

} // namespace lensboard::training
