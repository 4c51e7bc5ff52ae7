#pragma once

#include "core/experiment/settings/fields.h"
#include "core/stats/aggregate.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lensboard::settings {

/// Lines and bands that summarise the values of a tick.
struct Aggregation
{
    std::vector<stats::PointMethod> lines = {stats::PointMethod::Mean};
    std::vector<stats::RangeMethod> bands = {stats::RangeMethod::Std, stats::RangeMethod::MinMax};

    void describe(Fields &fields);
};

/// Settings of all lenses.
struct AnyLens
{
    bool enabled = true; ///< at the start of the training
    bool inplace = true; ///< aggregates values during the tick; otherwise keeps every value, as quantiles require
    bool parity = false; ///< compute the numbers of monitorch, for comparison

    stats::Aggregate::Mode mode() const;
};

/// Selects parameters of a module by patterns of their names.
struct ParameterPatterns
{
    std::vector<std::string> patterns = {"*weight*", "*bias*"};
    bool requireAll = false; ///< only modules that have a parameter for every pattern

    void describe(Fields &fields);
};

/// Module types, or patterns of them, to watch in addition to the defaults, and to exclude.
struct TypeLists
{
    std::vector<std::string> include;
    std::vector<std::string> exclude;

    void describe(Fields &fields, const std::string &watched);
};

/// Settings for norms, and for the cosine of consecutive tensors.
struct AnyGeometry : AnyLens
{
    bool correlation = true;
    bool normaliseBySize = false;
    bool logScale = false;
    bool acrossTicks = true; ///< compare the first tensor of a tick with the last tensor of the previous tick
    Aggregation aggregation;

protected:
    void describeGeometry(Fields &fields, const std::string &what);
};

/// Settings for the share of nonzero values, and of units with nonzero values.
struct AnyActivation : AnyLens
{
    bool activation = true;
    bool death = true;
    bool warningPlot = true;
    stats::PointMethod activationAggregation = stats::PointMethod::Mean;
    stats::PointMethod deathAggregation = stats::PointMethod::Mean;
    double eps = 1e-8; ///< a value counts as zero if its magnitude is not above this

protected:
    void describeActivation(Fields &fields);
};

struct LossMetrics : AnyLens
{
    static constexpr const char *kKind = "LossMetrics";
    static constexpr const char *kHelp = "loss and metrics, training and validation apart";

    std::vector<std::string> metrics; ///< in this order; empty: all metrics
    std::string lossModule;           ///< module with the loss as its output; empty: the loss that training minimises
    bool separateLossAndMetrics = true;
    bool logScale = false;
    Aggregation loss = {.bands = {stats::RangeMethod::Std}};
    Aggregation ofMetrics = {.bands = {}};

    void describe(Fields &fields);
};

struct OutputActivation : AnyActivation
{
    static constexpr const char *kKind = "OutputActivation";
    static constexpr const char *kHelp = "share of outputs that are not zero, and of units that are zero for a whole batch";

    TypeLists types;
    bool saturation = true; ///< replaces activation and death for types with outputs that are hardly ever 0
    bool recordEval = false;
    std::optional<bool> channelLast = {}; ///< nullopt: decided by each module

    void describe(Fields &fields);
};

struct OutputNorm : AnyLens
{
    static constexpr const char *kKind = "OutputNorm";
    static constexpr const char *kHelp = "how large outputs are: the norm of each sample's, averaged over the batch";

    bool normaliseBySize = false;
    bool logScale = false;
    TypeLists types;
    bool recordEval = false;
    bool comparisonPlot = true;
    stats::PointMethod comparisonAggregation = stats::PointMethod::Mean;
    Aggregation aggregation;

    void describe(Fields &fields);
};

struct OutputGradientGeometry : AnyGeometry
{
    static constexpr const char *kKind = "OutputGradientGeometry";
    static constexpr const char *kHelp = "norm of the gradient of each layer's output, and whether consecutive ones agree";

    bool skipActivation = true;
    TypeLists types;

    void describe(Fields &fields);
};

struct ParameterGradientGeometry : AnyGeometry
{
    static constexpr const char *kKind = "ParameterGradientGeometry";
    static constexpr const char *kHelp = "norm of each parameter's gradient, and whether consecutive gradients agree";

    ParameterPatterns parameters;

    void describe(Fields &fields);
};

struct ParameterGradientActivation : AnyActivation
{
    static constexpr const char *kKind = "ParameterGradientActivation";
    static constexpr const char *kHelp = "share of gradients that are not zero, and of neurons without any gradient";

    ParameterPatterns parameters;

    void describe(Fields &fields);
};

struct ParameterNorm : AnyLens
{
    static constexpr const char *kKind = "ParameterNorm";
    static constexpr const char *kHelp = "how large parameters are at the end of a tick";

    ParameterPatterns parameters;
    bool normaliseBySize = false;
    bool logScale = false;
    bool comparisonPlot = true;
    stats::PointMethod aggregation = stats::PointMethod::Mean;

    void describe(Fields &fields);
};

struct ParameterUpdateGeometry : AnyGeometry
{
    enum class When { Step, Call };

    static constexpr const char *kKind = "ParameterUpdateGeometry";
    static constexpr const char *kHelp = "how far each optimizer step moved each parameter, and whether steps agree";

    ParameterPatterns parameters;
    When when = When::Step;

    void describe(Fields &fields);
};

struct ParameterCondition : AnyLens
{
    static constexpr const char *kKind = "ParameterCondition";
    static constexpr const char *kHelp = "how near weight matrices are to losing a dimension: 1 is orthogonal, 0 is singular";

    ParameterPatterns parameters = {{"*weight*"}};
    bool logScale = false;
    std::int64_t largest = 2048; ///< values along the shorter side
    stats::PointMethod aggregation = stats::PointMethod::Mean;

    void describe(Fields &fields);
};

struct OutputSaturation : AnyLens
{
    static constexpr const char *kKind = "OutputSaturation";
    static constexpr const char *kHelp = "share of outputs in the flat part of Tanh, Sigmoid, Softmax, and of units that are there for a whole batch";

    std::vector<std::string> exclude; ///< excluded types
    bool recordEval = false;
    std::optional<bool> channelLast = {}; ///< nullopt: decided by each module
    double margin = 0.01;  ///< distance from a limit that the function only approaches
    double entropy = 0.05; ///< share of the largest possible entropy
    bool warningPlot = true;
    stats::PointMethod aggregation = stats::PointMethod::Mean;

    void describe(Fields &fields);
};

struct Data : AnyLens
{
    enum class When { First, Every };

    static constexpr const char *kKind = "Data";
    static constexpr const char *kHelp = "the model's training data and predictions, and the share of the time spent waiting for data";

    When when = When::First;
    std::int64_t classes = 100; ///< number of classes with a count of their own

    void describe(Fields &fields);
};

struct Histogram : AnyLens
{
    enum class Of { Weights, Gradients, Outputs };

    static constexpr const char *kKind = "Histogram";
    static constexpr const char *kHelp = "how values of weights, gradients and outputs are distributed, by magnitude and sign";

    std::vector<Of> of = {Of::Weights, Of::Gradients, Of::Outputs};
    ParameterPatterns parameters = {{"*weight*"}};
    std::vector<std::string> exclude; ///< excluded types
    std::int64_t every = 10;          ///< gradients and outputs of a layer

    bool has(Of what) const { return std::find(of.begin(), of.end(), what) != of.end(); }

    void describe(Fields &fields);
};

struct WeightUpdateRatio : AnyLens
{
    static constexpr const char *kKind = "WeightUpdateRatio";
    static constexpr const char *kHelp = "how far each optimizer step moves each weight, as a share of its norm";

    ParameterPatterns parameters = {{"*weight*"}};
    bool logScale = true;
    Aggregation aggregation;

    void describe(Fields &fields);
};

struct AdamMoments : AnyLens
{
    enum class Of { First, Second, Update, Ratio, Step };

    static constexpr const char *kKind = "AdamMoments";
    static constexpr const char *kHelp = "moments of gradients that an optimizer such as Adam keeps, and the steps that it makes of them";

    ParameterPatterns parameters = {{"weight*"}};
    std::vector<Of> of = {Of::First, Of::Second, Of::Update, Of::Ratio, Of::Step};
    bool logScale = true;
    Aggregation aggregation;

    bool has(Of what) const { return std::find(of.begin(), of.end(), what) != of.end(); }

    void describe(Fields &fields);
};

struct GradientNoise : AnyLens
{
    static constexpr const char *kKind = "GradientNoise";
    static constexpr const char *kHelp = "the share of signal in each gradient, and the largest useful batch size";

    ParameterPatterns parameters;
    std::int64_t batchSize = 0; ///< samples; 0: the training's
    bool logScale = true;

    void describe(Fields &fields);
};

struct EffectiveRank : AnyLens
{
    static constexpr const char *kKind = "EffectiveRank";
    static constexpr const char *kHelp = "over how many dimensions weights and outputs spread, once a tick";

    ParameterPatterns parameters = {{"*weight*"}};
    bool effective = true; ///< false: only the stable rank
    bool logScale = false;
    std::int64_t largest = 2048; ///< values along the shorter side
    bool outputs = true;
    TypeLists types;
    std::int64_t outputSize = 256; ///< rows, and columns
    std::optional<bool> channelLast = {}; ///< nullopt: decided by each module

    void describe(Fields &fields);
};

/// A lens from a plug-in. Not in the list of lenses available to all trainings.
struct CustomLens
{
    static constexpr const char *kKind = "CustomLens";
    static constexpr const char *kHelp = "a lens of a plug-in";

    bool enabled = true;
    std::string name;      ///< name in the experiment
    std::string lens;      ///< name in the plug-in
    std::string path;      ///< path of the plug-in; empty: the model's plug-in
    std::string arguments; ///< arguments for the factory

    void describe(Fields &fields);
};

struct BatchNormDrift : AnyLens
{
    static constexpr const char *kKind = "BatchNormDrift";
    static constexpr const char *kHelp = "the distance between the running statistics of batch normalisation, used in evaluation, and the statistics of batches";

    void describe(Fields &fields);
};

struct StepTime : AnyLens
{
    static constexpr const char *kKind = "StepTime";
    static constexpr const char *kHelp = "how long the parts of a training step take: waiting for data, forward, backward, optimizer";

    void describe(Fields &fields);
};

struct Machine : AnyLens
{
    static constexpr const char *kKind = "Machine";
    static constexpr const char *kHelp = "how the machine is used: processors, memory, disks, networks, GPUs";

    void describe(Fields &fields);
};

using LensSettings = std::variant<LossMetrics, OutputActivation, OutputNorm, OutputGradientGeometry, ParameterGradientGeometry,
                                  ParameterGradientActivation, ParameterNorm, ParameterUpdateGeometry, ParameterCondition, OutputSaturation, Data, Histogram,
                                  WeightUpdateRatio, AdamMoments, GradientNoise, EffectiveRank, BatchNormDrift, StepTime, Machine>;

} // namespace lensboard::settings
