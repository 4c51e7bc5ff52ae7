#pragma once

#include "core/experiment/settings/fields.h"

#include <variant>

namespace lensboard::settings {

/// The data to compare outputs with.
enum class Target { Data, Input };

struct CrossEntropy
{
    static constexpr const char *kKind = "cross_entropy";
    static constexpr const char *kHelp = "cross entropy of class scores";

    double labelSmoothing = 0; ///< share of the target that is distributed over all classes

    void describe(Fields &fields);
};

struct Nll
{
    static constexpr const char *kKind = "nll";
    static constexpr const char *kHelp = "negative log-likelihood of outputs that are log-probabilities of classes, as LogSoftmax gives them";

    void describe(Fields &) {}
};

/// Settings of a loss that compares numbers.
struct NumberLoss
{
    Target target = Target::Data;

    void describe(Fields &fields);
};

struct Mse : NumberLoss
{
    static constexpr const char *kKind = "mse";
    static constexpr const char *kHelp = "mean squared error";
};

struct L1 : NumberLoss
{
    static constexpr const char *kKind = "l1";
    static constexpr const char *kHelp = "mean absolute error";
};

struct SmoothL1 : NumberLoss
{
    static constexpr const char *kKind = "smooth_l1";
    static constexpr const char *kHelp = "mean absolute error, but the square of small ones";

    double beta = 1; ///< errors below it are squared

    void describe(Fields &fields);
};

struct BceWithLogits : NumberLoss
{
    static constexpr const char *kKind = "bce_with_logits";
    static constexpr const char *kHelp = "binary cross entropy of scores before the sigmoid: one for two classes, else one a class";
};

using Loss = std::variant<CrossEntropy, Nll, Mse, L1, SmoothL1, BceWithLogits>;

/// Returns true if the loss compares outputs with inputs, for autoencoders.
bool isOfInputs(const Loss &loss);

} // namespace lensboard::settings
