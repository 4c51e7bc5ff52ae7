#include "core/experiment/watcher_schema.h"

#include "core/experiment/field_makers.h"

#include <utility>

namespace lensboard::experiment {

namespace {

std::vector<Field> historyFields(std::vector<Field> more = {})
{
    return joined(std::move(more),
                  {positive("step_time", 1.0, "time from one observation to the next, in any unit"),
                   number("duration", 0.0, 0, kMany, "how far back states are kept, in that unit"),
                   flag("inclusive", false, "one state more, so that the one exactly that long ago is there"),
                   flag("inplace", true, "write states into one block of memory again and again")});
}

constexpr const char *kCriterion = "which values count: x > 0.5, |x| <= 0.001";

std::vector<Field> traceFields(std::vector<Field> more)
{
    return historyFields(joined({positive("time_constant", 20.0, "a trace falls to 37 % in so much time"),
                                 number("amplitude", 1.0, -kLargestFloat, kLargestFloat, "by how much a trace rises")},
                                std::move(more)));
}

std::vector<Section> reducers()
{
    const std::vector<Field> target = {number("target", 1.0, -kLargestFloat, kLargestFloat, "the value that counts"),
                                       number("tolerance", 0.0, 0, kLargestFloat, "how far from it values still count")};
    const Field scale = number("scale", 1.0, -kLargestFloat, kLargestFloat, "the trace rises by scale · x + amplitude");
    const std::vector<Field> scaled = {scale, text("criterion", "x > 0", kCriterion)};
    return {
        {"Passthrough", "what is observed, as it is", historyFields()},
        {"Event", "the time since each element last met a criterion",
         historyFields({text("criterion", "x > 0", kCriterion),
                        choice("initial", "inf", {"inf", "zero", "nan"}, "the time where that never happened; from zero it runs on")})},
        {"EMA", "the exponential average α·x + (1 - α)·average",
         historyFields({[] {
             Field alpha = number("alpha", 0.1, 0, 1, "the share of what is new");
             alpha.positive = true;
             return alpha;
         }()})},
        {"CumulativeAverage", "the mean of all that was observed", historyFields()},
        {"NearestTrace", "rises to the amplitude at a value, and decays: only the last event counts", traceFields(target)},
        {"CumulativeTrace", "rises by the amplitude at a value, and decays: all events count", traceFields(target)},
        {"ScaledNearestTrace", "rises to scale · x + amplitude where a criterion is met, and decays", traceFields(scaled)},
        {"ScaledCumulativeTrace", "rises by scale · x + amplitude where a criterion is met, and decays", traceFields(scaled)},
        {"ConditionalNearestTrace", "rises to scale · x + amplitude where a second attribute is not zero, and decays",
         traceFields({scale})},
        {"ConditionalCumulativeTrace", "rises by scale · x + amplitude where a second attribute is not zero, and decays",
         traceFields({scale})},
    };
}

std::vector<Field> limitFields()
{
    return {positive("limit_mb", 256.0, "memory for recorded tensors, in MB; recording stops there, with a warning")};
}

std::vector<Field> passFields()
{
    return {flag("training", true, "look at training passes"), flag("evaluation", false, "look at validation passes")};
}

Field enabled(const std::string &what)
{
    return flag("enabled", true, "whether the " + what + " is on when training starts");
}

Section monitor(const std::string &kind, const std::string &help, std::vector<Field> own, const char *overBatch)
{
    std::vector<Field> fields = {enabled("monitor"), text("name", "", "what its plot is called; empty: told by what is watched"),
                                 text("module", "", "the module whose forward it looks at, by its dotted name; empty: the whole model")};
    fields = joined(std::move(fields), std::move(own));
    fields.push_back(object("reducer", Json{{"kind", "Passthrough"}}, reducers(), "what is made of it over time"));
    fields.push_back(choice("over_batch", overBatch, {"keep", "mean"},
                            "keep: values as they are; mean: their mean over the first dimension, that of the batch"));
    fields = joined(std::move(fields), passFields());
    fields.push_back(flag("prepend", false, "look before lenses and other monitors do"));
    fields.push_back(flag("tensors", true, "also keep the tensor itself of every tick, to look at"));
    return {kind, help, joined(std::move(fields), limitFields())};
}

Field attribute()
{
    return text("attribute", "", "the parameter or buffer, by its dotted path from the module: running_mean, bn.weight");
}

Field when()
{
    return choice("when", "after", {"after", "before"}, "after each forward of the module, or before it");
}

std::vector<Section> conditions()
{
    return {
        {"always", "every step", {}},
        {"steps", "every so many steps", {whole("every", 100, 1, kMany, "steps from one to the next")}},
        {"class", "the samples of one class", {whole("class", 0, 0, kMany, "its number")}},
        {"tag", "while a plotted value meets a criterion; known when a tick ends, it holds for the next",
         {text("tag", "Loss", "the plot"), text("layer", "", "its layer; empty: the first"),
          text("label", "", "its line, such as mean; empty: the first"), text("criterion", "x > 1", kCriterion)}},
    };
}

Section recorder(const std::string &kind, const std::string &help)
{
    std::vector<Field> fields = {
        enabled("recorder"), text("name", "", "what it is called; empty: told by what is recorded"),
        texts("layers", Json::array(), "names of the modules, or patterns such as encoder.*.conv?; none: all without children, of the types below"),
        texts("types", Json::array(), "types of the modules, such as Conv2d or Conv*; none: all"),
        object("condition", Json{{"kind", "always"}}, conditions(), "when to record"),
        choice("data", "sample", {"sample", "batch"}, "the first sample of each batch, or whole batches"),
        choice("reduction", "last", {"none", "sum", "mean", "last", "max"},
               "what is made of the steps of a tick: one tensor, or with none each is kept"),
    };
    fields = joined(std::move(fields), passFields());
    return {kind, help, joined(std::move(fields), limitFields())};
}

} // namespace

std::vector<Section> monitorSections()
{
    return {
        monitor("StateMonitor", "a parameter or buffer as a forward leaves it, or finds it", {attribute(), when()}, "keep"),
        monitor("DifferenceMonitor", "how a forward changes a parameter or buffer", {attribute()}, "keep"),
        monitor("InputMonitor", "what goes into a module", {}, "mean"),
        monitor("OutputMonitor", "what comes out of a module", {}, "mean"),
        monitor("MultiStateMonitor", "two attributes: the first is observed where the second is not zero",
                {text("attribute", "", "the submodule that has them, by its dotted path; empty: the module itself"),
                 texts("subattributes", Json::array(), "what is observed, and its condition: voltage, spikes"), when()},
                "keep"),
    };
}

std::vector<Section> recorderSections()
{
    return {
        recorder("ForwardPre", "what goes into layers, before their forward"),
        recorder("ForwardInput", "what went into layers, after their forward"),
        recorder("ForwardOutput", "what comes out of layers"),
        recorder("BackwardInput", "the gradient of what went into layers, that part which flows through them"),
        recorder("BackwardOutput", "the gradient of what came out of layers"),
    };
}

} // namespace lensboard::experiment
