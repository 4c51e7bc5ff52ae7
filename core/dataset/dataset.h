#pragma once

#include "core/experiment/settings/dataset_settings.h"
#include "core/session/trainer.h"

#include <ATen/core/Tensor.h>

#include <string>
#include <vector>

namespace lensboard::dataset {

/// Samples of one kind, whole in memory.
struct Samples
{
    at::Tensor inputs;  ///< [N, *], uint8 or float32; tokens of a text are int32, those of an array int64
    at::Tensor targets; ///< [N], int64 class numbers; of a text [N, T], int32; numbers are float32, [N] or [N, K]

    std::int64_t size() const { return targets.size(0); }
};

/// A data set. Its targets are classes or numbers, one or several a sample, or the class of each position of a text. Inputs become
/// float32 and (x - mean) / deviation when a batch is taken; tokens stay what they are.
struct Dataset
{
    Samples training;
    Samples validation;
    std::int64_t classes = 0;            ///< 0: targets are numbers
    std::vector<std::string> classNames; ///< of each class, or none
    at::Tensor mean;                     ///< of the training inputs, float32, broadcasts to a sample; undefined: 0
    at::Tensor deviation;                ///< likewise; undefined: 1
    at::Tensor targetMean;               ///< that was subtracted from the targets, float32, broadcasts to a sample's; undefined: 0
    at::Tensor targetDeviation;          ///< by which they were then divided, likewise; undefined: 1
    std::u32string vocabulary; ///< of a text: the character of each token but the last, which is an unknown one
    std::vector<std::string> notices; ///< what differs from what was asked for

    std::vector<std::int64_t> inputShape() const { return training.inputs.sizes().slice(1).vec(); }
};

/// Reads or makes the data set. Fashion-MNIST that is not installed where Debian puts it is replaced by spirals,
/// with a notice; what was asked for by path is not. \p seed divides samples, and makes those that are made.
/// Errors: DatasetError.
Dataset makeDataset(const settings::Dataset &wanted, std::int64_t seed,
                    const session::ProgressReport &report = [](const std::string &) {});

/// Identifies the samples, wherever their files lie and however they are packed: shapes and CRC-32s. Not safe against forgery.
std::string fingerprint(const Dataset &dataset);

/// Errors: std::invalid_argument if a built-in model of this kind cannot take what the data are.
void checkModelTakes(const Dataset &dataset, const std::string &model);

/// Returns inputs and targets of the samples at \p indices.
///
/// Shape:  \p indices [B], int64. Inputs [B, *], float32; targets [B] int64, or [B] or [B, K] float32. Of a text both [B, T], int64.
std::pair<at::Tensor, at::Tensor> takeBatch(const Dataset &dataset, const Samples &samples, const at::Tensor &indices);

} // namespace lensboard::dataset
