#include "core/hook/model_tap.h"

#include "core/record/message.h"
#include "core/record/name_under.h"

#include <ATen/TensorOperators.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/variable.h>
#include <torch/nn/module.h>

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>

namespace lensboard::hook {

namespace {

using torch::autograd::variable_list;

/// Calls \p function when the backward pass that runs has ended, after what was to be called then by others: who averages gradients does
/// so there, and may ask there to be called there once more.
void atEndOfBackward(std::function<void()> function, int turns = 3)
{
    torch::autograd::Engine::get_default_engine().queue_callback([function = std::move(function), turns] {
        turns == 0 ? function() : atEndOfBackward(function, turns - 1);
    });
}

/// The one hook on a parameter's AccumulateGrad node; there only while it is watched.
class GradientTap : public std::enable_shared_from_this<GradientTap>
{
public:
    GradientTap(const at::Tensor &parameter, const GradientAveraging &averaging) : m_parameter(parameter), m_averaging(averaging) { add(); }
    ~GradientTap() { remove(); }
    GradientTap(const GradientTap &) = delete;
    GradientTap &operator=(const GradientTap &) = delete;

    /// A parameter that was cast, or moved to another device, has another node than before. True if it has.
    bool add()
    {
        auto node = torch::autograd::impl::grad_accumulator(m_parameter);
        if (!node || node == m_node)
            return false;
        remove();
        m_node = std::move(node);
        m_key = m_node->add_post_hook(std::make_unique<Notify>(*this));
        return true;
    }

    WatcherList<const at::Tensor &> watchers;

private:
    struct Notify final : torch::autograd::FunctionPostHook
    {
        explicit Notify(GradientTap &owner) : tap(owner) {}
        variable_list operator()(const variable_list &outputs, const variable_list &) override
        {
            if (!tap.m_averaging)
                tap.notify();
            else
                atEndOfBackward([alive = tap.weak_from_this()] {
                    if (const auto watched = alive.lock(); watched && watched->m_averaging())
                        watched->notify();
                });
            return outputs;
        }
        GradientTap &tap;
    };

    void notify()
    {
        const std::lock_guard alone(watcherMutex());
        if (const at::Tensor &gradient = m_parameter.grad(); gradient.defined())
            watchers.notify(gradient);
    }

    void remove()
    {
        if (m_node)
            m_node->del_post_hook(m_key);
    }

    at::Tensor m_parameter;
    GradientAveraging m_averaging;
    std::shared_ptr<torch::autograd::Node> m_node; ///< kept: the tensor holds it weakly
    std::uintptr_t m_key = 0;
};

void walk(std::vector<TappedModule> &all, const std::shared_ptr<torch::nn::Module> &module, const std::string &name,
          std::size_t depth)
{
    all.push_back(describe(module, name, depth));
    for (const auto &child : module->named_children())
        walk(all, child.value(), record::nameUnder(name, child.key()), depth + 1);
}

/// Returns true if both are one module that is watched at one point.
bool isSame(const TappedModule &a, const TappedModule &b)
{
    return a.module == b.module && a.point == b.point && a.type == b.type;
}

/// Returns the name of the first parameter that only one of the lists has, or an empty string.
std::string differentParameter(const std::vector<std::pair<std::string, at::Tensor>> &a, const std::vector<std::pair<std::string, at::Tensor>> &b)
{
    const auto [inA, inB] = std::ranges::mismatch(a, b, [](const auto &one, const auto &other) {
        return one.first == other.first && one.second.is_same(other.second);
    });
    return inA != a.end() ? inA->first : inB != b.end() ? inB->first : std::string();
}

std::vector<TappedModule> modulesOf(const std::shared_ptr<torch::nn::Module> &model)
{
    std::vector<TappedModule> all;
    if (model)
        walk(all, model, "", 0);
    return all;
}

} // namespace

TappedModule describe(const std::shared_ptr<torch::nn::Module> &module, const std::string &name, std::size_t depth)
{
    auto *point = dynamic_cast<TapPoint *>(module.get());
    TappedModule tapped{name, point ? point->moduleType() : pyTorchName(module->name()), depth,
                        module->children().empty(), [module] { return module->is_training(); }, {},
                        std::shared_ptr<TapPoint>(module, point), // null if that is, and keeps the module
                        {}};
    const auto listDefined = [](const auto &all, auto &list) {
        for (const auto &item : all)
            if (item.value().defined())
                list.emplace_back(item.key(), item.value());
    };
    listDefined(module->named_parameters(false), tapped.parameters);
    listDefined(module->named_buffers(false), tapped.buffers);
    tapped.now = [module](const std::string &attribute) { // the module may have put another in its place
        for (const auto &tensors : {module->named_parameters(false), module->named_buffers(false)})
            if (const at::Tensor *tensor = tensors.find(attribute))
                return *tensor;
        return at::Tensor();
    };
    tapped.module = module;
    return tapped;
}

struct ModelTap::Private
{
    struct Module
    {
        TappedModule module;
        std::map<std::string, std::shared_ptr<GradientTap>> gradients;
    };

    std::vector<record::LayerInfo> infos;
    std::deque<Module> modules; ///< stay where they are: hooks point to them
    WatcherList<> stepped;
    GradientScale gradientScale;
    GradientAveraging averaging;
    std::map<std::pair<const void *, std::vector<std::int64_t>>, std::string> firstNames; ///< of each parameter, where it came first

    void add(TappedModule module)
    {
        record::LayerInfo info{module.name, module.type, module.leaf, {}};
        for (const auto &[name, parameter] : module.parameters)
            info.parameters.push_back({name, parameter.sizes().vec(), parameter.requires_grad(),
                                       firstNameOf(parameter, record::nameUnder(module.name, name))});
        for (const auto &[name, buffer] : module.buffers)
            info.buffers.push_back({name, buffer.defined() ? buffer.sizes().vec() : std::vector<std::int64_t>()});
        infos.push_back(std::move(info));
        modules.push_back({std::move(module), {}});
    }

    /// Of a parameter that an earlier module has too, tied weights; else empty, and the parameter is known as \p name.
    std::string firstNameOf(const at::Tensor &parameter, const std::string &name)
    {
        if (parameter.numel() == 0)
            return {};
        const auto [known, isNew] = firstNames.try_emplace({parameter.data_ptr(), parameter.sizes().vec()}, name);
        return isNew ? std::string() : known->second;
    }

    std::string called(ModuleId module) const
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

    /// For a message: its submodules, parameters and buffers.
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

    GradientWatcher unscaled(GradientWatcher watcher) const
    {
        if (!gradientScale)
            return watcher;
        return [scaleOf = gradientScale, watcher = std::move(watcher)](const at::Tensor &gradient) {
            const at::NoGradGuard noGradients;
            const at::Tensor scale = scaleOf();
            if (!scale.defined())
                return watcher(gradient);
            const at::Tensor wide = gradient.element_size() < 4 ? gradient.to(at::kFloat) : gradient; // or it underflows
            watcher(wide / scale.to(wide.device()));
        };
    }

    TapPoint &pointOf(ModuleId module) const
    {
        const auto &point = modules.at(module).module.point;
        if (point)
            return *point;
        const std::string &place = modules[module].module.nearestPlace;
        throw std::invalid_argument(
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
        throw std::invalid_argument(record::message("there is no model to tap"));
    for (TappedModule &module : modules)
        d->add(std::move(module));
}

ModelTap::ModelTap(const std::shared_ptr<torch::nn::Module> &model) : ModelTap(modulesOf(model)) {}

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
            hasMissed = tap->add() || hasMissed;
    for (const TappedModule &module : modules)
        if (!d->find(module.name))
            d->add(module);
    return hasMissed;
}

bool ModelTap::isFrozenOtherwise() const
{
    for (ModuleId id = 0; id < d->modules.size(); ++id) {
        const auto &tensors = d->modules[id].module.parameters;
        for (std::size_t i = 0; i < tensors.size(); ++i)
            if (tensors[i].second.requires_grad() != d->infos[id].parameters[i].requiresGrad)
                return true;
    }
    return false;
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

at::Tensor ModelTap::parameter(ModuleId module, const std::string &name) const
{
    for (const auto &[own, tensor] : d->modules.at(module).module.parameters)
        if (own == name)
            return tensor;
    return {};
}

ModuleId ModelTap::submodule(ModuleId module, const std::string &path) const
{
    ModuleId reached = module;
    for (std::size_t start = 0; start < path.size();) {
        const std::size_t end = std::min(path.find('.', start), path.size());
        const std::string &name = d->infos.at(reached).name;
        const auto next = d->find(name + (name.empty() ? "" : ".") + path.substr(start, end - start));
        if (!next) {
            const std::string called = d->called(reached), missing = path.substr(start, end - start), has = d->contents(reached);
            throw std::invalid_argument(d->modules[reached].module.exact
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
                return [tensor = tensor] { return tensor; };
    throw std::invalid_argument(record::message("%1 has no parameter or buffer \"%2\"; it has %3",
                                                d->called(owner), name, d->contents(owner)));
}

Hook ModelTap::beforeForward(ModuleId module, InputWatcher watcher, int order)
{
    return d->pointOf(module).beforeForward.add(std::move(watcher), order);
}

Hook ModelTap::afterForward(ModuleId module, OutputWatcher watcher, int order)
{
    return d->pointOf(module).afterForward.add(std::move(watcher), order);
}

Hook ModelTap::onAllOutputs(ModuleId module, InputWatcher watcher, int order)
{
    return d->pointOf(module).allOutputs.add(std::move(watcher), order);
}

Hook ModelTap::onOutputGradient(ModuleId module, GradientWatcher watcher, int order)
{
    return d->pointOf(module).outputGradient.add(d->unscaled(std::move(watcher)), order);
}

Hook ModelTap::onInputGradient(ModuleId module, GradientWatcher watcher, int order)
{
    return d->pointOf(module).inputGradient.add(d->unscaled(std::move(watcher)), order);
}

bool ModelTap::canWatchForward(ModuleId module) const
{
    return d->modules.at(module).module.point != nullptr;
}

void ModelTap::requireBoundary(ModuleId module) const
{
    d->pointOf(module);
    if (!d->modules[module].module.exact)
        throw std::invalid_argument(record::message("%1 (%2) is watched by its operators, which do not tell when its forward "
                                                    "begins and ends; wrap it in Tapped<>",
                                                    d->called(module), d->infos[module].type));
}

Hook ModelTap::onParameterGradient(ModuleId module, const std::string &name, GradientWatcher watcher, int order)
{
    const at::Tensor tensor = parameter(module, name);
    if (!tensor.defined() || !tensor.requires_grad())
        throw std::invalid_argument(record::message("%1 has no parameter \"%2\" that requires a gradient",
                                                    d->called(module), name));
    auto &tap = d->modules[module].gradients[name];
    if (!tap)
        tap = std::make_shared<GradientTap>(tensor, d->averaging);
    auto hook = std::make_shared<Hook>(tap->watchers.add(d->unscaled(std::move(watcher)), order));
    // The last watcher to go takes the hook on the node with it.
    return Hook([hook, tap = std::weak_ptr(tap), gradients = &d->modules[module].gradients, name] {
        hook->reset();
        if (const auto alive = tap.lock(); alive && alive->watchers.empty() && !alive->watchers.isNotifying()) // the node calls its hook then
            gradients->erase(name);
    });
}

Hook ModelTap::afterStep(StepWatcher watcher, int order)
{
    return d->stepped.add(std::move(watcher), order);
}

void ModelTap::stepped()
{
    d->stepped.notify();
}

std::size_t ModelTap::hookCount() const
{
    std::size_t count = d->stepped.size();
    for (const Private::Module &module : d->modules) {
        count += module.module.point ? module.module.point->hookCount() : 0;
        for (const auto &[name, tap] : module.gradients)
            count += tap->watchers.size();
    }
    return count;
}

} // namespace lensboard::hook
