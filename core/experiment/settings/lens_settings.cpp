#include "core/experiment/settings/lens_settings.h"

namespace lensboard::settings {

namespace {

constexpr Names<8> kPoints = {"mean", "median", "min", "max", "std", "Q1", "Q3", "IQR"};
constexpr Names<3> kRanges = {"std", "min-max", "Q1-Q3"};

constexpr const char *kChannelLast = "whether units are the last dimension of an output, not the second; auto: after Linear, LayerNorm, Embedding and attention";
constexpr const char *kParityQuantiles = "median, IQR and Q1-Q3 are the closest observations";

void enabledOf(Fields &fields, AnyLens &lens)
{
    fields.flag("enabled", lens.enabled, "whether the lens is on when training starts");
}

void inplaceOf(Fields &fields, AnyLens &lens)
{
    fields.flag("inplace", lens.inplace, "aggregate a tick as it runs; false keeps every value, which quantiles need (median, Q1, Q3, IQR)");
}

void parityOf(Fields &fields, AnyLens &lens, const std::string &help)
{
    fields.advanced().flag("parity", lens.parity, "the numbers of monitorch, to compare with: " + help);
}

void normsOf(Fields &fields, AnyLens &lens, bool &normaliseBySize, bool &logScale)
{
    fields.flag("normalise_by_size", normaliseBySize, "divide norms by the root of the number of elements");
    fields.flag("log_scale", logScale, "logarithmic scale for norms");
    inplaceOf(fields, lens);
}

void recordEvalOf(Fields &fields, bool &recordEval)
{
    fields.flag("record_eval", recordEval, "also evaluation passes");
}

void comparisonOf(Fields &fields, bool &comparison)
{
    fields.flag("comparison_plot", comparison, "also each layer's share of the sum over layers");
}

} // namespace

stats::Aggregate::Mode AnyLens::mode() const
{
    using Mode = stats::Aggregate::Mode;
    return inplace ? Mode::Running : parity ? Mode::InMemoryParity : Mode::InMemory;
}

void Aggregation::describe(Fields &fields)
{
    fields.choices("line_aggregation", lines, kPoints, "lines to draw");
    fields.choices("range_aggregation", bands, kRanges, "bands to draw");
}

void ParameterPatterns::describe(Fields &fields)
{
    fields.texts("parameters", patterns, "parameters to watch, by their name in the module; *weight* is weight_ih_l0 and in_proj_weight too");
    fields.advanced().flag("require_all", requireAll, "only modules that have every listed parameter");
}

void TypeLists::describe(Fields &fields, const std::string &watched)
{
    fields.texts("include", include, "module types to watch besides " + watched + ", such as Linear or Conv*");
    fields.texts("exclude", exclude, "module types not to watch");
}

void AnyGeometry::describeGeometry(Fields &fields, const std::string &what)
{
    fields.flag("correlation", correlation, "also the cosine between consecutive " + what + "s");
    normsOf(fields, *this, normaliseBySize, logScale);
    fields.advanced().flag("across_ticks", acrossTicks, "compare the first " + what + " of a tick with the last of the one before");
    parityOf(fields, *this, std::string("every tick begins with a made-up cosine of 0, 1e-8 is added to the product of the norms, sums are "
                                        "formed in the tensor's precision, ") + kParityQuantiles);
    aggregation.describe(fields);
}

void AnyActivation::describeActivation(Fields &fields)
{
    fields.flag("activation", activation, "show the activation rate");
    fields.flag("death", death, "show the death rate");
    fields.flag("warning_plot", warningPlot, "also the worst of each over all layers");
    inplaceOf(fields, *this);
    fields.choice("activation_aggregation", activationAggregation, kPoints, "how a tick's activation rates become one value");
    fields.choice("death_aggregation", deathAggregation, kPoints, "how a tick's death rates become one value");
    fields.number("eps", eps, 0, kMany, "a value counts as zero if its magnitude is not above this");
    parityOf(fields, *this, kParityQuantiles);
}

void LossMetrics::describe(Fields &fields)
{
    enabledOf(fields, *this);
    inplaceOf(fields, *this);
    fields.texts("metrics", metrics, "metrics to show, in this order; empty: all that are measured");
    fields.advanced().text("loss_module", lossModule,
                "the module of the model that puts out the loss, one number; empty: the loss that training minimises");
    fields.flag("separate_loss_and_metrics", separateLossAndMetrics, "two plots, or one for both");
    fields.flag("log_scale", logScale, "logarithmic scale for the loss");
    fields.choices("loss_line", loss.lines, kPoints, "lines of the loss");
    fields.choices("loss_range", loss.bands, kRanges, "bands of the loss");
    fields.choices("metrics_line", ofMetrics.lines, kPoints, "lines of the metrics");
    fields.choices("metrics_range", ofMetrics.bands, kRanges, "bands of the metrics");
    parityOf(fields, *this, std::string("metrics pushed in ticks that are not measured count in the next one, ") + kParityQuantiles);
}

void OutputActivation::describe(Fields &fields)
{
    enabledOf(fields, *this);
    describeActivation(fields);
    types.describe(fields, "activations and dropout");
    fields.flag("saturation", saturation, "show saturated outputs and units of Tanh, Sigmoid, Softsign, LogSigmoid and Hardtanh, which are hardly ever 0, instead; without effect if parity is on");
    recordEvalOf(fields, recordEval);
    fields.advanced().flagOrAuto("channel_last", channelLast, kChannelLast);
}

void OutputNorm::describe(Fields &fields)
{
    enabledOf(fields, *this);
    normsOf(fields, *this, normaliseBySize, logScale);
    types.describe(fields, "activations");
    recordEvalOf(fields, recordEval);
    comparisonOf(fields, comparisonPlot);
    fields.choice("comparison_aggregation", comparisonAggregation, kPoints, "what of a tick's norms is compared");
    parityOf(fields, *this, kParityQuantiles);
    aggregation.describe(fields);
}

void OutputGradientGeometry::describe(Fields &fields)
{
    enabledOf(fields, *this);
    fields.flag("skip_activation", skipActivation, "leave activations out");
    types.describe(fields, "these");
    describeGeometry(fields, "gradient");
}

void ParameterGradientGeometry::describe(Fields &fields)
{
    enabledOf(fields, *this);
    parameters.describe(fields);
    describeGeometry(fields, "gradient");
}

void ParameterGradientActivation::describe(Fields &fields)
{
    enabledOf(fields, *this);
    parameters.describe(fields);
    describeActivation(fields);
}

void ParameterNorm::describe(Fields &fields)
{
    enabledOf(fields, *this);
    parameters.describe(fields);
    normsOf(fields, *this, normaliseBySize, logScale);
    comparisonOf(fields, comparisonPlot);
    fields.choice("aggregation", aggregation, kPoints, "how a tick's norms become one value; there is one a tick");
}

void ParameterUpdateGeometry::describe(Fields &fields)
{
    enabledOf(fields, *this);
    parameters.describe(fields);
    fields.choice("when", when, Names<2>{"step", "call"},
                  "after each optimizer step, or at explicit calls, which a built-in training makes at the end of each epoch");
    describeGeometry(fields, "update");
}

void ParameterCondition::describe(Fields &fields)
{
    enabledOf(fields, *this);
    parameters.describe(fields);
    fields.flag("log_scale", logScale, "logarithmic scale");
    inplaceOf(fields, *this);
    fields.whole("largest", largest, 1, 65536, "leave out matrices whose shorter side has more values: they take long");
    fields.choice("aggregation", aggregation, kPoints, "how a tick's values become one; there is one a tick");
}

void OutputSaturation::describe(Fields &fields)
{
    enabledOf(fields, *this);
    inplaceOf(fields, *this);
    fields.number("margin", margin, 0, 1, "how near to a limit that Tanh, Sigmoid, Softsign and LogSigmoid only approach an output is flat");
    fields.number("entropy", entropy, 0, 1, "a row of Softmax is flat if its entropy is below this share of that of equal shares");
    fields.texts("exclude", exclude, "module types not to watch");
    fields.flag("warning_plot", warningPlot, "also the worst of each over all layers");
    fields.choice("aggregation", aggregation, kPoints, "how a tick's shares become one value");
    recordEvalOf(fields, recordEval);
    fields.advanced().flagOrAuto("channel_last", channelLast, kChannelLast);
}

void Data::describe(Fields &fields)
{
    enabledOf(fields, *this);
    fields.choice("when", when, Names<2>{"first", "every"}, "in the first tick that is measured, or in every one");
    fields.whole("classes", classes, 1, 1000, "how many classes are counted apart; those beyond are counted together");
}

void BatchNormDrift::describe(Fields &fields)
{
    enabledOf(fields, *this);
}

void StepTime::describe(Fields &fields)
{
    enabledOf(fields, *this);
}

void Machine::describe(Fields &fields)
{
    enabledOf(fields, *this);
}

void Histogram::describe(Fields &fields)
{
    enabledOf(fields, *this);
    fields.choices("of", of, Names<3>{"weights", "gradients", "outputs"}, "what is shown; weights as they are when a tick ends");
    parameters.describe(fields);
    fields.texts("exclude", exclude, "module types whose outputs are not shown");
    fields.whole("every", every, 1, kMany, "look at each so many-th gradient, and output, of a layer, from the first of a tick on");
}

void WeightUpdateRatio::describe(Fields &fields)
{
    enabledOf(fields, *this);
    parameters.describe(fields);
    fields.flag("log_scale", logScale, "logarithmic scale");
    inplaceOf(fields, *this);
    aggregation.describe(fields);
}

void AdamMoments::describe(Fields &fields)
{
    enabledOf(fields, *this);
    parameters.describe(fields);
    fields.choices("of", of, Names<5>{"first", "second", "update", "ratio", "step"},
                   "the first and the second moment, the update, the ratio of the squared gradient to the second moment, the effective step");
    fields.flag("log_scale", logScale, "logarithmic scale");
    inplaceOf(fields, *this);
    aggregation.describe(fields);
}

void GradientNoise::describe(Fields &fields)
{
    enabledOf(fields, *this);
    parameters.describe(fields);
    fields.least("as in the experiment").whole("batch_size", batchSize, 0, kMany, "samples that a step's gradient is the mean of, in all processes; 0: those of the experiment");
    fields.flag("log_scale", logScale, "logarithmic scale for the noise scale");
}

void EffectiveRank::describe(Fields &fields)
{
    enabledOf(fields, *this);
    parameters.describe(fields);
    fields.flag("effective", effective, "also the effective rank, which takes all singular values; the stable rank takes the greatest");
    fields.flag("log_scale", logScale, "logarithmic scale");
    fields.whole("largest", largest, 1, 65536, "leave out matrices whose shorter side has more values: they take long");
    fields.flag("outputs", outputs, "also the outputs of the last batch of a tick, a row each sample");
    types.describe(fields, "activations");
    fields.whole("output_size", outputSize, 2, 4096, "at most so many rows and columns of an output, evenly spaced");
    fields.advanced().flagOrAuto("channel_last", channelLast, std::string(kChannelLast) + "; if it is, each position, as of a text, is a row of its own");
}

void CustomLens::describe(Fields &fields)
{
    fields.flag("enabled", enabled, "whether the lens is on when training starts");
    fields.text("name", name, "what it is called; empty: as in the plug-in");
    fields.text("lens", lens, "which lens of the plug-in");
    fields.path("path", path, "the plug-in, a shared library; empty: that of the model");
    fields.text("arguments", arguments, "what the lens is made with, as its author says");
}

} // namespace lensboard::settings
