#pragma once

#include "core/experiment/settings/reducer_settings.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

/// Monitors and recorders, the watchers besides lenses. Each has a unique name.
namespace lensboard::settings {

/// Settings that monitors and recorders have in common.
struct NamedWatcher
{
    bool enabled = true; ///< at the start of the training
    std::string name;    ///< name of the plot
    bool training = true;
    bool evaluation = false;
    double limitMb = 256; ///< memory for recorded tensors

    std::size_t limitBytes() const;
};

// ---- monitors

/// When an attribute is read: after or before the module's forward.
enum class When { After, Before };

struct AnyMonitor : NamedWatcher
{
    enum class OverBatch { Keep, Mean };

    explicit AnyMonitor(OverBatch values) : overBatch(values) {}

    std::string module; ///< dotted name of the module to observe; empty: the model
    Reducer reducer;
    std::vector<double> lags; ///< ages of further states to show besides the newest, in the reducer's unit of time
    OverBatch overBatch; ///< values unchanged, or their mean over dimension 0
    bool prepend = false; ///< run before lenses and other monitors
    bool tensors = true;  ///< also keep the tensor of every tick

protected:
    void describeBegin(Fields &fields);
    void describeEnd(Fields &fields);
};

struct StateMonitor : AnyMonitor
{
    static constexpr const char *kKind = "StateMonitor";
    static constexpr const char *kHelp = "a parameter or buffer as a forward leaves it, or finds it";

    StateMonitor() : AnyMonitor(OverBatch::Keep) {}

    std::string attribute; ///< dotted path, from the module
    When when = When::After;

    void describe(Fields &fields);
};

struct DifferenceMonitor : AnyMonitor
{
    static constexpr const char *kKind = "DifferenceMonitor";
    static constexpr const char *kHelp = "how a forward changes a parameter or buffer";

    DifferenceMonitor() : AnyMonitor(OverBatch::Keep) {}

    std::string attribute; ///< dotted path, from the module

    void describe(Fields &fields);
};

struct InputMonitor : AnyMonitor
{
    static constexpr const char *kKind = "InputMonitor";
    static constexpr const char *kHelp = "the input of a module";

    InputMonitor() : AnyMonitor(OverBatch::Mean) {}

    std::int64_t input = 0; ///< index of the input

    void describe(Fields &fields);
};

struct OutputMonitor : AnyMonitor
{
    static constexpr const char *kKind = "OutputMonitor";
    static constexpr const char *kHelp = "the output of a module";

    OutputMonitor() : AnyMonitor(OverBatch::Mean) {}

    std::int64_t output = 0; ///< index of the output

    void describe(Fields &fields);
};

struct MultiStateMonitor : AnyMonitor
{
    static constexpr const char *kKind = "MultiStateMonitor";
    static constexpr const char *kHelp = "two attributes: the first is observed where the second is not zero";

    MultiStateMonitor() : AnyMonitor(OverBatch::Keep) {}

    std::string attribute;                  ///< submodule with the attributes; empty: the module itself
    std::vector<std::string> subattributes; ///< the observed attribute and its condition
    When when = When::After;

    void describe(Fields &fields);
};

using Monitor = std::variant<StateMonitor, DifferenceMonitor, InputMonitor, OutputMonitor, MultiStateMonitor>;

// ---- recorders

struct Always
{
    static constexpr const char *kKind = "always";
    static constexpr const char *kHelp = "every step";

    void describe(Fields &) {}
};

struct EverySteps
{
    static constexpr const char *kKind = "steps";
    static constexpr const char *kHelp = "every so many steps";

    std::int64_t every = 100;

    void describe(Fields &fields);
};

struct OfClass
{
    static constexpr const char *kKind = "class";
    static constexpr const char *kHelp = "the samples of one class";

    std::int64_t number = 0;

    void describe(Fields &fields);
};

struct WhileTag
{
    static constexpr const char *kKind = "tag";
    static constexpr const char *kHelp = "while a plotted value meets a criterion; known when a tick ends, it holds for the next";

    std::string tag = "Loss";
    std::string layer; ///< empty: the first layer
    std::string label; ///< empty: the first label
    std::string criterion = "x > 1";

    void describe(Fields &fields);
};

using Condition = std::variant<Always, EverySteps, OfClass, WhileTag>;

struct AnyRecorder : NamedWatcher
{
    enum class Data { Sample, Batch };
    enum class Reduction { None, Sum, Mean, Last, Max };
    enum class Over { Tick, Training };

    std::vector<std::string> layers; ///< names of modules or patterns of them; empty: all modules without children
    std::vector<std::string> types;  ///< module types, or patterns of them; empty: all types
    Condition condition;
    Data data = Data::Sample;
    Reduction reduction = Reduction::Last;
    Over over = Over::Tick; ///< range of a sum, mean or max: the steps of a tick, or all steps so far

    void describe(Fields &fields);
};

struct InputRecorder : AnyRecorder
{
    std::int64_t input = 0; ///< index of the input

    void describe(Fields &fields);
};

struct ForwardPre : InputRecorder
{
    static constexpr const char *kKind = "ForwardPre";
    static constexpr const char *kHelp = "inputs of layers, before their forward pass";
};

struct ForwardInput : InputRecorder
{
    static constexpr const char *kKind = "ForwardInput";
    static constexpr const char *kHelp = "inputs of layers, after their forward pass";
};

struct ForwardOutput : AnyRecorder
{
    static constexpr const char *kKind = "ForwardOutput";
    static constexpr const char *kHelp = "outputs of layers";

    std::int64_t output = 0; ///< index of the output

    void describe(Fields &fields);
};

struct BackwardInput : AnyRecorder
{
    static constexpr const char *kKind = "BackwardInput";
    static constexpr const char *kHelp = "gradients of layers' inputs, only the part that flows through these layers";
};

struct BackwardOutput : AnyRecorder
{
    static constexpr const char *kKind = "BackwardOutput";
    static constexpr const char *kHelp = "gradients of layers' outputs";
};

using Recorder = std::variant<ForwardPre, ForwardInput, ForwardOutput, BackwardInput, BackwardOutput>;

} // namespace lensboard::settings
