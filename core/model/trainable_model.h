#pragma once

#include "core/torch_fwd.h"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::hook {
class ModelTap;
}

namespace lensboard::model {

/// Parameters or buffers with dotted names, in registration order. They share the model's memory.
using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

/// Interface between trainers and models: built-in modules, TorchScript, or a plug-in's modules.
/// Thread: the training's thread.
class TrainableModel
{
public:
    virtual ~TrainableModel() = default;

    /// Returns the outputs, or the first tensor if the model has several outputs.
    ///
    /// Shape:  \p inputs [N, *] to the loss function's input.
    virtual at::Tensor forward(const at::Tensor &inputs) = 0;
    /// Switches to training mode if \p on, otherwise to evaluation mode.
    virtual void train(bool on) = 0;
    virtual NamedTensors parameters() const = 0;
    virtual NamedTensors buffers() const = 0;
    /// Returns other state that changes during training, such as a TorchScript model's counters, as bytes; empty if there is none.
    virtual std::string attributes() const { return {}; }
    /// \p saved must come from attributes() of the same model.
    /// Errors: std::runtime_error if it comes from another model.
    virtual void restoreAttributes(const std::string & /*saved*/) {}
    /// Returns the SHA-256 of the model's file; empty for a built-in model.
    virtual std::string sha256() const { return {}; }
    virtual void to(const c10::Device &device) = 0;
    /// Returns the interface for registering observers. It must be destroyed before the model.
    virtual std::unique_ptr<hook::ModelTap> tap() = 0;
    /// Writes the current model in a format that PyTorch reads.
    /// Errors: std::runtime_error naming the path.
    virtual void save(const std::filesystem::path &path) const = 0;
};

} // namespace lensboard::model
