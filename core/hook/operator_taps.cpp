#include "core/hook/operator_taps.h"

#include <ATen/core/Tensor.h>
#include <ATen/record_function.h>
#include <torch/nn/module.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>

namespace lensboard::hook {

namespace {

using Storage = const c10::StorageImpl *;

class OperatorTapPoint final : public TapPoint
{
public:
    explicit OperatorTapPoint(std::string type) : m_type(std::move(type)) {}
    std::string moduleType() const override { return m_type; }

private:
    std::string m_type;
};

/// Operators that LibTorch's own modules make their output with.
bool isLayerOperator(std::string_view name)
{
    static constexpr std::string_view kNames[] = {
        "linear", "addmm", "mm", "matmul", "bmm", "baddbmm", "bilinear", "conv1d", "conv2d", "conv3d", "convolution",
        "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "batch_norm", "layer_norm", "group_norm", "instance_norm",
        "embedding", "embedding_bag", "lstm", "gru", "rnn_tanh", "rnn_relu", "lstm_cell", "gru_cell", "rnn_tanh_cell",
        "rnn_relu_cell", "prelu"};
    return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// The type of module that does what this operator does, and has no parameters; empty if there is none.
std::string_view followerType(std::string_view name)
{
    static constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
        {"relu", "ReLU"}, {"relu6", "ReLU6"}, {"gelu", "GELU"}, {"tanh", "Tanh"}, {"sigmoid", "Sigmoid"}, {"elu", "ELU"},
        {"selu", "SELU"}, {"celu", "CELU"}, {"leaky_relu", "LeakyReLU"}, {"silu", "SiLU"}, {"mish", "Mish"},
        {"softplus", "Softplus"}, {"hardtanh", "Hardtanh"}, {"hardswish", "Hardswish"}, {"hardsigmoid", "Hardsigmoid"},
        {"hardshrink", "Hardshrink"}, {"softshrink", "Softshrink"}, {"log_sigmoid", "LogSigmoid"}, {"glu", "GLU"},
        {"rrelu", "RReLU"}, {"threshold", "Threshold"}, {"softmax", "Softmax"}, {"log_softmax", "LogSoftmax"},
        {"dropout", "Dropout"}, {"feature_dropout", "Dropout2d"}, {"alpha_dropout", "AlphaDropout"},
        {"feature_alpha_dropout", "FeatureAlphaDropout"}};
    const auto found = std::find_if(std::begin(kTypes), std::end(kTypes), [name](const auto &type) { return type.first == name; });
    return found == std::end(kTypes) ? std::string_view() : found->second;
}

/// "relu" of "aten::relu_".
std::string_view baseName(std::string_view name)
{
    if (const auto colon = name.rfind(':'); colon != std::string_view::npos)
        name.remove_prefix(colon + 1);
    if (name.ends_with('_'))
        name.remove_suffix(1);
    return name;
}

/// Whether all that a module makes of its parameters comes out of a layer operator: LibTorch's own do.
bool isStandard(const torch::nn::Module &module)
{
    return module.name().starts_with("torch::nn::");
}

Storage storageOf(const at::Tensor &tensor)
{
    return tensor.defined() && tensor.has_storage() ? tensor.storage().unsafeGetStorageImpl() : nullptr;
}

/// Calls \p visit with each tensor among \p values, those in lists and tuples included.
template <typename Values, typename Visit>
void forEachTensor(const Values &values, const Visit &visit)
{
    for (const c10::IValue &value : values) {
        if (value.isTensor())
            visit(value.toTensor());
        else if (value.isTensorList())
            for (const at::Tensor &tensor : value.toTensorVector())
                visit(tensor);
        else if (value.isTuple())
            forEachTensor(value.toTupleRef().elements(), visit);
    }
}

} // namespace

struct OperatorTaps::Private
{
    struct Watched
    {
        std::shared_ptr<torch::nn::Module> module;
        std::string name;
        std::size_t depth = 0;
        std::shared_ptr<OperatorTapPoint> point; ///< null if the module is a TapPoint, or makes nothing of parameters
        std::map<std::string, std::shared_ptr<OperatorTapPoint>> followers; ///< by operator
        bool standard = true;
    };

    std::vector<Watched> modules;
    std::size_t found = 0;
    std::recursive_mutex mutex; ///< guards followers, and has one thread at a time tell watchers

    void walk(const std::shared_ptr<torch::nn::Module> &module, const std::string &name, std::size_t depth)
    {
        Watched watched{module, name, depth, nullptr, {}, isStandard(*module)};
        if (!dynamic_cast<TapPoint *>(module.get()) && (!module->parameters(false).empty() || !module->buffers(false).empty()))
            watched.point = std::make_shared<OperatorTapPoint>(pyTorchName(module->name()));
        modules.push_back(std::move(watched));
        for (const auto &child : module->named_children())
            walk(child.value(), name.empty() ? child.key() : name + '.' + child.key(), depth + 1);
    }

    std::shared_ptr<OperatorTapPoint> follower(std::size_t module, std::string_view operatorName)
    {
        const std::lock_guard lock(mutex);
        auto &point = modules[module].followers[std::string(operatorName)];
        if (!point) {
            point = std::make_shared<OperatorTapPoint>(std::string(followerType(operatorName)));
            ++found;
        }
        return point;
    }
};

namespace {

/// Which model a storage belongs to.
struct Owner
{
    std::weak_ptr<OperatorTaps::Private> model;
    std::size_t module = 0;
};

/// The one watch on LibTorch's operators, there while any model needs it, and whose parameters are where.
class Registry
{
public:
    static Registry &instance()
    {
        static Registry registry;
        return registry;
    }

    void add(const std::shared_ptr<OperatorTaps::Private> &model)
    {
        const std::unique_lock lock(m_mutex);
        for (std::size_t i = 0; i < model->modules.size(); ++i) {
            if (!model->modules[i].point)
                continue;
            for (const auto &tensors : {model->modules[i].module->parameters(false), model->modules[i].module->buffers(false)})
                for (const at::Tensor &tensor : tensors)
                    if (const Storage storage = storageOf(tensor))
                        m_owners[storage].push_back({model, i});
        }
        if (m_models++ == 0)
            m_callback = at::addGlobalCallback(at::RecordFunctionCallback(begin, end)
                                                   .needsInputs(true)
                                                   .needsOutputs(true)
                                                   .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION}));
    }

    void remove(const OperatorTaps::Private *model)
    {
        const std::unique_lock lock(m_mutex);
        for (auto &[storage, owners] : m_owners)
            std::erase_if(owners, [model](const Owner &owner) {
                const auto alive = owner.model.lock();
                return !alive || alive.get() == model;
            });
        std::erase_if(m_owners, [](const auto &entry) { return entry.second.empty(); });
        if (--m_models == 0)
            at::removeCallback(m_callback);
    }

    /// Of a storage that several modules share, as tied weights do, the one that such an operator suits.
    Owner ownerOf(Storage storage, std::string_view operatorName) const
    {
        const std::shared_lock lock(m_mutex);
        const auto found = m_owners.find(storage);
        if (found == m_owners.end())
            return {};
        const bool embeds = operatorName.starts_with("embedding");
        for (const Owner &owner : found->second)
            if (const auto model = owner.model.lock();
                model && model->modules[owner.module].point->moduleType().starts_with("Embedding") == embeds)
                return owner;
        return found->second.front();
    }

private:
    static std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction &function);
    static void end(const at::RecordFunction &function, at::ObserverContext *context);

    mutable std::shared_mutex m_mutex;
    std::unordered_map<Storage, std::vector<Owner>> m_owners;
    std::size_t m_models = 0;
    at::CallbackHandle m_callback = 0;
};

/// What a thread is doing.
struct ThreadState
{
    int operators = 0; ///< that run within each other
    int backward = 0;
    Owner last; ///< the module whose output was the last that this thread saw
};
thread_local ThreadState state;

struct Outermost final : at::ObserverContext
{
    std::shared_ptr<OperatorTaps::Private> model;
    std::size_t module = 0;
    std::shared_ptr<TapPoint> point; ///< of the module, or of what follows it
    bool isFollower = false;
    std::vector<at::Tensor> inputs; ///< that are no parameters; if somebody watches
};

std::unique_ptr<at::ObserverContext> Registry::begin(const at::RecordFunction &function)
{
    if (function.scope() == at::RecordScope::BACKWARD_FUNCTION) {
        ++state.backward;
        return nullptr;
    }
    if (state.operators++ > 0 || state.backward > 0)
        return nullptr;
    const std::string_view name = baseName(function.name());
    auto outermost = std::make_unique<Outermost>();
    if (!followerType(name).empty()) {
        outermost->model = state.last.model.lock();
        if (!outermost->model)
            return nullptr;
        outermost->module = state.last.module;
        outermost->point = outermost->model->follower(outermost->module, name);
        outermost->isFollower = true;
    } else {
        Owner owner;
        forEachTensor(function.inputs(), [&](const at::Tensor &tensor) {
            if (owner.model.expired())
                owner = instance().ownerOf(storageOf(tensor), name);
        });
        outermost->model = owner.model.lock();
        if (!outermost->model || (outermost->model->modules[owner.module].standard && !isLayerOperator(name)))
            return nullptr;
        outermost->module = owner.module;
        outermost->point = outermost->model->modules[owner.module].point;
    }
    if (outermost->point->watched())
        forEachTensor(function.inputs(), [&](const at::Tensor &tensor) {
            if (tensor.defined() && instance().ownerOf(storageOf(tensor), name).model.lock() != outermost->model)
                outermost->inputs.push_back(tensor);
        });
    return outermost;
}

void Registry::end(const at::RecordFunction &function, at::ObserverContext *context)
{
    if (function.scope() == at::RecordScope::BACKWARD_FUNCTION) {
        --state.backward;
        return;
    }
    if (const auto *outermost = static_cast<Outermost *>(context)) {
        at::Tensor output;
        forEachTensor(function.outputs(), [&output](const at::Tensor &tensor) {
            if (!output.defined())
                output = tensor;
        });
        const bool isView = output.defined() && !outermost->isFollower
                         && !instance().ownerOf(storageOf(output), "").model.expired(); // of a parameter, as a transposed one
        const bool isStep = !isLayerOperator(baseName(function.name())) && !outermost->isFollower && !output.requires_grad();
        if (output.defined() && !isView && !isStep) {
            state.last = {outermost->model, outermost->module};
            if (outermost->point->watched()) {
                const std::lock_guard lock(outermost->model->mutex);
                outermost->point->beforeForward.notify(outermost->inputs);
                outermost->point->leave(outermost->inputs, output);
            }
        }
    }
    --state.operators; // last: what watchers compute runs within
}

} // namespace

OperatorTaps::OperatorTaps(const std::shared_ptr<torch::nn::Module> &model) : d(std::make_shared<Private>())
{
    d->walk(model, "", 0);
    Registry::instance().add(d);
}

OperatorTaps::~OperatorTaps()
{
    Registry::instance().remove(d.get());
}

std::vector<TappedModule> OperatorTaps::modules() const
{
    const std::lock_guard lock(d->mutex);
    std::vector<TappedModule> all;
    for (const Private::Watched &watched : d->modules) {
        const auto module = watched.module;
        TappedModule tapped = describe(module, watched.name, watched.depth);
        if (!tapped.point) {
            tapped.point = watched.point;
            tapped.exact = false;
        }
        all.push_back(std::move(tapped));
        for (const auto &[name, point] : watched.followers)
            all.push_back({watched.name.empty() ? name : watched.name + '.' + name, point->moduleType(), watched.depth, true,
                           [module] { return module->is_training(); }, {}, point, {}, {}, false});
    }
    return all;
}

std::size_t OperatorTaps::foundCount() const
{
    const std::lock_guard lock(d->mutex);
    return d->found;
}

} // namespace lensboard::hook
