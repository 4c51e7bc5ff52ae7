#pragma once

#include "core/experiment/settings/fields.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lensboard::settings {

/// Activation after each hidden layer.
enum class Activation { Relu, Tanh, Sigmoid, Gelu, LeakyRelu, Elu, Silu };
/// Normalisation before each activation.
enum class Norm { None, Batch, Layer };

/// Returns the name for experiments and modules: relu, leaky_relu.
const char *toText(Activation activation);

/// Settings of all built-in models except the transformer.
struct LayerStyle
{
    Activation activation = Activation::Relu;
    Norm norm = Norm::None;
    double dropout = 0; ///< probability of zeroing an output of a hidden linear layer
};

struct Mlp
{
    static constexpr const char *kKind = "mlp";
    static constexpr const char *kHelp = "linear layers; every input is flattened";

    std::vector<std::int64_t> hidden = {128, 64};
    LayerStyle style;

    void describe(Fields &fields);
};

struct Cnn
{
    static constexpr const char *kKind = "cnn";
    static constexpr const char *kHelp = "convolutions, each followed by max pooling over 2x2 while the picture allows it, then linear layers";

    std::vector<std::int64_t> channels = {16, 32};
    std::vector<std::int64_t> hidden = {64};
    std::int64_t kernel = 3; ///< odd
    LayerStyle style;

    void describe(Fields &fields);
};

struct ResNet
{
    static constexpr const char *kKind = "resnet";
    static constexpr const char *kHelp = "a residual network in the layout of ResNet-18: a convolution, stages of blocks of two, the mean of "
                                         "all pixels";

    std::vector<std::int64_t> widths = {16, 32, 64, 128};
    std::vector<std::int64_t> blocks = {2, 2, 2, 2};
    bool bias = true;
    LayerStyle style = {.norm = Norm::Batch}; ///< without dropout

    void describe(Fields &fields);
};

struct Spiking
{
    static constexpr const char *kKind = "spiking";
    static constexpr const char *kHelp = "linear layers of leaky integrate-and-fire neurons; an input is a current that flows for some steps "
                                         "of time";

    std::vector<std::int64_t> hidden = {200};
    std::int64_t steps = 10;
    double decay = 0.9;   ///< factor of the membrane's voltage from one time step to the next, in [0, 1]
    double threshold = 1; ///< a neuron spikes at this voltage; a spike subtracts it from the voltage
    double slope = 10;    ///< steepness of the surrogate gradient: 1 / (1 + slope·|voltage - threshold|)²

    void describe(Fields &fields);
};

struct Transformer
{
    static constexpr const char *kKind = "transformer";
    static constexpr const char *kHelp = "a decoder in the layout of GPT-2 that predicts each next character of a text";

    std::int64_t layers = 4;
    std::int64_t heads = 4;
    std::int64_t width = 128; ///< a multiple of the heads
    double dropout = 0;

    void describe(Fields &fields);
};

struct TorchScript
{
    static constexpr const char *kKind = "torchscript";
    static constexpr const char *kHelp = "a model from PyTorch, as torch.jit.script or torch.jit.trace saved it";

    std::string path;

    void describe(Fields &fields);
};

struct Plugin
{
    static constexpr const char *kKind = "plugin";
    static constexpr const char *kHelp = "a shared library with models and a training step of its own, see resources/own-loop/plugin.cpp";

    std::string path;

    void describe(Fields &fields);
};

using Model = std::variant<Mlp, Cnn, ResNet, Spiking, Transformer, TorchScript, Plugin>;

/// Returns the file of a model that is a program; empty for a built-in model.
std::string programPath(const Model &model);
/// Returns the style of a model that only takes images; nullopt for other models.
std::optional<LayerStyle> styleForPictures(const Model &model);

} // namespace lensboard::settings
