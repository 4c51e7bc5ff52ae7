#pragma once

#include "core/experiment/settings/dataset_settings.h"
#include "core/record/message.h"
#include "core/session/trainer.h"

#include <ATen/core/Tensor.h>

#include <string>
#include <vector>

namespace lensboard::dataset {

/// Samples of one kind, held completely in memory.
struct Samples
{
    at::Tensor inputs;  ///< [N, *], uint8 or float32; int32 for the tokens of a text, int64 for tokens from an array
    at::Tensor targets; ///< [N], int64 class numbers; [N, T], int32 for a text; float32, [N] or [N, K] for regression

    std::int64_t size() const { return targets.size(0); }
};

/// A data set. Targets are classes, one or several numbers per sample, or the class of each position of a text. takeBatch()
/// converts inputs to float32 and returns (x - mean) / deviation; tokens are not changed.
struct Dataset
{
    Samples training;
    Samples validation;
    std::int64_t classes = 0;            ///< 0: targets are numbers
    std::vector<std::string> classNames; ///< one per class, or empty
    at::Tensor mean;                     ///< of the training inputs, float32, broadcasts to a sample; undefined: 0
    at::Tensor deviation;                ///< of the training inputs, float32, broadcasts to a sample; undefined: 1
    at::Tensor targetMean;               ///< already subtracted from the targets; float32, broadcasts to a sample's targets; undefined: 0
    at::Tensor targetDeviation;          ///< the targets were divided by it after subtraction; float32, broadcasts likewise; undefined: 1
    std::u32string vocabulary; ///< of a text: the character of each token except the last token, the unknown character
    std::vector<record::Message> notices; ///< differences from the requested settings

    std::vector<std::int64_t> inputShape() const { return training.inputs.sizes().slice(1).vec(); }
};

/// Reads or creates the data set. If Fashion-MNIST is missing at Debian's path, returns spirals with a notice; a missing
/// file at an explicit path is an error. \p seed determines the split and generated samples.
/// Errors: DatasetError.
Dataset makeDataset(const settings::Dataset &wanted, std::int64_t seed,
                    const session::ProgressReport &report = [](const std::string &) {});

/// Returns an identifier of the samples: shapes and CRC-32s, independent of path and compression. Not safe against forgery.
std::string fingerprint(const Dataset &dataset);

/// Errors: std::invalid_argument if a built-in model of kind \p model does not accept these data.
void checkModelTakes(const Dataset &dataset, const std::string &model);

/// Returns inputs and targets of the samples at \p indices.
///
/// Shape:  \p indices [B], int64. Inputs [B, *], float32; targets [B] int64, or [B] or [B, K] float32. For a text, both [B, T], int64.
std::pair<at::Tensor, at::Tensor> takeBatch(const Dataset &dataset, const Samples &samples, const at::Tensor &indices);

} // namespace lensboard::dataset
