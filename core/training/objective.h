#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/settings/objective_settings.h"
#include "core/torch_fwd.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::dataset {
struct Dataset;
}

namespace lensboard::training {

/// What a training minimises, and the metrics that are shown beside it.
///
/// Shape:  outputs [N, classes, *] with targets [N, *] of classes, as PyTorch has them; else as many outputs as there are
///         numbers to compare with.
/// Thread: that of the training.
class Objective
{
public:
    /// Errors: std::invalid_argument if the loss or a metric does not suit the data.
    Objective(const experiment::Experiment &experiment, const dataset::Dataset &data);

    /// How many numbers a model must return for each sample, or each position of a text.
    std::int64_t outputs() const { return m_outputs; }
    /// Errors: std::invalid_argument that names both shapes if \p outputs do not fit.
    void check(const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets) const;

    /// Shape:  a scalar, with gradient.
    at::Tensor loss(const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets) const;
    /// Names, such as "val_accuracy", and values. The mean of a metric over batches of one size is that of the samples.
    std::vector<std::pair<std::string, double>> metrics(const at::Tensor &outputs, const at::Tensor &inputs,
                                                        const at::Tensor &targets, bool training) const;

private:
    bool ofClasses() const;
    double variance(const at::Tensor &numbers) const;
    at::Tensor wanted(const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets) const;
    double metric(const std::string &name, const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets,
                  bool training) const;

    settings::Loss m_loss;
    bool m_againstInputs;
    std::int64_t m_classes;
    std::int64_t m_outputs = 0;
    std::vector<std::string> m_metrics;
    double m_trainingVariance = 0; ///< of the targets, for r2
    double m_validationVariance = 0;
};

} // namespace lensboard::training
