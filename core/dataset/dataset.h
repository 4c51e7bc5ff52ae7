#pragma once

#include "core/experiment/experiment.h"

#include <ATen/core/Tensor.h>

#include <functional>
#include <string>
#include <vector>

namespace lensboard::dataset {

/// Samples of one kind, whole in memory.
struct Samples
{
    at::Tensor inputs;  ///< [N, *], uint8 or float32; tokens of a text are int32
    at::Tensor targets; ///< [N], int64 class numbers; of a text [N, T], int32

    std::int64_t size() const { return targets.size(0); }
};

/// A data set for classification, of whole samples or of each position of a text. Inputs become float32 and
/// (x - mean) / deviation when a batch is taken; tokens stay what they are.
struct Dataset
{
    Samples training;
    Samples validation;
    std::int64_t classes = 0;
    double mean = 0; ///< of the training inputs
    double deviation = 1;
    std::u32string vocabulary; ///< of a text: the character of each token but the last, which is an unknown one
    std::vector<std::string> notices; ///< what differs from what was asked for

    std::vector<std::int64_t> inputShape() const { return training.inputs.sizes().slice(1).vec(); }
};

/// Reads or makes the data set. Fashion-MNIST that is not installed where Debian puts it is replaced by spirals,
/// with a notice; what was asked for by path is not. \p alive may throw to cancel.
/// Errors: DatasetError.
Dataset makeDataset(const experiment::Choice &choice, std::int64_t seed, const std::function<void()> &alive = [] {});

/// The samples at \p indices [B] as inputs [B, *] float32 and targets [B]; of a text, both [B, T] int64.
std::pair<at::Tensor, at::Tensor> takeBatch(const Dataset &dataset, const Samples &samples, const at::Tensor &indices);

} // namespace lensboard::dataset
