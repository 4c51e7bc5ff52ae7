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

/// The loss that a training minimises, and its metrics.
///
/// Shape:  outputs [N, classes, *] with class targets [N, *], as in PyTorch; otherwise as many outputs as there are numbers
/// to compare with.
/// Thread: the training's thread.
class Objective
{
public:
    /// Errors: std::invalid_argument if the loss or a metric is not applicable to the data.
    Objective(const experiment::Experiment &experiment, const dataset::Dataset &data);

    /// Returns the number of outputs that a model must have per sample, or per position of a text.
    std::int64_t outputs() const { return m_outputs; }
    /// Errors: std::invalid_argument naming both shapes if \p outputs have a wrong shape.
    void check(const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets) const;

    /// Returns a scalar with gradient.
    at::Tensor loss(const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets) const;
    /// Returns names, such as "val_accuracy", and values. For batches of equal size, the mean over batches is the mean over samples.
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
    double m_trainingVariance = 0; ///< of the training targets, for r2
    double m_validationVariance = 0;
};

} // namespace lensboard::training
