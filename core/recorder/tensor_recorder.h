#pragma once

#include "core/hook/model_tap.h"
#include "core/recorder/module_walk.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace lensboard::recorder {

/// Recorded tensor of a layer.
enum class RecordedTensor {
    ForwardPre,    ///< its input, before its forward
    ForwardInput,  ///< its input, after its forward
    ForwardOutput, ///< its output
    BackwardInput, ///< the gradient of its input; only the part that flows through this layer
    BackwardOutput ///< the gradient of its output
};

/// Tensors in the order of recording.
using Tensors = std::vector<Tensor>;

/// Settings of a TensorRecorder.
struct RecorderSettings
{
    /// Recorded part of a tensor.
    enum class Data {
        Batch, ///< whole tensors
        Sample ///< the first item of each tensor
    };

    std::function<bool()> condition = {}; ///< called before each tensor; empty: always true
    /// Called with the work for each tensor, for example to time it; empty: runs the work directly.
    std::function<void(const std::function<void()> &work)> through = {};
    /// Combines the kept tensor and the next one; empty: keeps every tensor.
    std::function<Tensor(const Tensor &kept, const Tensor &next)> reduction = {};
    Data data = Data::Batch;
    std::size_t which = 0; ///< index among several inputs or outputs, for forward moments
    std::function<Tensor(const Tensor &)> map = {}; ///< applied to each tensor before it is recorded; an undefined result is skipped
    std::size_t limitBytes = std::size_t(1) << 30; ///< limit for all kept tensors; see isFull()
    int order = 0; ///< among watchers of the same moment; lower runs first
};

/// Keeps tensors that pass through layers, with one sub-recorder per layer, in the order of registration.
///
/// Copies tensors on their device, detached from autograd. If limitBytes would be exceeded, stops recording for all layers.
/// The destructor removes all hooks; taps must outlive their sub-recorders.
/// Thread: the tap's thread; on CUDA, backward moments run on autograd's thread.
/// Source: torchfunc.hooks.recorders.
class TensorRecorder
{
public:
    /// Records at \p moment. Without \p settings it keeps every tensor.
    explicit TensorRecorder(RecordedTensor moment, RecorderSettings settings = {});
    ~TensorRecorder();

    /// Adds modules to the recorder; see modulesOf() and childrenOf(). \p model is a prefix of their names.
    /// Errors: std::invalid_argument if one cannot be watched; none is registered then.
    TensorRecorder &modules(hook::ModelTap &tap, const ModuleFilter &filter = {}, hook::ModuleId root = 0);
    /// The same for modules one level below \p root.
    TensorRecorder &children(hook::ModelTap &tap, const ModuleFilter &filter = {}, hook::ModuleId root = 0);
    /// The same for \p modules, by number.
    TensorRecorder &record(hook::ModelTap &tap, const std::vector<hook::ModuleId> &modules, const std::string &model = {});

    /// Removes all hooks and keeps the data. A later record() of the same module continues its sub-recorder.
    void deregister();
    void deregister(const hook::ModelTap &tap); ///< only at modules of \p tap

    std::size_t size() const; ///< number of sub-recorders
    /// Returns the name of the recorded module; the model's own is empty.
    /// Errors: std::out_of_range, as for all functions with an index.
    const std::string &module(std::size_t index) const;
    const Tensors &data(std::size_t index) const; ///< oldest first; with a reduction, at most one tensor
    std::size_t samples(std::size_t index) const; ///< number of recorded tensors, also with a reduction
    /// Returns samples() of all sub-recorders.
    std::vector<std::size_t> iterSamples() const;
    /// Removes a sub-recorder and returns its data. Later indices shift down by 1.
    Tensors remove(std::size_t index);
    /// Replaces each sub-recorder's data by the result of \p function.
    void apply(const std::function<Tensors(const Tensors &)> &function);
    /// The same for a function that also needs the number of recorded tensors.
    void applySample(const std::function<Tensors(const Tensors &, std::size_t samples)> &function);
    /// Discards all data; keeps sub-recorders.
    void clear();

    /// Memory of all kept tensors.
    std::size_t bytes() const;
    bool isFull() const; ///< true if a tensor was skipped since clear() for lack of memory

    /// Writes 0.pt, 1.pt …, one per sub-recorder: a list of tensors or, with a reduction, a tensor. torch.load and torch::pickle_load open them.
    /// A sub-recorder without data writes an empty list.
    /// Errors: std::runtime_error naming the path.
    void save(const std::filesystem::path &folder, bool makeFolder = false) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Writes \p tensors in the format of torch.save: a list, or if \p alone the only tensor.
/// Errors: bytes::WriteError naming the path.
void saveTensors(const std::filesystem::path &path, const Tensors &tensors, bool alone);

} // namespace lensboard::recorder
