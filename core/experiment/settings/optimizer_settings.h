#pragma once

#include "core/experiment/settings/fields.h"

#include <cstdint>
#include <variant>

namespace lensboard::settings {

/// Settings of all optimizers.
struct AnyOptimizer
{
    double lr = 0.01;
    double weightDecay = 0;
};

struct Sgd : AnyOptimizer
{
    static constexpr const char *kKind = "sgd";
    static constexpr const char *kHelp = "stochastic gradient descent";

    double momentum = 0.9;
    bool nesterov = false;

    void describe(Fields &fields);
};

struct Adam : AnyOptimizer
{
    static constexpr const char *kKind = "adam";
    static constexpr const char *kHelp = "Adam (Kingma and Ba, 2015)";

    Adam() : AnyOptimizer{.lr = 0.001} {}

    double beta1 = 0.9;
    double beta2 = 0.999;
    double eps = 1e-8;

    void describe(Fields &fields);

protected:
    void describeWithDecay(Fields &fields, const char *decayHelp);
};

struct AdamW : Adam
{
    static constexpr const char *kKind = "adamw";
    static constexpr const char *kHelp = "Adam with weights that decay by themselves (Loshchilov and Hutter, 2019)";

    AdamW() { weightDecay = 0.01; }

    void describe(Fields &fields);
};

struct RmsProp : AnyOptimizer
{
    static constexpr const char *kKind = "rmsprop";
    static constexpr const char *kHelp = "RMSprop (Hinton, 2012)";

    double alpha = 0.99;
    double eps = 1e-8;
    double momentum = 0;
    bool centred = false;

    void describe(Fields &fields);
};

struct Adagrad : AnyOptimizer
{
    static constexpr const char *kKind = "adagrad";
    static constexpr const char *kHelp = "Adagrad (Duchi and others, 2011)";

    double lrDecay = 0;
    double eps = 1e-10;

    void describe(Fields &fields);
};

using Optimizer = std::variant<Sgd, Adam, AdamW, RmsProp, Adagrad>;

inline double learningRate(const Optimizer &optimizer)
{
    return std::visit([](const AnyOptimizer &any) { return any.lr; }, optimizer);
}

// ---- schedules of the learning rate

/// Settings of all schedules.
struct AnySchedule
{
    std::int64_t warmUpSteps = 0; ///< the rate rises from near 0 during these steps
};

struct Constant : AnySchedule
{
    static constexpr const char *kKind = "none";
    static constexpr const char *kHelp = "the optimizer's learning rate throughout";

    void describe(Fields &) {}
};

struct WarmUp : AnySchedule
{
    static constexpr const char *kKind = "warmup";
    static constexpr const char *kHelp = "a rise, then the optimizer's learning rate";

    WarmUp() : AnySchedule{100} {}

    void describe(Fields &fields);
};

struct StepFall : AnySchedule
{
    static constexpr const char *kKind = "step";
    static constexpr const char *kHelp = "a fall by a factor every so many epochs";

    std::int64_t every = 10; ///< epochs
    double factor = 0.1;

    void describe(Fields &fields);
};

struct Cosine : AnySchedule
{
    static constexpr const char *kKind = "cosine";
    static constexpr const char *kHelp = "half a cosine from the optimizer's rate at the start to the least at the end of the training";

    double least = 0; ///< the rate at the end

    void describe(Fields &fields);
};

struct Plateau : AnySchedule
{
    static constexpr const char *kKind = "plateau";
    static constexpr const char *kHelp = "a fall by a factor when the validation loss (without one, the training loss) no longer falls";

    std::int64_t patience = 10; ///< epochs
    double factor = 0.1;
    double threshold = 0.0001; ///< relative decrease of a loss that counts as better
    double least = 0;          ///< lower limit of the rate

    void describe(Fields &fields);
};

using Schedule = std::variant<Constant, WarmUp, StepFall, Cosine, Plateau>;

// ---- clipping of gradients

struct NoClipping
{
    static constexpr const char *kKind = "none";
    static constexpr const char *kHelp = "gradients as they are";

    void describe(Fields &) {}
};

struct ClipNorm
{
    static constexpr const char *kKind = "norm";
    static constexpr const char *kHelp = "scale the gradients of a step down where the norm of all of them exceeds a limit";

    double limit = 1;

    void describe(Fields &fields);
};

struct ClipValue
{
    static constexpr const char *kKind = "value";
    static constexpr const char *kHelp = "cut each gradient value at a limit";

    double limit = 1;

    void describe(Fields &fields);
};

using Clipping = std::variant<NoClipping, ClipNorm, ClipValue>;

} // namespace lensboard::settings
