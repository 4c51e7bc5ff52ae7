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

/// Parameters or buffers by their dotted names, in the order in which they were registered. They share the model's memory.
using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

/// What a trainer asks of a model, whatever it is made of: built-in modules, TorchScript, a plug-in's modules.
/// Thread: the one that trains.
class TrainableModel
{
public:
    virtual ~TrainableModel() = default;

    /// Returns the outputs; of a model with several, the first tensor.
    ///
    /// Shape:  \p inputs [N, *] to what the loss takes.
    virtual at::Tensor forward(const at::Tensor &inputs) = 0;
    /// Training mode, or evaluation mode.
    virtual void train(bool on) = 0;
    virtual NamedTensors parameters() const = 0;
    virtual NamedTensors buffers() const = 0;
    /// What else it may change as it runs, a TorchScript model's counters and the like: as bytes, empty if there is nothing.
    virtual std::string attributes() const { return {}; }
    /// \p saved is what attributes() returned of the same model.
    /// Errors: std::runtime_error if it is of another.
    virtual void restoreAttributes(const std::string & /*saved*/) {}
    /// SHA-256 of the file that it was read from; empty if it is built-in.
    virtual std::string sha256() const { return {}; }
    virtual void to(const c10::Device &device) = 0;
    /// Returns the place where observers are registered; outlived by the model.
    virtual std::unique_ptr<hook::ModelTap> tap() = 0;
    /// Writes what it has become so that PyTorch reads it.
    /// Errors: std::runtime_error naming the path.
    virtual void save(const std::filesystem::path &path) const = 0;
};

} // namespace lensboard::model
