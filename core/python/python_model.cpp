#include "core/python/python_model.h"

#include "core/record/message.h"
#include "core/record/name_under.h"

#include <torch/csrc/autograd/python_variable.h>

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

namespace py = pybind11;

namespace lensboard::python {

namespace {

/// Null if it was collected.
py::object alive(const py::weakref &object)
{
    py::object found = object();
    return found.is_none() ? py::object() : found;
}

py::dict dictOf(const py::object &module, const char *name)
{
    return py::getattr(module, name, py::dict()).cast<py::dict>();
}

/// Calls \p visit with the name of each tensor in one of the module's dicts; those that are None are left out.
template <typename Visit>
void forEachTensor(const py::object &module, const char *dict, const Visit &visit)
{
    for (const std::pair<py::handle, py::handle> &item : dictOf(module, dict))
        if (THPVariable_Check(item.second.ptr()))
            visit(item.first.cast<std::string>(), THPVariable_Unpack(item.second.ptr()));
}

/// Whether a lazy module has no shapes yet: it gets them in its first forward.
bool isUninitialized(const py::object &module)
{
    static const py::object *const type = new py::object(py::module_::import("torch.nn.parameter").attr("UninitializedTensorMixin")); // for good
    for (const char *dict : {"_parameters", "_buffers"})
        for (const std::pair<py::handle, py::handle> &item : dictOf(module, dict))
            if (py::isinstance(item.second, *type))
                return true;
    return false;
}

/// What stands for the model itself within wrappers that have it as their only module.
py::object unwrapped(py::object model)
{
    static const char *const kWrappers[][2] = {{"DistributedDataParallel", "module"}, {"DataParallel", "module"}, {"OptimizedModule", "_orig_mod"}};
    for (bool isWrapper = true; isWrapper;) {
        isWrapper = false;
        const auto type = py::str(py::type::of(model).attr("__name__")).cast<std::string>();
        for (const auto &[wrapper, inner] : kWrappers)
            if (type == wrapper && py::hasattr(model, inner)) {
                model = model.attr(inner);
                isWrapper = true;
            }
    }
    return model;
}

} // namespace

PythonModel::PythonModel(py::object model) : m_model(model.ptr())
{
    if (!py::isinstance(model, py::module_::import("torch.nn").attr("Module")))
        throw std::invalid_argument(record::message("expected a torch.nn.Module, found %1",
                                                    py::str(py::type::of(model).attr("__name__")).cast<std::string>()));
    m_root = py::weakref(unwrapped(std::move(model)));
    m_modules = found();
    m_state = state();
}

PythonModel::~PythonModel()
{
    const py::gil_scoped_acquire lock;
    m_modules.clear(); // its Python objects need the lock
    m_root = {};
}

std::vector<PythonModel::Module> PythonModel::found() const
{
    std::vector<Module> all;
    std::unordered_set<PyObject *> seen; // a module that is there twice is known by its first name
    const auto walk = [&](const auto &next, const py::object &module, const std::string &name, std::size_t depth) -> void {
        if (!seen.insert(module.ptr()).second)
            return;
        const auto type = py::str(py::type::of(module).attr("__name__")).cast<std::string>();
        const py::dict children = dictOf(module, "_modules");
        bool isLeaf = true;
        for (const std::pair<py::handle, py::handle> &child : children)
            isLeaf = isLeaf && child.second.is_none();
        all.push_back({name, py::weakref(module), type, depth, isLeaf, std::make_shared<ModulePoint>(type), py::none(), py::none()});
        for (const std::pair<py::handle, py::handle> &child : children)
            if (!child.second.is_none())
                next(next, py::reinterpret_borrow<py::object>(child.second), record::nameUnder(name, child.first.cast<std::string>()), depth + 1);
    };
    if (const py::object root = alive(m_root))
        walk(walk, root, "", 0);
    return all;
}

/// The addresses of all modules, parameters and buffers, which change when they are replaced, and where parameters are.
std::vector<const void *> PythonModel::state() const
{
    std::vector<const void *> all;
    const auto walk = [&all](const auto &next, PyObject *module, int depth) -> void {
        all.push_back(module);
        for (const char *dict : {"_parameters", "_buffers"}) {
            const py::object tensors = py::getattr(module, dict, py::none());
            PyObject *name = nullptr, *tensor = nullptr;
            for (Py_ssize_t at = 0; PyDict_Check(tensors.ptr()) && PyDict_Next(tensors.ptr(), &at, &name, &tensor);) {
                all.push_back(tensor);
                all.push_back(Py_TYPE(tensor)); // that of a lazy module becomes another
                if (dict[1] == 'p' && THPVariable_Check(tensor)) {
                    const at::Tensor &parameter = THPVariable_Unpack(tensor);
                    const auto options = (static_cast<std::size_t>(parameter.scalar_type()) << 16)
                                       + (static_cast<std::size_t>(parameter.device().type()) << 8) + static_cast<std::size_t>(parameter.device().index());
                    all.push_back(reinterpret_cast<const void *>(options));
                }
            }
        }
        const py::object children = py::getattr(module, "_modules", py::none());
        PyObject *name = nullptr, *child = nullptr;
        for (Py_ssize_t at = 0; depth < 100 && PyDict_Check(children.ptr()) && PyDict_Next(children.ptr(), &at, &name, &child);)
            if (child != Py_None)
                next(next, child, depth + 1);
    };
    if (const py::object root = alive(m_root))
        walk(walk, root.ptr(), 0);
    return all;
}

std::vector<hook::TappedModule> PythonModel::modules() const
{
    const py::gil_scoped_acquire lock;
    std::vector<hook::TappedModule> all;
    for (const Module &module : m_modules) {
        const py::object object = alive(module.object);
        if (!object || isUninitialized(object))
            continue;
        hook::TappedModule tapped{module.name, module.type, module.depth, module.isLeaf, [point = module.point] { return point->isTraining; }, {}, module.point, {}};
        forEachTensor(object, "_parameters", [&](const std::string &name, const at::Tensor &tensor) { tapped.parameters.emplace_back(name, tensor); });
        forEachTensor(object, "_buffers", [&](const std::string &name, const at::Tensor &tensor) { tapped.buffers.emplace_back(name, tensor); });
        const std::shared_ptr<py::weakref> held(new py::weakref(module.object), [](py::weakref *reference) {
            const py::gil_scoped_acquire released;
            delete reference;
        });
        tapped.now = [held](const std::string &attribute) {
            const py::gil_scoped_acquire locked;
            at::Tensor now;
            if (const py::object current = alive(*held))
                for (const char *dict : {"_parameters", "_buffers"})
                    forEachTensor(current, dict, [&](const std::string &name, const at::Tensor &tensor) {
                        if (name == attribute)
                            now = tensor;
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
    std::vector<const void *> now = state();
    if (now == m_state)
        return false;
    m_state = std::move(now);
    std::vector<Module> modules = found();
    for (Module &module : modules) {
        const auto known = std::ranges::find_if(m_modules, [&](const Module &other) {
            return other.name == module.name && other.type == module.type && other.object().ptr() == module.object().ptr();
        });
        if (known == m_modules.end())
            ++m_found;
        else // its hooks and watchers stay
            std::swap(module, *known), module.isLeaf = known->isLeaf;
    }
    std::swap(m_modules, modules);
    for (Module &gone : modules)
        for (py::object *handle : {&gone.before, &gone.after})
            if (*handle && !handle->is_none())
                handle->attr("remove")();
    return true;
}

void PythonModel::watchersChanged()
{
    const py::gil_scoped_acquire lock;
    static const bool hasKwargs = py::hasattr(py::module_::import("torch.nn").attr("Module")(), "_forward_hooks_with_kwargs"); // 2.0
    for (Module &module : m_modules) {
        const py::object object = alive(module.object);
        if (!object)
            continue;
        const auto set = [&](py::object &handle, Side side, bool isWatched) {
            if (isWatched == !handle.is_none())
                return;
            if (!isWatched) {
                handle.attr("remove")();
                handle = py::none();
                return;
            }
            const py::object hook = moduleHook(module.point, side, hasKwargs);
            const py::object add = object.attr(side == Side::Before ? "register_forward_pre_hook" : "register_forward_hook");
            handle = hasKwargs ? add(hook, py::arg("with_kwargs") = true) : add(hook);
        };
        const ModulePoint &point = *module.point;
        set(module.before, Side::Before, !point.beforeForward.empty() || !point.inputGradient.empty());
        set(module.after, Side::After, !point.afterForward.empty() || !point.allOutputs.empty() || !point.outputGradient.empty());
    }
}

} // namespace lensboard::python
