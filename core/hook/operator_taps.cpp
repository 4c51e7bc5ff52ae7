#include "core/hook/operator_taps.h"

#include "core/aten/aten_tensor.h"
#include "core/record/name_under.h"

#include <ATen/core/Tensor.h>
#include <ATen/record_function.h>
#include <torch/nn/module.h>

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>
#include <utility>

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

/// Operators that compute the output of LibTorch's own modules.
bool isLayerOperator(std::string_view name)
{
    static constexpr std::string_view kNames[] = {
        "linear", "addmm", "mm", "matmul", "bmm", "baddbmm", "bilinear", "conv1d", "conv2d", "conv3d", "convolution",
        "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "batch_norm", "layer_norm", "group_norm", "instance_norm",
        "embedding", "embedding_bag", "lstm", "gru", "rnn_tanh", "rnn_relu", "lstm_cell", "gru_cell", "rnn_tanh_cell",
        "rnn_relu_cell", "prelu"};
    return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// Operators of modules without parameters, with the types of these modules.
constexpr std::pair<std::string_view, std::string_view> kFollowers[] = {
    {"relu", "ReLU"}, {"relu6", "ReLU6"}, {"gelu", "GELU"}, {"tanh", "Tanh"}, {"sigmoid", "Sigmoid"}, {"elu", "ELU"},
    {"selu", "SELU"}, {"celu", "CELU"}, {"leaky_relu", "LeakyReLU"}, {"silu", "SiLU"}, {"mish", "Mish"},
    {"softplus", "Softplus"}, {"hardtanh", "Hardtanh"}, {"hardswish", "Hardswish"}, {"hardsigmoid", "Hardsigmoid"},
    {"hardshrink", "Hardshrink"}, {"softshrink", "Softshrink"}, {"log_sigmoid", "LogSigmoid"}, {"glu", "GLU"},
    {"rrelu", "RReLU"}, {"threshold", "Threshold"}, {"softmax", "Softmax"}, {"log_softmax", "LogSoftmax"},
    {"dropout", "Dropout"}, {"feature_dropout", "Dropout2d"}, {"alpha_dropout", "AlphaDropout"},
    {"feature_alpha_dropout", "FeatureAlphaDropout"}};

/// Returns the type of module that computes this operator, or an empty string.
std::string_view followerType(std::string_view name)
{
    const auto *const found = std::ranges::find(kFollowers, name, [](const auto &follower) { return follower.first; });
    return found == std::end(kFollowers) ? std::string_view() : found->second;
}

/// Returns the operator that a module of this type computes, or an empty string.
std::string_view followerOperator(std::string_view type)
{
    const auto *const found = std::ranges::find(kFollowers, type, [](const auto &follower) { return follower.second; });
    return found == std::end(kFollowers) ? std::string_view() : found->first;
}

/// Returns "relu" for "aten::relu_".
std::string_view baseName(std::string_view name)
{
    if (const auto colon = name.rfind(':'); colon != std::string_view::npos)
        name.remove_prefix(colon + 1);
    if (name.ends_with('_'))
        name.remove_suffix(1);
    return name;
}

/// Returns true if a layer operator computes everything that the module derives from its parameters, as in LibTorch's own modules.
bool isStandard(const torch::nn::Module &module)
{
    return module.name().starts_with("torch::nn::");
}

/// Returns true if the operator writes into its first argument, as relu_ does.
bool isInPlace(std::string_view name)
{
    return name.ends_with('_');
}

/// Accesses parameters in place: named_parameters() copies names and builds an index, 3 times slower.
struct Uncopied : torch::nn::Module
{
    static const auto &parametersOf(const torch::nn::Module &module) { return module.*&Uncopied::parameters_; }
};

Storage storageOf(const at::Tensor &tensor)
{
    return tensor.defined() && tensor.has_storage() ? tensor.storage().unsafeGetStorageImpl() : nullptr;
}

/// Calls \p visit with each tensor among values, including tensors in lists and tuples.
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
        const TapPoint *tapped = nullptr; ///< the module, if it is a TapPoint
        std::shared_ptr<OperatorTapPoint> point = {}; ///< null if the module is a TapPoint, or computes nothing from parameters
        std::map<std::string, std::shared_ptr<OperatorTapPoint>> followers = {}; ///< by operator
        bool standard = true;
        bool leaf = true;
    };

    std::vector<Watched> modules; ///< constant, except for their followers: a changed model gets another Private
    std::vector<const void *> parts; ///< addresses of the model's parts when the modules were listed
    std::size_t found = 0;
    std::recursive_mutex mutex; ///< guards followers and failure, and serializes notifications
    std::exception_ptr failure; ///< exception of the first callback that threw

    explicit Private(const std::shared_ptr<torch::nn::Module> &model)
    {
        walk(model, "", 0, {});
        visitParts([this](const void *part) { parts.push_back(part); });
    }

    /// The current model. Modules that \p before also has keep their points.
    explicit Private(Private &before)
    {
        const std::lock_guard lock(before.mutex);
        walk(before.modules.front().module, "", 0, before.modules);
        visitParts([this](const void *part) { parts.push_back(part); });
        found = before.found;
        failure = std::exchange(before.failure, nullptr);
    }

    void walk(const std::shared_ptr<torch::nn::Module> &module, const std::string &name, std::size_t depth, const std::vector<Watched> &before)
    {
        Watched watched{module, name, depth, dynamic_cast<const TapPoint *>(module.get())};
        watched.standard = isStandard(*module);
        watched.leaf = module->children().empty();
        const auto known = std::ranges::find_if(before, [&](const Watched &other) { return other.module == module && other.name == name; });
        if (known != before.end())
            watched.followers = known->followers;
        if (!watched.tapped && (!module->parameters(false).empty() || !module->buffers(false).empty()))
            watched.point = known != before.end() && known->point ? known->point : std::make_shared<OperatorTapPoint>(pyTorchName(module->name()));
        modules.push_back(std::move(watched));
        for (const auto &child : module->named_children())
            walk(child.value(), record::nameUnder(name, child.key()), depth + 1, before);
    }

    /// Calls \p visit with the addresses of submodules, parameters, buffers and their storages. Runs at every step.
    template <typename Visit>
    void visitParts(const Visit &visit) const
    {
        for (const Watched &watched : modules) {
            for (const auto &child : watched.module->children())
                visit(child.get());
            visit(nullptr);
            const auto visitTensor = [&visit](const at::Tensor &tensor) {
                visit(tensor.unsafeGetTensorImpl());
                visit(storageOf(tensor));
            };
            for (const auto &parameter : Uncopied::parametersOf(*watched.module))
                visitTensor(parameter.value());
            std::ranges::for_each(watched.module->buffers(false), visitTensor);
        }
    }

    bool isUnchanged() const
    {
        auto known = parts.begin();
        bool isSame = true;
        visitParts([&](const void *part) { isSame = isSame && known != parts.end() && *known++ == part; });
        return isSame && known == parts.end();
    }

    /// Returns the name of the place to watch instead of a module that cannot be watched: the last layer inside or before it, or the
    /// activation behind that layer. Empty if there is none.
    std::string nearestPlace(std::size_t module) const
    {
        std::size_t last = module;
        while (last + 1 < modules.size() && modules[last + 1].depth > modules[module].depth)
            ++last;
        std::string activation;
        for (; last > 0; --last) {
            if (modules[last].point || modules[last].tapped)
                return record::nameUnder(modules[last].name, activation);
            if (activation.empty())
                activation = followerOperator(pyTorchName(modules[last].module->name()));
        }
        return {};
    }

    /// Stores the exceptions of callbacks. LibTorch would only log them.
    template <typename Notify>
    void notify(const Notify &callbacks)
    {
        const std::lock_guard lock(mutex);
        try {
            callbacks();
        } catch (...) {
            if (!failure)
                failure = std::current_exception();
        }
    }

    /// Calls \p visit with the index of each module that is identified by its storages, and each of its storages.
    template <typename Visit>
    void forEachStorage(const Visit &visit) const
    {
        for (std::size_t i = 0; i < modules.size(); ++i)
            if (modules[i].point)
                for (const auto &tensors : {modules[i].module->parameters(false), modules[i].module->buffers(false)})
                    for (const at::Tensor &tensor : tensors)
                        if (storageOf(tensor))
                            visit(i, tensor.storage());
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

/// The model that a storage belongs to, and the module in it.
struct Owner
{
    std::weak_ptr<OperatorTaps::Private> model;
    std::size_t module = 0;
};

/// Owners of one storage. The weak reference keeps the storage's address from being reused.
struct OwnedStorage
{
    c10::weak_intrusive_ptr<c10::StorageImpl> storage;
    std::vector<Owner> owners;
};

/// The only callback on LibTorch's operators, registered while any model needs it, and the index of parameters.
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
        own(model);
        if (m_models++ == 0)
            m_callback = at::addGlobalCallback(at::RecordFunctionCallback(begin, end)
                                                   .needsInputs(true)
                                                   .needsOutputs(true)
                                                   .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION}));
    }

    void remove(const OperatorTaps::Private *model)
    {
        const std::unique_lock lock(m_mutex);
        disown(model);
        if (--m_models == 0)
            at::removeCallback(m_callback);
    }

    void replace(const OperatorTaps::Private *before, const std::shared_ptr<OperatorTaps::Private> &now)
    {
        const std::unique_lock lock(m_mutex);
        disown(before);
        own(now);
    }

    /// Returns the leaf that \p point taps, or an empty owner if it belongs to no model.
    Owner ownerOf(const TapPoint *point) const
    {
        const std::shared_lock lock(m_mutex);
        const auto found = m_tapped.find(point);
        return found == m_tapped.end() ? Owner() : found->second;
    }

    /// Returns the module that has the storage. If several share it, as with tied weights, returns the one that suits the operator.
    Owner ownerOf(Storage storage, std::string_view operatorName) const
    {
        const std::shared_lock lock(m_mutex);
        const auto found = m_owned.find(storage);
        if (found == m_owned.end())
            return {};
        const bool embeds = operatorName.starts_with("embedding");
        for (const Owner &owner : found->second.owners)
            if (const auto model = owner.model.lock();
                model && model->modules[owner.module].point->moduleType().starts_with("Embedding") == embeds)
                return owner;
        return found->second.owners.front();
    }

private:
    void own(const std::shared_ptr<OperatorTaps::Private> &model)
    {
        model->forEachStorage([&](std::size_t module, const c10::Storage &storage) {
            const OwnedStorage unowned{storage.getWeakStorageImpl(), {}};
            m_owned.try_emplace(storage.unsafeGetStorageImpl(), unowned).first->second.owners.push_back({model, module});
        });
        for (std::size_t i = 0; i < model->modules.size(); ++i)
            if (const auto &module = model->modules[i]; module.tapped && module.leaf)
                m_tapped[module.tapped] = {model, i};
    }

    void disown(const OperatorTaps::Private *model)
    {
        const auto isGone = [model](const Owner &owner) {
            const auto alive = owner.model.lock();
            return !alive || alive.get() == model;
        };
        for (auto &[storage, owned] : m_owned)
            std::erase_if(owned.owners, isGone);
        std::erase_if(m_owned, [](const auto &entry) { return entry.second.owners.empty(); });
        std::erase_if(m_tapped, [&isGone](const auto &entry) { return isGone(entry.second); });
    }

    static std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction &function);
    static void end(const at::RecordFunction &function, at::ObserverContext *context);

    mutable std::shared_mutex m_mutex;
    std::unordered_map<Storage, OwnedStorage> m_owned;
    std::unordered_map<const TapPoint *, Owner> m_tapped; ///< leaves only
    std::size_t m_models = 0;
    at::CallbackHandle m_callback = 0;
};

/// State of a thread.
struct ThreadState
{
    int operators = 0; ///< nesting depth of operators
    int backward = 0;
    Owner last; ///< module of the last observed output on this thread
};
thread_local ThreadState state;

struct Outermost final : at::ObserverContext
{
    std::shared_ptr<OperatorTaps::Private> model;
    std::size_t module = 0;
    std::shared_ptr<TapPoint> point; ///< point of the module or of its follower; null if the module is a TapPoint
    bool isFollower = false;
    bool isEntered = false;         ///< observers of the input were notified
    std::vector<at::Tensor> inputs; ///< inputs that are not parameters; only if they are watched

    void enter()
    {
        isEntered = true;
        model->notify([this] { point->enterUnchanged(viewsOf(inputs)); });
    }
};

/// Decrements the depth at the end of an operator, also after an exception.
struct OperatorEnd
{
    ~OperatorEnd() { --state.operators; } // last, since computations of callbacks count as nested
};

std::unique_ptr<at::ObserverContext> Registry::begin(const at::RecordFunction &function)
{
    if (function.scope() == at::RecordScope::BACKWARD_FUNCTION) {
        ++state.backward;
        state.last = {}; // the next operator follows no layer of this pass
        return nullptr;
    }
    if (state.operators++ > 0 || state.backward > 0)
        return nullptr;
    const std::string_view name = baseName(function.name());
    auto outermost = std::make_unique<Outermost>();
    const TapPoint *const running = TapPoint::Running::innermost();
    const Owner tapped = running ? instance().ownerOf(running) : Owner();
    if ((outermost->model = tapped.model.lock())) {
        outermost->module = tapped.module;
    } else if (!followerType(name).empty()) {
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
    if (!outermost->point || !outermost->point->watched())
        return outermost;
    bool isFirstOwned = false, isFirst = true;
    forEachTensor(function.inputs(), [&](const at::Tensor &tensor) {
        const bool isOwned = instance().ownerOf(storageOf(tensor), name).model.lock() == outermost->model;
        isFirstOwned = isFirst ? isOwned : isFirstOwned;
        isFirst = false;
        if (tensor.defined() && !isOwned)
            outermost->inputs.push_back(tensor);
    });
    // Other operators are recognised as the module's only by their output; their input is unchanged by then.
    if (outermost->isFollower || isLayerOperator(name) || (isInPlace(function.name()) && !isFirstOwned))
        outermost->enter();
    return outermost;
}

void Registry::end(const at::RecordFunction &function, at::ObserverContext *context)
{
    if (function.scope() == at::RecordScope::BACKWARD_FUNCTION) {
        --state.backward;
        return;
    }
    const OperatorEnd operatorEnd;
    if (auto *outermost = static_cast<Outermost *>(context)) {
        std::vector<at::Tensor> outputs;
        forEachTensor(function.outputs(), [&outputs](const at::Tensor &tensor) {
            if (tensor.defined())
                outputs.push_back(tensor);
        });
        const at::Tensor output = outputs.empty() ? at::Tensor() : outputs.front();
        if (!outermost->point) {
            state.last = {outermost->model, outermost->module};
            return;
        }
        const bool isView = output.defined() && !outermost->isFollower
                         && !instance().ownerOf(storageOf(output), "").model.expired(); // a view of a parameter, for example transposed
        const bool isStep = !isLayerOperator(baseName(function.name())) && !outermost->isFollower && !output.requires_grad();
        if (output.defined() && !isView && !isStep) {
            state.last = {outermost->model, outermost->module};
            if (outermost->point->watched()) {
                if (!outermost->isEntered)
                    outermost->enter();
                outermost->model->notify([&] { outermost->point->exit(viewsOf(outermost->inputs), viewsOf(outputs)); });
            }
        }
    }
}

} // namespace

OperatorTaps::OperatorTaps(const std::shared_ptr<torch::nn::Module> &model) : d(std::make_shared<Private>(model))
{
    Registry::instance().add(d);
}

OperatorTaps::OperatorTaps(torch::nn::Module &model)
    : OperatorTaps(std::shared_ptr<torch::nn::Module>(std::shared_ptr<void>(), &model))
{}

OperatorTaps::~OperatorTaps()
{
    Registry::instance().remove(d.get());
}

const void *OperatorTaps::model() const
{
    return d->modules.front().module.get();
}

std::vector<TappedModule> OperatorTaps::modules() const
{
    const std::lock_guard lock(d->mutex);
    std::vector<TappedModule> all;
    for (std::size_t i = 0; i < d->modules.size(); ++i) {
        const Private::Watched &watched = d->modules[i];
        const auto module = watched.module;
        TappedModule tapped = describe(module, watched.name, watched.depth);
        if (!tapped.point) {
            tapped.point = watched.point;
            tapped.exact = false;
            tapped.nearestPlace = watched.point ? "" : d->nearestPlace(i);
        }
        all.push_back(std::move(tapped));
        for (const auto &[name, point] : watched.followers)
            all.push_back({record::nameUnder(watched.name, name), point->moduleType(), watched.depth, true,
                           [module] { return module->is_training(); }, {}, point, {}, {}, false});
    }
    return all;
}

bool OperatorTaps::refresh()
{
    if (d->isUnchanged())
        return false;
    const auto now = std::make_shared<Private>(*d);
    Registry::instance().replace(d.get(), now);
    d = now;
    return true;
}

void OperatorTaps::rethrow()
{
    const std::lock_guard lock(d->mutex);
    if (const auto failure = std::exchange(d->failure, nullptr))
        std::rethrow_exception(failure);
}

std::size_t OperatorTaps::foundCount() const
{
    const std::lock_guard lock(d->mutex);
    return d->found;
}

} // namespace lensboard::hook
