#include "core/python/python_model.h"

#include "core/python/callable.h"
#include "core/python/python_library.h"
#include "core/record/message.h"
#include "core/record/name_under.h"

#include <algorithm>
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

/// Calls \p visit with each of a module's own parameters. The originals of parametrized ones are named as from the module.
template <typename Visit>
void forEachParameter(const py::object &module, const Visit &visit)
{
    forEachTensor(module, names().parameters, visit);
    for (const std::pair<py::handle, py::handle> &item : parametrizationsOf(module)) {
        const auto path = record::nameUnder(kParametrizations, item.first.cast<std::string>());
        forEachTensor(py::reinterpret_borrow<py::object>(item.second), names().parameters, [&](const std::string &original, const Tensor &tensor) {
            visit(record::nameUnder(path, original), tensor);
        });
    }
}

/// Returns true for TorchScript modules, which take no hooks from Python.
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
    handle = py::none();
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

} // namespace

PythonModel::PythonModel(py::object model, Order order, py::object scaler)
    : m_model(model.ptr()), m_order(order), m_scaler(scaler.is_none() ? nullptr : shared(std::move(scaler)))
{
    if (!py::isinstance(model, py::module_::import("torch.nn").attr("Module")))
        throw std::invalid_argument(record::message("expected a torch.nn.Module, found %1",
                                                    py::str(py::type::of(model).attr("__name__")).cast<std::string>()));
    m_root = py::weakref(unwrapped(std::move(model), [this](const py::object &wrapper, const std::string &type) {
        if (type == kAveraging)
            m_parallel = shared(py::weakref(wrapper));
    }));
    m_modules = found();
    keepState();
}

PythonModel::~PythonModel()
{
    const py::gil_scoped_acquire lock;
    m_modules.clear(); // needs the GIL to release Python objects
    m_root = {};
}

std::vector<PythonModel::Module> PythonModel::found() const
{
    std::vector<Module> all;
    std::unordered_set<PyObject *> seen; // a repeated module is known by its first name
    const auto walk = [&](const auto &next, const py::object &module, const std::string &name, std::size_t depth, bool isPart) -> void {
        if (!seen.insert(module.ptr()).second)
            return;
        auto type = py::str(py::type::of(module).attr("__name__")).cast<std::string>();
        const bool isParametrized = !parametrizationsOf(module).empty();
        if (isParametrized)
            type.erase(0, std::string_view(kParametrized).size());
        const std::size_t own = all.size();
        all.push_back({name, py::weakref(module), type, depth, !isPart, std::make_shared<ModulePoint>(type), py::none(), py::none()});
        forEachItem(module, names().modules, [&](py::handle key, py::handle child) {
            if (child.is_none())
                return;
            const auto childName = key.cast<std::string>();
            const bool isOfParameters = isPart || (isParametrized && childName == kParametrizations); // computes a parameter, so is no layer
            all[own].isLeaf = all[own].isLeaf && isOfParameters;
            next(next, py::reinterpret_borrow<py::object>(child), record::nameUnder(name, childName), depth + 1, isOfParameters);
        });
    };
    if (const py::object root = alive(m_root))
        walk(walk, root, "", 0, false);
    return all;
}

/// Visits the data type and the device of a tensor.
template <typename Visit>
void visitKind(const py::object &tensor, const Visit &visit)
{
    visit(py::object(py::getattr(tensor, names().dtype)).ptr()); // each data type has a single object
    if (py::object(py::getattr(tensor, names().isCpu)).ptr() == Py_True)
        return;
    const auto index = py::object(tensor.attr("get_device")()).cast<std::int64_t>(); // -1 for tensors without a device
    visit(py::type::of(tensor.attr("device")).ptr());
    visit(reinterpret_cast<const void *>(static_cast<std::intptr_t>(index)));
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
                visit(item);
                visit(Py_TYPE(item)); // the type of a lazy module changes
                if (isTensor(item))
                    visitKind(py::reinterpret_borrow<py::object>(item), visit);
            }
        }
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
        forEachParameter(object, [&](const std::string &name, const Tensor &tensor) { own.emplace_back(name, tensor); });
        forEachTensor(object, names().buffers, [&](const std::string &name, const Tensor &tensor) { tapped.buffers.emplace_back(name, tensor); });
        const std::shared_ptr<py::weakref> held = shared(module.object);
        tapped.foreign = held;
        tapped.now = [held](const std::string &attribute) {
            const py::gil_scoped_acquire locked;
            Tensor now;
            const auto take = [&](const std::string &name, const Tensor &tensor) {
                if (name == attribute)
                    now = tensor;
            };
            if (const py::object current = alive(*held)) {
                forEachParameter(current, take);
                forEachTensor(current, names().buffers, take);
            }
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
            std::swap(module, *known), module.isLeaf = known->isLeaf;
    }
    std::swap(m_modules, modules);
    for (Module &gone : modules)
        for (py::object *handle : {&gone.before, &gone.after})
            if (*handle && !handle->is_none())
                removeHook(*handle);
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
            return wrapper && wrapper.attr("require_backward_grad_sync").cast<bool>(); // false within no_sync()
        });
    };
}

void PythonModel::watchersChanged()
{
    const py::gil_scoped_acquire lock;
    static const bool hasKwargs = py::hasattr(py::module_::import("torch.nn").attr("Module")(), "_forward_hooks_with_kwargs"); // since torch 2.0
    for (Module &module : m_modules) {
        const py::object object = alive(module.object);
        if (!object)
            continue;
        const auto set = [&](py::object &handle, Side side, bool isWatched) {
            if (isWatched == !handle.is_none())
                return;
            if (!isWatched)
                return removeHook(handle);
            const py::object hook = moduleHook(module.point, side, hasKwargs);
            const py::object add = object.attr(side == Side::Before ? "register_forward_pre_hook" : "register_forward_hook");
            handle = hasKwargs ? add(hook, py::arg("with_kwargs") = true) : add(hook);
            if (m_order == Order::First) // same as prepend=True, a parameter since torch 2.0
                object.attr(side == Side::Before ? "_forward_pre_hooks" : "_forward_hooks").attr("move_to_end")(handle.attr("id"), py::arg("last") = false);
        };
        const ModulePoint &point = *module.point;
        set(module.before, Side::Before, !point.beforeForward.empty() || !point.inputGradient.empty());
        set(module.after, Side::After, !point.afterForward.empty() || !point.allOutputs.empty() || !point.repeatedForward.empty() || !point.outputGradient.empty());
    }
}

} // namespace lensboard::python
