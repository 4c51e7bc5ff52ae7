#include "core/hook/model_tap.h"

#include "core/hook/division.h"
#include "core/hook/optimizer_steps.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/name_under.h"
#include "core/tensor/library.h"
#include "core/tensor/tensor_list.h"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>

namespace lensboard::hook {

namespace {

/// Calls \p function at the end of the running backward pass, after \p turns rounds of callbacks: DistributedDataParallel averages gradients
/// in callbacks that queue callbacks.
void afterAveraging(std::function<void()> function, int turns = 3)
{
    Library::current().atEndOfBackward([function = std::move(function), turns] {
        turns == 0 ? function() : afterAveraging(function, turns - 1);
    });
}

/// The only hook on the node that accumulates a parameter's gradient; exists only while the gradient is watched.
class GradientTap : public std::enable_shared_from_this<GradientTap>
{
public:
    /// \p division: null for a parameter that this process has as a whole.
    GradientTap(const Tensor &parameter, const GradientAveraging &averaging, std::shared_ptr<const Division> division)
        : m_parameter(parameter), m_averaging(averaging), m_division(std::move(division)),
          m_hook(m_division ? m_division->onGradient([this] { notify(); }) : nullptr), m_wasTrainable(parameter.requiresGradNow())
    {
        if (!m_hook)
            m_hook = Library::current().onAccumulation(parameter, [this] { accumulated(); });
    }
    GradientTap(const GradientTap &) = delete;
    GradientTap &operator=(const GradientTap &) = delete;

    /// See AccumulationHook.
    bool follow() { return m_hook->follow(); }
    /// A frozen parameter has no node yet.
    void followUnfrozen()
    {
        if (!m_wasTrainable && m_parameter.requiresGradNow()) {
            m_wasTrainable = true;
            follow();
        }
    }

    /// Returns false while the node may be calling the hook.
    bool isUnused() const { return keepers == 0 && callbacks.empty() && !callbacks.isNotifying(); }
    /// Call after callbacks were added or removed.
    void callbacksChanged()
    {
        if (callbacks.isNotifying())
            return;
        if (std::exchange(m_isPaused, callbacks.empty()) != callbacks.empty())
            m_hook->setPaused(m_isPaused);
    }

    CallbackList<const Tensor &> callbacks;
    int keepers = 0;

private:
    void accumulated()
    {
        if (callbacks.empty())
            return;
        if (!m_averaging)
            return notify();
        afterAveraging([alive = weak_from_this()] {
            if (const auto watched = alive.lock(); watched && watched->m_averaging())
                watched->notify();
        });
    }

    void notify()
    {
        const std::lock_guard alone(callbackMutex());
        Tensor gradient = Library::current().gradient(m_parameter);
        if (gradient.defined() && m_division)
            gradient = m_division->part(gradient);
        if (gradient.defined())
            callbacks.notify(gradient);
    }

    Tensor m_parameter;
    GradientAveraging m_averaging;
    std::shared_ptr<const Division> m_division;
    std::unique_ptr<AccumulationHook> m_hook;
    bool m_wasTrainable;
    bool m_isPaused = false;
};

/// Returns true if both are one module that is watched at one point.
bool isSame(const TappedModule &a, const TappedModule &b)
{
    return a.module == b.module && a.point == b.point && a.type == b.type;
}

/// Returns the name of the first parameter that only one of the lists has, or an empty string.
std::string differentParameter(const std::vector<std::pair<std::string, Tensor>> &a, const std::vector<std::pair<std::string, Tensor>> &b)
{
    const auto [inA, inB] = std::ranges::mismatch(a, b, [](const auto &one, const auto &other) {
        return one.first == other.first && one.second.isSame(other.second);
    });
    return inA != a.end() ? inA->first : inB != b.end() ? inB->first : std::string();
}

/// Returns null if the parameter is not divided.
std::shared_ptr<const Division> divisionIn(const TappedModule &module, const std::string &parameter)
{
    const auto found = module.divisions.find(parameter);
    return found == module.divisions.end() ? nullptr : found->second;
}

} // namespace

struct ModelTap::Private
{
    struct Module
    {
        TappedModule module;
        std::map<std::string, std::shared_ptr<GradientTap>> gradients;
    };

    std::vector<record::LayerInfo> infos;
    std::deque<Module> modules; ///< a deque, since hooks point to its elements
    CallbackList<> stepped;
    const OptimizerSteps *steps = nullptr; ///< while a step is observed, also the optimizer
    const SteppedOptimizer *optimizer = nullptr;
    GradientScale gradientScale;
    GradientAveraging averaging;
    using Key = std::pair<const void *, std::vector<std::int64_t>>;
    std::map<Key, std::string> firstNames; ///< names of parameters, where each came first

    void add(TappedModule module)
    {
        record::LayerInfo info{module.name, module.type, module.leaf, {}};
        for (const auto &[name, parameter] : module.parameters) {
            const Division *const division = divisionIn(module, name).get();
            info.parameters.push_back({name, division ? division->sizes() : parameter.sizes(), parameter.requiresGrad(),
                                       firstNameOf(keyOf(parameter, division), record::nameUnder(module.name, name))});
        }
        for (const auto &[name, buffer] : module.buffers)
            info.buffers.push_back({name, buffer.defined() ? buffer.sizes() : std::vector<std::int64_t>()});
        infos.push_back(std::move(info));
        modules.push_back({std::move(module), {}});
    }

    /// Returns the identity of a parameter: its object if it has no memory of its own. Nullopt for an empty one.
    static std::optional<Key> keyOf(const Tensor &parameter, const Division *division)
    {
        if (division)
            return Key{division->key().first, {division->key().second}};
        if (parameter.numel() == 0)
            return std::nullopt;
        const void *const data = parameter.layout().data;
        return data ? Key{data, parameter.sizes()} : Key{parameter.body().identity(), {}};
    }

    /// Returns the first name of a parameter that an earlier module has too (tied weights). Otherwise returns an empty string and stores \p name.
    std::string firstNameOf(const std::optional<Key> &key, const std::string &name)
    {
        if (!key)
            return {};
        const auto [known, isNew] = firstNames.try_emplace(*key, name);
        return isNew ? std::string() : known->second;
    }

    record::Message called(ModuleId module) const
    {
        const std::string &name = infos.at(module).name;
        return name.empty() ? record::message("the model") : record::message("layer \"%1\"", name);
    }

    std::optional<ModuleId> find(const std::string &name) const
    {
        const auto found = std::find_if(infos.begin(), infos.end(), [&](const auto &info) { return info.name == name; });
        if (found == infos.end())
            return std::nullopt;
        return static_cast<ModuleId>(found - infos.begin());
    }

    /// Submodules, parameters and buffers of a module, for a message.
    std::string contents(ModuleId module) const
    {
        const record::LayerInfo &info = infos.at(module);
        const std::string prefix = info.name.empty() ? "" : info.name + '.';
        std::string names;
        const auto add = [&names](const std::string &name) { names += (names.empty() ? "" : ", ") + name; };
        for (const record::LayerInfo &other : infos)
            if (other.name.size() > prefix.size() && other.name.starts_with(prefix)
                && other.name.find('.', prefix.size()) == std::string::npos)
                add(other.name.substr(prefix.size()));
        for (const auto &parameter : info.parameters)
            add(parameter.name);
        for (const auto &buffer : info.buffers)
            add(buffer.name);
        return names.empty() ? "nothing" : names;
    }

    GradientCallback unscaled(GradientCallback callback) const
    {
        if (!gradientScale)
            return callback;
        return withScale([callback = std::move(callback)](const Tensor &gradient, const Tensor &scale) {
            callback(lensboard::unscaled({gradient}, scale).front());
        });
    }

    GradientCallback withScale(ScaledGradientCallback callback) const
    {
        return [scaleOf = gradientScale, callback = std::move(callback)](const Tensor &gradient) {
            callback(gradient, scaleOf ? scaleOf() : Tensor());
        };
    }

    Hook addToOutputGradient(ModuleId module, GradientCallback callback, int order)
    {
        return pointOf(module).outputGradient.add(std::move(callback), order);
    }

    Hook addToParameterGradient(ModuleId module, const std::string &name, GradientCallback callback, int order)
    {
        const std::shared_ptr<GradientTap> tap = gradientTap(module, name);
        auto hook = std::make_shared<Hook>(tap->callbacks.add(std::move(callback), order));
        tap->callbacksChanged();
        return Hook([hook, tap = std::weak_ptr(tap), gradients = &modules[module].gradients, name] {
            hook->reset();
            if (const auto alive = tap.lock()) {
                alive->callbacksChanged();
                removeIfUnused(*gradients, name);
            }
        });
    }

    std::shared_ptr<GradientTap> gradientTap(ModuleId module, const std::string &name)
    {
        auto &tap = modules.at(module).gradients[name];
        if (tap)
            return tap;
        for (const auto &[own, tensor] : modules[module].module.parameters)
            if (own == name)
                return tap = std::make_shared<GradientTap>(tensor.current(), averaging, divisionIn(modules[module].module, name));
        modules[module].gradients.erase(name);
        throw record::InvalidArgument(record::message("%1 has no parameter \"%2\"", called(module), name));
    }

    using GradientTaps = std::map<std::string, std::shared_ptr<GradientTap>>;
    static void removeIfUnused(GradientTaps &taps, const std::string &name)
    {
        const auto found = taps.find(name);
        if (found != taps.end() && found->second->isUnused())
            taps.erase(found);
    }

    TapPoint &pointOf(ModuleId module) const
    {
        const auto &point = modules.at(module).module.point;
        if (point)
            return *point;
        const std::string &place = modules[module].module.nearestPlace;
        throw record::InvalidArgument(
            place.empty() ? record::message("%1 (%2) is not built to be tapped; wrap it in Tapped<>", called(module), infos[module].type)
                          : record::message("%1 (%2) is not built to be tapped; watch \"%3\", or wrap it in Tapped<>", called(module),
                                            infos[module].type, place));
    }
};

ModelTap::ModelTap(std::vector<TappedModule> modules, GradientScale scale, GradientAveraging averaging) : d(std::make_unique<Private>())
{
    d->gradientScale = std::move(scale);
    d->averaging = std::move(averaging);
    if (modules.empty())
        throw record::InvalidArgument(record::message("there is no model to tap"));
    for (TappedModule &module : modules)
        d->add(std::move(module));
}

ModelTap::~ModelTap() = default;

std::vector<std::string> ModelTap::replacedIn(const std::vector<TappedModule> &modules) const
{
    std::map<std::string_view, const TappedModule *> now;
    for (const TappedModule &module : modules)
        now[module.name] = &module;
    std::vector<std::string> replaced;
    for (ModuleId id = 0; id < d->modules.size(); ++id) {
        const TappedModule &before = d->modules[id].module;
        const auto found = now.find(before.name);
        if (found == now.end() || !isSame(before, *found->second))
            replaced.push_back(record::shownName(d->infos[id]));
        else if (const std::string parameter = differentParameter(before.parameters, found->second->parameters); !parameter.empty())
            replaced.push_back(record::nameUnder(before.name, parameter));
    }
    return replaced;
}

bool ModelTap::extend(const std::vector<TappedModule> &modules)
{
    bool hasMissed = false;
    for (Private::Module &module : d->modules)
        for (const auto &[name, tap] : module.gradients)
            hasMissed = tap->follow() || hasMissed;
    for (const TappedModule &module : modules)
        if (!d->find(module.name))
            d->add(module);
    return hasMissed;
}

bool ModelTap::followUnfrozen()
{
    bool hasFound = false;
    for (ModuleId id = 0; id < d->modules.size(); ++id) {
        const auto &tensors = d->modules[id].module.parameters;
        for (std::size_t i = 0; i < tensors.size(); ++i)
            if (bool &isTrainable = d->infos[id].parameters[i].requiresGrad; !isTrainable && tensors[i].second.requiresGradNow())
                isTrainable = hasFound = true;
        for (const auto &[name, tap] : d->modules[id].gradients)
            tap->followUnfrozen();
    }
    return hasFound;
}

const std::vector<record::LayerInfo> &ModelTap::modules() const
{
    return d->infos;
}

std::vector<ModuleId> ModelTap::layers(std::int64_t depth) const
{
    std::vector<ModuleId> ids;
    for (ModuleId id = 0; id < d->modules.size(); ++id) {
        const auto level = static_cast<std::int64_t>(d->modules[id].module.depth);
        if (depth >= 0 ? level == depth || (level < depth && d->infos[id].leaf) : d->infos[id].leaf)
            ids.push_back(id);
    }
    return ids;
}

std::vector<ModuleId> ModelTap::parameterOwners(std::int64_t depth) const
{
    std::vector<ModuleId> ids;
    for (ModuleId id = 0; id < d->modules.size(); ++id) {
        const bool isAbove = depth < 0 || static_cast<std::int64_t>(d->modules[id].module.depth) < depth;
        if (isAbove && !d->infos[id].leaf && !d->infos[id].parameters.empty())
            ids.push_back(id);
    }
    return ids;
}

bool ModelTap::isTraining(ModuleId module) const
{
    return d->modules.at(module).module.isTraining();
}

torch::nn::Module *ModelTap::eagerModule(ModuleId module) const
{
    return d->modules.at(module).module.module.get();
}

const std::shared_ptr<const void> &ModelTap::foreignModule(ModuleId module) const
{
    return d->modules.at(module).module.foreign;
}

Tensor ModelTap::parameter(ModuleId module, const std::string &name) const
{
    for (const auto &[own, tensor] : d->modules.at(module).module.parameters)
        if (own == name)
            return tensor.current();
    return {};
}

const Division *ModelTap::division(ModuleId module, const std::string &name) const
{
    return divisionIn(d->modules.at(module).module, name).get();
}

bool ModelTap::hasDivisions() const
{
    return std::ranges::any_of(d->modules, [](const Private::Module &module) { return !module.module.divisions.empty(); });
}

ModuleId ModelTap::submodule(ModuleId module, const std::string &path) const
{
    ModuleId reached = module;
    for (std::size_t start = 0; start < path.size();) {
        const std::size_t end = std::min(path.find('.', start), path.size());
        const std::string &name = d->infos.at(reached).name;
        const auto next = d->find(name + (name.empty() ? "" : ".") + path.substr(start, end - start));
        if (!next) {
            const record::Message called = d->called(reached);
            const std::string missing = path.substr(start, end - start), has = d->contents(reached);
            throw record::InvalidArgument(d->modules[reached].module.exact
                                            ? record::message("%1 has no module \"%2\"; it has %3", called, missing, has)
                                            : record::message("%1 has no module \"%2\" yet; it has %3, and activations after it once they have run",
                                                              called, missing, has));
        }
        reached = *next;
        start = end + 1;
    }
    return reached;
}

ModelTap::Attribute ModelTap::attribute(ModuleId module, const std::string &path) const
{
    const std::size_t dot = path.rfind('.');
    const ModuleId owner = dot == std::string::npos ? module : submodule(module, path.substr(0, dot));
    const std::string name = path.substr(dot == std::string::npos ? 0 : dot + 1);
    const TappedModule &tapped = d->modules[owner].module;
    for (const auto *tensors : {&tapped.parameters, &tapped.buffers})
        for (const auto &[own, tensor] : *tensors)
            if (own == name && tapped.now)
                return [now = tapped.now, name] { return now(name); };
            else if (own == name)
                return [tensor = tensor] { return tensor.current(); };
    throw record::InvalidArgument(record::message("%1 has no parameter or buffer \"%2\"; it has %3",
                                                d->called(owner), name, d->contents(owner)));
}

Hook ModelTap::beforeForward(ModuleId module, InputCallback callback, int order)
{
    return d->pointOf(module).beforeForward.add(std::move(callback), order);
}

Hook ModelTap::afterForward(ModuleId module, OutputCallback callback, int order)
{
    return d->pointOf(module).afterForward.add(std::move(callback), order);
}

Hook ModelTap::onRepeatedForward(ModuleId module, OutputCallback callback, int order)
{
    return d->pointOf(module).repeatedForward.add(std::move(callback), order);
}

Hook ModelTap::onAllOutputs(ModuleId module, InputCallback callback, int order)
{
    return d->pointOf(module).allOutputs.add(std::move(callback), order);
}

Hook ModelTap::onOutputGradient(ModuleId module, GradientCallback callback, int order)
{
    return d->addToOutputGradient(module, d->unscaled(std::move(callback)), order);
}

Hook ModelTap::onScaledOutputGradient(ModuleId module, ScaledGradientCallback callback, int order)
{
    return d->addToOutputGradient(module, d->withScale(std::move(callback)), order);
}

Hook ModelTap::keepOutputGradientHook(ModuleId module)
{
    d->pointOf(module); // may throw
    const std::shared_ptr<TapPoint> &point = d->modules[module].module.point;
    ++point->outputGradientKeepers;
    return Hook([weak = std::weak_ptr(point)] {
        if (const auto alive = weak.lock())
            --alive->outputGradientKeepers;
    });
}

Hook ModelTap::onInputGradient(ModuleId module, GradientCallback callback, int order)
{
    return d->pointOf(module).inputGradient.add(d->unscaled(std::move(callback)), order);
}

bool ModelTap::canWatchForward(ModuleId module) const
{
    return d->modules.at(module).module.point != nullptr;
}

const std::string &ModelTap::unreadOutput(ModuleId module) const
{
    static const std::string none;
    const auto &point = d->modules.at(module).module.point;
    return point ? point->unreadOutput : none;
}

void ModelTap::requireBoundary(ModuleId module) const
{
    d->pointOf(module);
    if (!d->modules[module].module.exact)
        throw record::InvalidArgument(record::message("%1 (%2) is watched by its operators, so the begin and end of its forward "
                                                    "pass are unknown; wrap it in Tapped<>",
                                                    d->called(module), d->infos[module].type));
}

Hook ModelTap::onParameterGradient(ModuleId module, const std::string &name, GradientCallback callback, int order)
{
    return d->addToParameterGradient(module, name, d->unscaled(std::move(callback)), order);
}

Hook ModelTap::onScaledParameterGradient(ModuleId module, const std::string &name, ScaledGradientCallback callback, int order)
{
    return d->addToParameterGradient(module, name, d->withScale(std::move(callback)), order);
}

Hook ModelTap::keepGradientHook(ModuleId module, const std::string &name)
{
    const std::shared_ptr<GradientTap> tap = d->gradientTap(module, name);
    ++tap->keepers;
    return Hook([tap = std::weak_ptr(tap), gradients = &d->modules[module].gradients, name] {
        if (const auto alive = tap.lock()) {
            --alive->keepers;
            Private::removeIfUnused(*gradients, name);
        }
    });
}

Hook ModelTap::afterStep(StepCallback callback, int order)
{
    return d->stepped.add(std::move(callback), order);
}

void ModelTap::stepped(const OptimizerSteps *steps, const SteppedOptimizer *optimizer)
{
    d->steps = steps;
    d->optimizer = optimizer;
    d->stepped.notify();
    d->steps = nullptr;
    d->optimizer = nullptr;
}

bool ModelTap::isUpdated(const Tensor &parameter) const
{
    return !d->steps || d->steps->updates(parameter);
}

const SteppedOptimizer *ModelTap::optimizer() const
{
    return d->optimizer;
}

std::size_t ModelTap::hookCount() const
{
    std::size_t count = d->stepped.size();
    for (const Private::Module &module : d->modules) {
        count += module.module.point ? module.module.point->hookCount() : 0;
        for (const auto &[name, tap] : module.gradients)
            count += tap->callbacks.size();
    }
    return count;
}

} // namespace lensboard::hook
