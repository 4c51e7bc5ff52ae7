#include "core/training/objective.h"

#include "core/dataset/dataset.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <ATen/core/Reduction.h>
#include <ATen/ops/argmax.h>
#include <ATen/ops/binary_cross_entropy_with_logits.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/l1_loss.h>
#include <ATen/ops/mse_loss.h>
#include <ATen/ops/nll_loss.h>
#include <ATen/ops/one_hot.h>
#include <ATen/ops/smooth_l1_loss.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <variant>

namespace lensboard::training {

namespace {

/// Reshapes scores [N, classes, *] to [positions, classes]. For a text, classes are last in memory, so no data are copied.
at::Tensor rowsOf(const at::Tensor &scores)
{
    return scores.dim() > 2 ? scores.movedim(1, -1).flatten(0, -2) : scores;
}

std::int64_t product(at::IntArrayRef sizes)
{
    return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>());
}

std::string shapeText(const at::Tensor &tensor)
{
    std::string text;
    for (const std::int64_t size : tensor.sizes())
        text += (text.empty() ? "" : ", ") + std::to_string(size);
    return '[' + text + ']';
}

double share(const at::Tensor &right)
{
    return static_cast<double>(right.sum().item<std::int64_t>()) / static_cast<double>(right.numel());
}

} // namespace

Objective::Objective(const experiment::Experiment &experiment, const dataset::Dataset &data)
    : m_loss(experiment.loss.as<settings::Loss>()), m_againstInputs(settings::isOfInputs(m_loss)),
      m_classes(m_againstInputs ? 0 : data.classes), m_metrics(experiment.metrics)
{
    if (ofClasses() && m_classes == 0)
        throw record::InvalidArgument(record::message("loss.kind: %1 is of classes, and the targets of the data are numbers; use "
                                                    "mse, l1 or smooth_l1",
                                                    experiment.loss.kind));
    if (m_againstInputs && !data.training.inputs.is_floating_point() && data.training.inputs.scalar_type() != at::kByte)
        throw record::InvalidArgument(record::message("loss.target: inputs that are numbers of tokens cannot be compared with "
                                                    "outputs"));
    for (std::string &metric : m_metrics) {
        if (metric == "auto")
            metric = m_classes > 0 ? "accuracy" : "mae";
        if ((metric == "accuracy" || metric == "top5") && m_classes == 0)
            throw record::InvalidArgument(record::message("metrics: %1 compares classes, and the targets of the data are "
                                                        "numbers; use mae or r2",
                                                        metric));
    }
    const bool oneScore = std::holds_alternative<settings::BceWithLogits>(m_loss) && m_classes == 2;
    m_outputs = m_againstInputs ? product(data.inputShape())
              : oneScore        ? 1
              : m_classes > 0   ? m_classes
                                : product(data.training.targets.sizes().slice(1));
    if (std::find(m_metrics.begin(), m_metrics.end(), "r2") != m_metrics.end()) {
        if (m_againstInputs)
            throw record::InvalidArgument(record::message("metrics: r2 is of the data's targets, and loss.target is the input; "
                                                        "use mae"));
        m_trainingVariance = variance(data.training.targets);
        m_validationVariance = variance(data.validation.targets);
    }
}

bool Objective::ofClasses() const
{
    return std::holds_alternative<settings::CrossEntropy>(m_loss) || std::holds_alternative<settings::Nll>(m_loss);
}

/// Variance around each column's mean. With it, the mean over batches of 1 - error / variance is the r2 of the whole set.
double Objective::variance(const at::Tensor &numbers) const
{
    if (numbers.size(0) == 0)
        return 0;
    const at::Tensor values = numbers.to(at::kDouble);
    return values.sub(values.mean(0, true)).square().mean().item<double>();
}

void Objective::check(const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets) const
{
    const record::Message found = record::message("the model puts out %1 for inputs %2", shapeText(outputs), shapeText(inputs));
    if (!outputs.is_floating_point())
        throw record::InvalidArgument(record::message("%1, expected floating-point numbers", found));
    if (ofClasses()) {
        if (outputs.dim() < 2 || outputs.size(1) < m_classes || rowsOf(outputs).size(0) != targets.numel())
            throw record::InvalidArgument(record::message("%1; for %2 classes and targets %3 a score a class is needed, classes "
                                                        "in the second dimension",
                                                        found, m_classes, shapeText(targets)));
        return;
    }
    const bool oneHot = m_classes > 0 && outputs.dim() >= 2 && outputs.numel() == targets.numel() * outputs.size(1)
                     && outputs.size(1) >= m_classes;
    const std::int64_t needed = m_againstInputs ? inputs.numel() : targets.numel();
    if (outputs.numel() != needed && !oneHot)
        throw record::InvalidArgument(m_againstInputs
                                        ? record::message("%1; outputs and inputs must have the same number of values", found)
                                        : record::message("%1; the targets %2 must have the same number of values as the outputs", found,
                                                          shapeText(targets)));
}

/// Returns the values that \p outputs are compared with: inputs, targets or one-hot classes, in the shape of \p outputs.
at::Tensor Objective::wanted(const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets) const
{
    if (m_againstInputs)
        return inputs.reshape_as(outputs);
    if (outputs.numel() == targets.numel())
        return targets.to(outputs.scalar_type()).reshape_as(outputs);
    return at::one_hot(targets, outputs.size(1)).movedim(-1, 1).to(outputs.scalar_type()).reshape_as(outputs);
}

at::Tensor Objective::loss(const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets) const
{
    const auto numbers = [&] { return wanted(outputs, inputs, targets); };
    return std::visit(settings::Overloaded{
        [&](const settings::CrossEntropy &loss) {
            return at::cross_entropy_loss(rowsOf(outputs), targets.flatten(), {}, at::Reduction::Mean, -100, loss.labelSmoothing);
        },
        [&](const settings::Nll &) { return at::nll_loss(rowsOf(outputs), targets.flatten()); },
        [&](const settings::Mse &) { return at::mse_loss(outputs, numbers()); },
        [&](const settings::L1 &) { return at::l1_loss(outputs, numbers()); },
        [&](const settings::SmoothL1 &loss) { return at::smooth_l1_loss(outputs, numbers(), at::Reduction::Mean, loss.beta); },
        [&](const settings::BceWithLogits &) { return at::binary_cross_entropy_with_logits(outputs, numbers()); },
    }, m_loss);
}

double Objective::metric(const std::string &name, const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets,
                         bool training) const
{
    if (name == "accuracy") {
        if (outputs.numel() == targets.numel()) // two classes with one score
            return share(outputs.flatten().gt(0).eq(targets.flatten()));
        return share(at::argmax(rowsOf(outputs), -1).eq(targets.flatten()));
    }
    if (name == "top5") {
        if (outputs.numel() == targets.numel())
            return 1;
        const at::Tensor rows = rowsOf(outputs);
        const auto best = std::get<1>(rows.topk(std::min<std::int64_t>(5, rows.size(1))));
        return share(best.eq(targets.flatten().unsqueeze(1)).any(1));
    }
    const at::Tensor error = outputs.sub(wanted(outputs, inputs, targets));
    if (name == "mae")
        return error.abs().mean().item<double>();
    const double variance = training ? m_trainingVariance : m_validationVariance;
    return 1 - error.square().mean().item<double>() / variance;
}

std::vector<std::pair<std::string, double>> Objective::metrics(const at::Tensor &outputs, const at::Tensor &inputs,
                                                               const at::Tensor &targets, bool training) const
{
    std::vector<std::pair<std::string, double>> values;
    for (const std::string &name : m_metrics)
        values.emplace_back(training ? record::term("train_%1", name) : record::term("val_%1", name),
                             metric(name, outputs.detach(), inputs, targets, training));
    return values;
}

} // namespace lensboard::training
