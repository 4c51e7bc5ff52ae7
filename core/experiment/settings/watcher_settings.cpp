#include "core/experiment/settings/watcher_settings.h"

#include <algorithm>

namespace lensboard::settings {

namespace {

void describeName(Fields &fields, NamedWatcher &watcher, const std::string &what, const char *nameHelp)
{
    fields.flag("enabled", watcher.enabled, "whether the " + what + " is on when training starts");
    fields.text("name", watcher.name, nameHelp);
}

void describePasses(Fields &fields, NamedWatcher &watcher)
{
    fields.flag("training", watcher.training, "look at training passes");
    fields.flag("evaluation", watcher.evaluation, "look at validation passes");
}

void describeLimit(Fields &fields, NamedWatcher &watcher)
{
    fields.positive("limit_mb", watcher.limitMb, "memory for recorded tensors, in MB; recording stops there, with a warning");
}

void attributeOf(Fields &fields, std::string &attribute)
{
    fields.text("attribute", attribute, "the parameter or buffer, by its dotted path from the module: running_mean, bn.weight");
}

void inputOf(Fields &fields, std::int64_t &input)
{
    fields.whole("input", input, 0, 1000, "which input, of a module that takes several, from 0");
}

void outputOf(Fields &fields, std::int64_t &output)
{
    fields.whole("output", output, 0, 1000, "which tensor that comes out, of a module that gives several, from 0: 1 is an LSTM's hidden state");
}

void whenOf(Fields &fields, When &when)
{
    fields.choice("when", when, Names<2>{"after", "before"}, "after each forward of the module, or before it");
}

} // namespace

std::size_t NamedWatcher::limitBytes() const
{
    constexpr double kMax = 1e12;
    return static_cast<std::size_t>(std::min(limitMb, kMax) * (1 << 20));
}

void AnyMonitor::describeBegin(Fields &fields)
{
    describeName(fields, *this, "monitor", "what its plot is called; empty: derived from what is watched");
    fields.text("module", module, "the module whose forward it looks at, by its dotted name; empty: the whole model");
}

void AnyMonitor::describeEnd(Fields &fields)
{
    fields.kinds("reducer", reducer, "what is made of it over time");
    fields.numbers("lags", lags, 0, kMany, "also what was so long ago, within the reducer's duration; none: the oldest, if it keeps any");
    fields.choice("over_batch", overBatch, Names<2>{"keep", "mean"},
                  "keep: values as they are; mean: their mean over the first dimension, that of the batch");
    describePasses(fields, *this);
    fields.advanced().flag("prepend", prepend, "look before lenses and other monitors do");
    fields.flag("tensors", tensors, "also keep the tensor itself of every tick, to look at");
    describeLimit(fields, *this);
}

void StateMonitor::describe(Fields &fields)
{
    describeBegin(fields);
    attributeOf(fields, attribute);
    whenOf(fields, when);
    describeEnd(fields);
}

void DifferenceMonitor::describe(Fields &fields)
{
    describeBegin(fields);
    attributeOf(fields, attribute);
    describeEnd(fields);
}

void InputMonitor::describe(Fields &fields)
{
    describeBegin(fields);
    inputOf(fields, input);
    describeEnd(fields);
}

void OutputMonitor::describe(Fields &fields)
{
    describeBegin(fields);
    outputOf(fields, output);
    describeEnd(fields);
}

void MultiStateMonitor::describe(Fields &fields)
{
    describeBegin(fields);
    fields.text("attribute", attribute, "the submodule that has them, by its dotted path; empty: the module itself");
    fields.texts("subattributes", subattributes, "what is observed, and its condition: voltage, spikes");
    whenOf(fields, when);
    describeEnd(fields);
}

void EverySteps::describe(Fields &fields)
{
    fields.whole("every", every, 1, kMany, "steps from one to the next");
}

void OfClass::describe(Fields &fields)
{
    fields.whole("class", number, 0, kMany, "its number");
}

void WhileTag::describe(Fields &fields)
{
    fields.text("tag", tag, "the plot");
    fields.text("layer", layer, "its layer; empty: the first");
    fields.text("label", label, "its line, such as mean; empty: the first");
    fields.text("criterion", criterion, kCriterionHelp);
}

void AnyRecorder::describe(Fields &fields)
{
    describeName(fields, *this, "recorder", "what it is called; empty: derived from what is recorded");
    fields.texts("layers", layers, "names of the modules, or patterns such as encoder.*.conv?; none: all without children, of the types below");
    fields.texts("types", types, "types of the modules, such as Conv2d or Conv*; none: all");
    fields.kinds("condition", condition, "when to record");
    fields.choice("data", data, Names<2>{"sample", "batch"}, "the first sample of each batch, or whole batches");
    fields.choice("reduction", reduction, Names<5>{"none", "sum", "mean", "last", "max"},
                  "what is made of the steps of a tick: one tensor, or with none each is kept");
    fields.choice("over", over, Names<2>{"tick", "training"}, "a sum, mean or max of the steps of a tick, or of all since the training began");
    describePasses(fields, *this);
    describeLimit(fields, *this);
}

void InputRecorder::describe(Fields &fields)
{
    AnyRecorder::describe(fields);
    inputOf(fields, input);
}

void ForwardOutput::describe(Fields &fields)
{
    AnyRecorder::describe(fields);
    outputOf(fields, output);
}

} // namespace lensboard::settings
