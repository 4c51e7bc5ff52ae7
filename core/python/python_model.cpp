#include "core/python/python_model.h"

#include "core/python/callable.h"
#include "core/python/callback.h"
#include "core/python/dlpack_view.h"
#include "core/python/python_division.h"
#include "core/python/python_library.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/name_under.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <unordered_set>

namespace py = pybind11;

namespace lensboard::python {

namespace {

/// Returns null if the object was collected.
py::object alive(const py::weakref &object)
{
    py::object found = object();
    return found.is_none() ? py::object() : found;
}

/// The dict attributes of torch.nn.Module with its parameters, buffers and children. Never destroyed, as the interpreter may end earlier.
struct Names
{
    py::str parameters{"_parameters"}, buffers{"_buffers"}, modules{"_modules"}, dtype{"dtype"}, isCpu{"is_cpu"};
};
const Names &names()
{
    static const auto *const all = new Names;
    return *all;
}

/// Calls \p visit with each name and object of a dict of the module.
template <typename Visit>
void forEachItem(const py::object &module, const py::str &dict, const Visit &visit)
{
    for (const std::pair<py::handle, py::handle> &item : py::getattr(module, dict, py::dict()).cast<py::dict>())
        visit(item.first, item.second);
}

/// Same for tensors; skips None.
template <typename Visit>
void forEachTensor(const py::object &module, const py::str &dict, const Visit &visit)
{
    forEachItem(module, dict, [&](py::handle name, py::handle tensor) {
        if (isTensor(tensor))
            visit(name.cast<std::string>(), tensorOf(tensor));
    });
}

constexpr const char *kParametrizations = "parametrizations", *kParametrizationList = "ParametrizationList", *kParametrized = "Parametrized";

/// Returns the ParametrizationLists of a module by the names of its parameters; an empty dict if it has none. See torch.nn.utils.parametrize.
py::dict parametrizationsOf(const py::object &module)
{
    const auto type = py::str(py::type::of(module).attr("__name__")).cast<std::string>();
    const py::object found = type.starts_with(kParametrized) ? py::getattr(module, kParametrizations, py::none()) : py::none();
    return found.is_none() ? py::dict() : py::getattr(found, names().modules, py::dict()).cast<py::dict>();
}

/// Calls \p visit with each of a module's own parameters that are not \p divided. The originals of parametrized ones are named as from the module.
template <typename Visit>
void forEachParameter(const py::object &module, const py::dict &divided, const Visit &visit)
{
    forEachItem(module, names().parameters, [&](py::handle name, py::handle tensor) {
        if (isTensor(tensor) && !divided.contains(name))
            visit(name.cast<std::string>(), tensorOf(tensor));
    });
    for (const std::pair<py::handle, py::handle> &item : parametrizationsOf(module)) {
        const auto path = record::nameUnder(kParametrizations, item.first.cast<std::string>());
        forEachTensor(py::reinterpret_borrow<py::object>(item.second), names().parameters, [&](const std::string &original, const Tensor &tensor) {
            visit(record::nameUnder(path, original), tensor);
        });
    }
}

/// Returns true for TorchScript modules: they take no hooks from Python.
bool isScript(const py::object &module)
{
    static const py::object *const type = new py::object(py::module_::import("torch.jit").attr("ScriptModule")); // never freed
    return py::isinstance(module, *type);
}

/// Returns true if a lazy module has no shapes yet. It gets them in its first forward.
bool isUninitialized(const py::object &module)
{
    static const py::object *const type = new py::object(py::module_::import("torch.nn.parameter").attr("UninitializedTensorMixin")); // never freed
    bool isLazy = false;
    for (const py::str &dict : {names().parameters, names().buffers})
        forEachItem(module, dict, [&](py::handle, py::handle tensor) { isLazy = isLazy || py::isinstance(tensor, *type); });
    return isLazy;
}

constexpr const char *kAveraging = "DistributedDataParallel";
constexpr const char *kAverages = "require_backward_grad_sync"; ///< attribute of torch's class alone; Megatron has one of the same name

/// Removes a hook. Exceptions are reported as unraisable, since destructors remove hooks too. A Ctrl-C is raised again later.
void removeHook(py::object &handle)
{
    try {
        handle.attr("remove")();
    } catch (py::error_already_set &error) {
        if (error.matches(PyExc_KeyboardInterrupt))
            PyErr_SetInterrupt();
        else
            error.discard_as_unraisable("remove() of a hook");
    }
    handle = {};
}

/// Removes wrappers that have the model as their only module. Calls \p visit with each wrapper and its type. Returns the model.
template <typename Visit>
py::object unwrapped(py::object model, const Visit &visit)
{
    static const char *const kWrappers[][2] = {{kAveraging, "module"}, {"DataParallel", "module"}, {"OptimizedModule", "_orig_mod"}};
    for (bool isWrapper = true; isWrapper;) {
        isWrapper = false;
        const auto type = py::str(py::type::of(model).attr("__name__")).cast<std::string>();
        for (const auto &[wrapper, inner] : kWrappers)
            if (type == wrapper && py::hasattr(model, inner)) {
                visit(model, type);
                model = model.attr(inner);
                isWrapper = true;
            }
    }
    return model;
}

/// Returns the module in wrappers of torch.compile, FullyShardedDataParallel and activation checkpointing: it has their name.
py::object wrappedIn(py::object module)
{
    for (const char *name : {"_orig_mod", "_fsdp_wrapped_module", "_checkpoint_wrapped_module"})
        while (py::hasattr(module, name))
            module = module.attr(name);
    return module;
}

} // namespace

PythonModel::PythonModel(py::object model, Order order, py::object scaler)
    : m_model(model.ptr()), m_order(order), m_scaler(scaler.is_none() ? nullptr : shared(std::move(scaler)))
{
    if (!py::isinstance(model, py::module_::import("torch.nn").attr("Module")))
        throw record::InvalidArgument(record::message("expected a torch.nn.Module, found %1",
                                                    py::str(py::type::of(model).attr("__name__")).cast<std::string>()));
    m_root = py::weakref(unwrapped(std::move(model), [this](const py::object &wrapper, const std::string &type) {
        if (type == kAveraging && py::hasattr(wrapper, kAverages))
            m_parallel = shared(py::weakref(wrapper));
    }));
    m_modules = found();
    keepState();
}

PythonModel::~PythonModel()
{
    const py::gil_scoped_acquire lock;
    for (Module &module : m_modules)
        for (ModuleSide *side : {&module.before, &module.after})
            if (side->handle)
                removeHook(side->handle);
    m_modules.clear(); // needs the GIL to release Python objects
    m_root = {};
}

std::vector<PythonModel::Module> PythonModel::found() const
{
    std::vector<Module> all;
    std::unordered_set<PyObject *> seen; // a repeated module is known by its first name
    py::dict divided;
    const auto walk = [&](const auto &next, const py::object &given, const std::string &name, std::size_t depth, bool isPart) -> void {
        const py::object module = wrappedIn(given);
        if (!seen.insert(module.ptr()).second)
            return;
        auto type = classNameOf(module);
        const bool isParametrized = !parametrizationsOf(module).empty();
        if (isParametrized)
            type.erase(0, std::string_view(kParametrized).size());
        const std::size_t own = all.size();
        all.push_back({name, py::weakref(module), type, depth, !isPart, std::make_shared<ModulePoint>(type), {}, {}});
        if (const py::int_ id(reinterpret_cast<std::uintptr_t>(module.ptr())); divided.contains(id))
            all.back().divided = divided[id];
        forEachItem(module, names().modules, [&](py::handle key, py::handle child) {
            if (child.is_none())
                return;
            const auto childName = key.cast<std::string>();
            const bool isOfParameters = isPart || (isParametrized && childName == kParametrizations); // computes a parameter, so is no layer
            all[own].isLeaf = all[own].isLeaf && isOfParameters;
            next(next, py::reinterpret_borrow<py::object>(child), record::nameUnder(name, childName), depth + 1, isOfParameters);
        });
    };
    if (const py::object root = alive(m_root)) {
        divided = divisionsIn(root);
        walk(walk, root, "", 0, false);
    }
    return all;
}

/// Visits the data type and the device of a tensor.
template <typename Visit>
void visitKind(const py::object &tensor, const Visit &visit)
{
    const auto visitNumber = [&](std::intptr_t number) { visit(reinterpret_cast<const void *>(number)); };
    if (const auto view = dlpackView(tensor)) {
        visitNumber(static_cast<std::intptr_t>(view->type));
        visitNumber(view->device.isHost() ? -1 : view->device.index);
        return;
    }
    visit(py::object(py::getattr(tensor, names().dtype)).ptr()); // each data type has a single object
    if (py::object(py::getattr(tensor, names().isCpu)).ptr() == Py_True)
        return;
    visit(py::type::of(tensor.attr("device")).ptr());
    visitNumber(py::object(tensor.attr("get_device")()).cast<std::intptr_t>()); // -1 for tensors without a device
}

/// Visits the addresses of known modules and of their contents, to detect replaced ones, and the kinds of tensors, as these may
/// change within the same object. Called at every step, so it creates as few Python objects as possible.
template <typename Visit>
void PythonModel::visitState(const Visit &visit) const
{
    for (const Module &module : m_modules) {
        const py::object object = alive(module.object);
        visit(object.ptr());
        const auto attributes = py::reinterpret_steal<py::object>(object ? PyObject_GenericGetDict(object.ptr(), nullptr) : nullptr);
        if (object && !attributes)
            throw py::error_already_set();
        for (const py::str *name : {&names().parameters, &names().buffers, &names().modules}) {
            py::object items = attributes ? py::reinterpret_borrow<py::object>(PyDict_GetItemWithError(attributes.ptr(), name->ptr())) : py::object();
            if (items && !PyDict_Check(items.ptr())) // dict of a ScriptModule
                items = py::dict(items);
            PyObject *key = nullptr, *item = nullptr;
            for (Py_ssize_t at = 0; items && PyDict_Next(items.ptr(), &at, &key, &item);) {
                if (PyDict_Contains(module.divided.ptr(), key) == 1)
                    continue; // a wrapper replaces it during forwards
                visit(item);
                visit(Py_TYPE(item)); // the type of a lazy module changes
                if (isTensor(item))
                    visitKind(py::reinterpret_borrow<py::object>(item), visit);
            }
        }
        for (const std::pair<py::handle, py::handle> &item : module.divided)
            visit(item.second.is_none() ? nullptr : parameterOf(item.second).ptr());
    }
}

void PythonModel::keepState()
{
    m_state.clear();
    visitState([this](const void *part) { m_state.push_back(part); });
}

bool PythonModel::isAsKept() const
{
    std::size_t count = 0;
    bool isSame = true;
    visitState([&](const void *part) {
        isSame = isSame && count < m_state.size() && m_state[count] == part;
        ++count;
    });
    return isSame && count == m_state.size();
}

std::vector<hook::TappedModule> PythonModel::modules() const
{
    const py::gil_scoped_acquire lock;
    std::vector<hook::TappedModule> all;
    for (const Module &module : m_modules) {
        const py::object object = alive(module.object);
        if (!object || isUninitialized(object))
            continue;
        hook::TappedModule tapped{module.name, module.type, module.depth, module.isLeaf, [point = module.point] { return point->isTraining; }, {}, {}, {}};
        if (!isScript(object))
            tapped.point = module.point;
        // the originals of a ParametrizationList are parameters of the module around it; a monitor finds them here too
        auto &own = module.type == kParametrizationList ? tapped.buffers : tapped.parameters;
        for (const std::pair<py::handle, py::handle> &item : module.divided) {
            if (item.second.is_none())
                continue;
            const auto name = item.first.cast<std::string>();
            own.emplace_back(name, tensorOf(parameterOf(item.second)));
            tapped.divisions[name] = divisionOf(item.second);
        }
        forEachParameter(object, module.divided, [&](const std::string &name, const Tensor &tensor) { own.emplace_back(name, tensor); });
        forEachTensor(object, names().buffers, [&](const std::string &name, const Tensor &tensor) { tapped.buffers.emplace_back(name, tensor); });
        const std::shared_ptr<py::weakref> held = shared(module.object);
        tapped.foreign = held;
        tapped.now = [held, point = module.point, divided = shared(module.divided)](const std::string &attribute) {
            const py::gil_scoped_acquire locked;
            Tensor now;
            const py::object current = alive(*held);
            if (!current)
                return now;
            const auto take = [&](const std::string &name, const Tensor &tensor) {
                if (name == attribute)
                    now = tensor;
            };
            forEachParameter(current, *divided, take);
            std::size_t index = 0;
            forEachTensor(current, names().buffers, [&](const std::string &name, const Tensor &tensor) {
                take(name, index < point->buffersNow.size() ? point->buffersNow[index] : tensor);
                ++index;
            });
            return now;
        };
        all.push_back(std::move(tapped));
    }
    return all;
}

bool PythonModel::refresh()
{
    const py::gil_scoped_acquire lock;
    if (isAsKept() || !alive(m_root))
        return false;
    std::vector<Module> modules = found();
    for (Module &module : modules) {
        const auto known = std::ranges::find_if(m_modules, [&](const Module &other) {
            return other.name == module.name && other.type == module.type && other.object().ptr() == module.object().ptr();
        });
        if (known == m_modules.end())
            ++m_found;
        else // hooks and watchers stay
            std::swap(module, *known), module.isLeaf = known->isLeaf, std::swap(module.divided, known->divided);
    }
    std::swap(m_modules, modules);
    for (Module &gone : modules)
        for (ModuleSide *side : {&gone.before, &gone.after})
            if (side->handle)
                removeHook(side->handle);
    keepState();
    return true;
}

hook::GradientScale PythonModel::gradientScale() const
{
    if (!m_scaler)
        return {};
    return [scaler = m_scaler] {
        return withPython([&] {
            const py::object scale = py::getattr(*scaler, "_scale", py::none()); // torch's own tensor; reading it does not wait for the device
            return isTensor(scale) ? tensorOf(scale)
                                   : PythonLibrary::instance().made({scaler->attr("get_scale")().cast<double>()}, ElementType::Float64, Device());
        });
    };
}

hook::GradientAveraging PythonModel::gradientAveraging() const
{
    if (!m_parallel)
        return {};
    return [parallel = m_parallel] {
        return withPython([&] {
            const py::object wrapper = alive(*parallel);
            return wrapper && wrapper.attr(kAverages).cast<bool>(); // false within no_sync()
        });
    };
}

/// Returns true if a watcher is of a kind that was not there before.
bool PythonModel::ModuleSide::note(bool forward, bool gradient)
{
    isWatched = forward || gradient;
    const bool isNew = (isWatched && !wasWatched) || (gradient && !wasGradientWatched);
    wasWatched = wasWatched || isWatched;
    wasGradientWatched = wasGradientWatched || gradient;
    return isNew;
}

PythonModel::Installed PythonModel::ModuleSide::wanted(bool isCompiled) const
{
    if (isCompiled && wasWatched)
        return wasGradientWatched ? Installed::TraceableWithGradient : Installed::Traceable;
    return isWatched ? Installed::Called : Installed::No;
}

void PythonModel::callbacksChanged()
{
    const py::gil_scoped_acquire lock;
    measuresNext(true, true); // until the next choice
    bool isNew = false;
    for (Module &module : m_modules) {
        const ModulePoint &point = *module.point;
        isNew = module.before.note(!point.beforeForward.empty(), !point.inputGradient.empty()) || isNew;
        isNew = module.after.note(!point.afterForward.empty() || !point.allOutputs.empty() || !point.repeatedForward.empty(),
                                  !point.outputGradient.empty() || point.outputGradientKeepers > 0)
                || isNew;
    }
    if (!m_modules.empty()) // its operator shows that a forward begins
        m_modules.front().before.wasWatched = true;
    if (isNew && CompiledHooks::forgetGraphs())
        m_notices.push_back(record::message("Functions compiled by torch.compile are compiled again at their next call: lenses that watch outputs were added."));
    updateHooks();
}

void PythonModel::compilingBegins()
{
    m_isCompiled = true;
    updateHooks();
}

/// A graph is valid only while the hooks that it was made with are there.
void PythonModel::compilingEnds(bool isTraced)
{
    m_isInGraph = m_isInGraph || isTraced;
    m_isCompiled = m_isInGraph;
    updateHooks();
}

std::size_t PythonModel::forwardCallbackCount() const
{
    return std::accumulate(m_modules.begin(), m_modules.end(), std::size_t{0},
                           [](std::size_t sum, const Module &module) { return sum + module.point->hookCount(); });
}

void PythonModel::measuresNext(bool inTraining, bool inEvaluation)
{
    setInGraphs(inTraining, inEvaluation);
    setCalled(inTraining || inEvaluation);
}

bool PythonModel::isAlwaysPresent(const ModuleSide &side) const
{
    return &side == &m_modules.front().before;
}

void PythonModel::setCalled(bool isCalled)
{
    if (std::exchange(m_isCalled, isCalled) == isCalled)
        return;
    const py::gil_scoped_acquire lock;
    for (Module &module : m_modules)
        for (ModuleSide *side : {&module.before, &module.after})
            if (side->handle && (isCalled || !isAlwaysPresent(*side)))
                setPresent(side->handle, side->hook, isCalled);
}

std::vector<record::Message> PythonModel::takeNotices()
{
    if (!m_wasTransformed && std::ranges::any_of(m_modules, [](const Module &module) { return module.point->wasTransformed; })) {
        m_wasTransformed = true;
        m_notices.push_back(record::message("Calls of the model within torch.func, torch.jit or torch.export are not measured."));
    }
    return std::exchange(m_notices, {});
}

void PythonModel::updateHooks()
{
    for (Module &module : m_modules) {
        install(module, Side::Before, module.before.wanted(m_isCompiled));
        install(module, Side::After, module.after.wanted(m_isCompiled));
    }
}

void PythonModel::install(Module &module, Side side, Installed wanted)
{
    ModuleSide &now = side == Side::Before ? module.before : module.after;
    if (now.installed == wanted)
        return;
    const py::object object = alive(module.object);
    if (!object)
        return;
    if (wanted == Installed::No) {
        now.installed = wanted;
        return removeHook(now.handle);
    }
    static const bool hasKwargs = py::hasattr(py::module_::import("torch.nn").attr("Module")(), "_forward_hooks_with_kwargs"); // since torch 2.0
    py::object hook = moduleHook(module.point, side, hasKwargs);
    if (wanted != Installed::Called) {
        py::list buffers;
        forEachTensor(object, names().buffers, [&](const std::string &name, const Tensor &) { buffers.append(name); });
        hook = traceable(std::move(hook), module.point, side, wanted == Installed::TraceableWithGradient, buffers,
                         &module == &m_modules.front());
    }
    const py::object hooks = object.attr(side == Side::Before ? "_forward_pre_hooks" : "_forward_hooks");
    if (now.handle) {
        if (const py::object id = now.handle.attr("id"); hooks.contains(id))
            hooks[id] = hook;
        now.hook = std::move(hook);
        now.installed = wanted;
        return;
    }
    const py::object add = object.attr(side == Side::Before ? "register_forward_pre_hook" : "register_forward_hook");
    now.handle = hasKwargs ? add(hook, py::arg("with_kwargs") = true) : add(hook);
    now.hook = std::move(hook);
    now.installed = wanted;
    if (m_order == Order::First) // same as prepend=True, a parameter since torch 2.0
        hooks.attr("move_to_end")(now.handle.attr("id"), py::arg("last") = false);
    if (!m_isCalled && !isAlwaysPresent(now))
        setPresent(now.handle, now.hook, false);
}

} // namespace lensboard::python
