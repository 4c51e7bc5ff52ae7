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

/// What of a layer is recorded.
enum class Moment {
    ForwardPre,    ///< its input, before its forward
    ForwardInput,  ///< its input, after its forward
    ForwardOutput, ///< its output
    BackwardInput, ///< the gradient of its input, that part which flows through it alone
    BackwardOutput ///< the gradient of its output
};

using Tensors = std::vector<Tensor>;

struct RecorderSettings
{
    enum class Data {
        Batch, ///< tensors as they are
        Sample ///< the first item of each
    };

    std::function<bool()> condition = {}; ///< asked before each tensor; empty: always
    /// What is done with each tensor goes through here, to be timed; empty: it is done.
    std::function<void(const std::function<void()> &work)> through = {};
    /// What is kept of what was kept and what is new; empty: each is kept.
    std::function<Tensor(const Tensor &kept, const Tensor &next)> reduction = {};
    Data data = Data::Batch;
    std::size_t which = 0; ///< of several inputs or outputs, for the moments of a forward
    std::function<Tensor(const Tensor &)> map = {}; ///< of each before it is recorded; an undefined one is left out
    std::size_t limitBytes = std::size_t(1) << 30; ///< of all that is kept; see isFull()
    int order = 0; ///< among the watchers of the same moment: a lower one comes first
};

/// Keeps tensors that pass through layers; one sub-recorder a layer, in the order of registration.
///
/// Tensors are copied, on the device where they are, without their history of gradients. When limitBytes would be exceeded
/// the recorder records no more, of any layer. Destroyed, it leaves no hook; taps outlive their sub-recorders.
/// Thread: that of the tap; on CUDA backward moments come on autograd's.
/// Source: torchfunc.hooks.recorders.
class TensorRecorder
{
public:
    explicit TensorRecorder(Moment moment, RecorderSettings settings = {});
    ~TensorRecorder();

    /// Records of these modules, too; see modulesOf() and childrenOf(). The names of those of \p model stand under it.
    /// Errors: std::invalid_argument if one cannot be watched; none is registered then.
    TensorRecorder &modules(hook::ModelTap &tap, const ModuleFilter &filter = {}, hook::ModuleId root = 0);
    TensorRecorder &children(hook::ModelTap &tap, const ModuleFilter &filter = {}, hook::ModuleId root = 0);
    TensorRecorder &record(hook::ModelTap &tap, const std::vector<hook::ModuleId> &modules, const std::string &model = {});

    /// Removes all hooks; what was recorded stays. record() of a module that has a sub-recorder goes on with that one then.
    void deregister();
    void deregister(const hook::ModelTap &tap); ///< those at modules of \p tap

    std::size_t size() const; ///< sub-recorders
    /// The name of the module that is recorded; the model's own is empty.
    /// Errors: std::out_of_range, as all that take an index.
    const std::string &module(std::size_t index) const;
    const Tensors &data(std::size_t index) const; ///< oldest first; with a reduction one, or none yet
    std::size_t samples(std::size_t index) const; ///< tensors that were recorded, however they were reduced
    std::vector<std::size_t> iterSamples() const;
    /// Takes a sub-recorder out; those behind it move up.
    Tensors remove(std::size_t index);
    /// Puts what \p function makes of a sub-recorder's data in their place.
    void apply(const std::function<Tensors(const Tensors &)> &function);
    void applySample(const std::function<Tensors(const Tensors &, std::size_t samples)> &function);
    /// Forgets all data; sub-recorders stay.
    void clear();

    std::size_t bytes() const;
    bool isFull() const; ///< something was left out since clear() for want of memory

    /// Writes 0.pt, 1.pt … a sub-recorder: a list of tensors or, with a reduction, a tensor. torch.load and
    /// torch::pickle_load open them. One without data is an empty list.
    /// Errors: std::runtime_error naming the path.
    void save(const std::filesystem::path &folder, bool makeFolder = false) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Writes \p tensors as torch.save does: a list, or the only one alone.
/// Errors: bytes::WriteError naming the path.
void saveTensors(const std::filesystem::path &path, const Tensors &tensors, bool alone);

} // namespace lensboard::recorder
