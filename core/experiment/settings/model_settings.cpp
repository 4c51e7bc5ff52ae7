#include "core/experiment/settings/model_settings.h"

namespace lensboard::settings {

namespace {

constexpr Names<7> kActivations = {"relu", "tanh", "sigmoid", "gelu", "leaky_relu", "elu", "silu"};
constexpr Names<3> kNorms = {"none", "batch", "layer"};
constexpr const char *kHiddenHelp = "widths of the hidden linear layers";
constexpr double kWidest = 65536, kMaxChannels = 4096;

void activationAndNorm(Fields &fields, LayerStyle &style)
{
    fields.choice("activation", style.activation, kActivations, "what follows each hidden layer");
    fields.choice("norm", style.norm, kNorms, "normalisation before each activation");
}

void dropoutOf(Fields &fields, double &dropout, const std::string &what)
{
    fields.number("dropout", dropout, 0, 0.95, "probability of zeroing " + what);
}

void describeStyle(Fields &fields, LayerStyle &style)
{
    activationAndNorm(fields, style);
    dropoutOf(fields, style.dropout, "an output of a hidden linear layer");
}

} // namespace

const char *toText(Activation activation)
{
    return kActivations[static_cast<std::size_t>(activation)];
}

std::string programPath(const Model &model)
{
    return std::visit(Overloaded{[](const TorchScript &script) { return script.path; }, [](const Plugin &plugin) { return plugin.path; },
                                 [](const auto &) { return std::string(); }},
                      model);
}

std::optional<LayerStyle> styleForPictures(const Model &model)
{
    using Style = std::optional<LayerStyle>;
    return std::visit(Overloaded{[](const Cnn &cnn) -> Style { return cnn.style; }, [](const ResNet &net) -> Style { return net.style; },
                                 [](const auto &) -> Style { return std::nullopt; }},
                      model);
}

void Mlp::describe(Fields &fields)
{
    fields.wholes("hidden", hidden, kWidest, kHiddenHelp);
    describeStyle(fields, style);
}

void Cnn::describe(Fields &fields)
{
    fields.wholes("channels", channels, kMaxChannels, "channels of each convolution");
    fields.wholes("hidden", hidden, kWidest, kHiddenHelp);
    fields.whole("kernel", kernel, 1, 31, "side of the convolutions' kernels; odd");
    describeStyle(fields, style);
}

void ResNet::describe(Fields &fields)
{
    fields.wholes("widths", widths, kMaxChannels, "channels of each stage; all but the first halve the picture");
    fields.wholes("blocks", blocks, 1000, "blocks of each stage");
    fields.advanced().flag("bias", bias, "convolutions have a bias");
    activationAndNorm(fields, style);
}

void Spiking::describe(Fields &fields)
{
    fields.wholes("hidden", hidden, kWidest, "neurons of each hidden layer");
    fields.whole("steps", steps, 1, 10000, "steps of time that an input flows");
    fields.number("decay", decay, 0, 1, "what a step of time leaves of a membrane's voltage");
    fields.positive("threshold", threshold, "voltage at which a neuron spikes, and by which it falls then");
    fields.advanced().positive("slope", slope, "how narrow the surrogate gradient of a spike is: 1 / (1 + slope·|distance to the threshold|)²");
}

void Transformer::describe(Fields &fields)
{
    fields.whole("layers", layers, 1, 1000, "blocks of attention and a hidden layer");
    fields.whole("heads", heads, 1, 1024, "heads of attention, among which the width is divided");
    fields.whole("width", width, 1, 65536, "numbers that stand for one character");
    dropoutOf(fields, dropout, "a number of the embeddings, or of what attention or a hidden layer adds");
}

void TorchScript::describe(Fields &fields)
{
    fields.givenPath("path", path, "the TorchScript file, which is a program that is run, relative to the experiment's folder");
}

void Plugin::describe(Fields &fields)
{
    fields.givenPath("path", path, "the library, relative to the experiment's folder");
}

} // namespace lensboard::settings
