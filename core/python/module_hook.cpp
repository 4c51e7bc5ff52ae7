#include "core/python/module_hook.h"

#include "core/python/python_library.h"
#include "core/python/python_tensor.h"
#include "core/python/watching.h"

#include <span>
#include <utility>
#include <vector>

#include <structmember.h>

namespace py = pybind11;

namespace lensboard::python {

namespace {

constexpr int kDeepest = 8; ///< nesting depth limit for tuples, lists, dicts and dataclasses

/// A callable that PyTorch calls as a hook. Avoids pybind11's dispatch, since that takes longer than the hook's own work.
struct ModuleHook
{
    PyObject_HEAD
    vectorcallfunc call;
    std::shared_ptr<ModulePoint> *point;
    Side side;
    bool hasKwargs;
};

/// Returns the fields of a dataclass's instance, by name; null for any other object.
py::object dataclassFields(PyObject *value)
{
    static PyObject *const name = PyUnicode_InternFromString("__dataclass_fields__");
    if (value == Py_None || PyUnicode_Check(value) || PyLong_Check(value) || PyFloat_Check(value))
        return {};
    auto fields = py::reinterpret_steal<py::object>(PyObject_GetAttr(reinterpret_cast<PyObject *>(Py_TYPE(value)), name));
    if (!fields)
        PyErr_Clear();
    return fields && PyDict_Check(fields.ptr()) ? fields : py::object();
}

void collect(PyObject *value, std::vector<Tensor> &tensors, int depth = 0)
{
    if (isTensor(value)) {
        tensors.push_back(tensorOf(value));
    } else if (depth == kDeepest) {
        return;
    } else if (PyTuple_Check(value)) {
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(value); ++i)
            collect(PyTuple_GET_ITEM(value, i), tensors, depth + 1);
    } else if (PyList_Check(value)) {
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(value); ++i)
            collect(PyList_GET_ITEM(value, i), tensors, depth + 1);
    } else if (PyDict_Check(value)) {
        PyObject *key = nullptr, *item = nullptr;
        for (Py_ssize_t at = 0; PyDict_Next(value, &at, &key, &item);)
            collect(item, tensors, depth + 1);
    } else if (const py::object fields = dataclassFields(value)) {
        PyObject *name = nullptr, *field = nullptr;
        for (Py_ssize_t at = 0; PyDict_Next(fields.ptr(), &at, &name, &field);)
            if (const auto item = py::reinterpret_steal<py::object>(PyObject_GetAttr(value, name)))
                collect(item.ptr(), tensors, depth + 2); // dataclasses may refer to each other
            else
                PyErr_Clear(); // a class variable, or a field without a value
    }
}

/// Returns the pass of the module: checkpointing repeats forwards within the backward pass.
hook::TapPoint::Pass pass()
{
    return PythonLibrary::instance().isInBackward() ? hook::TapPoint::Pass::Again : hook::TapPoint::Pass::First;
}

/// A function of torch without arguments, or null in a torch without it. Never released: the interpreter may be gone before.
PyObject *torchFunction(const char *module, const char *name)
{
    try {
        return py::object(py::module_::import(module).attr(name)).release().ptr();
    } catch (py::error_already_set &) {
        return nullptr;
    }
}

bool returnsSomething(PyObject *function)
{
    const auto result = py::reinterpret_steal<py::object>(function ? PyObject_CallNoArgs(function) : Py_NewRef(Py_None));
    if (!result)
        throw py::error_already_set();
    return !result.is_none();
}

/// Returns true of a tensor that only describes another, as torch.export passes them.
bool isDescription(PyObject *value)
{
    static PyObject *const tensor = torchFunction("torch", "Tensor"), *const parameter = torchFunction("torch.nn", "Parameter");
    auto *const type = reinterpret_cast<PyObject *>(Py_TYPE(value));
    if (type == tensor || type == parameter)
        return false;
    static PyObject *const fake = torchFunction("torch._subclasses", "FakeTensor"),
                    *const functional = torchFunction("torch._subclasses.functional_tensor", "FunctionalTensor");
    return type == fake || type == functional;
}

/// Returns true if PyTorch records or transforms the call: torch.jit.trace, torch.export, vmap, grad.
bool isTransformed(PyObject *arguments)
{
    static PyObject *const tracing = torchFunction("torch._C", "_get_tracing_state"),
                    *const transform = torchFunction("torch._C._functorch", "peek_interpreter_stack");
    return returnsSomething(tracing) || returnsSomething(transform)
           || (PyTuple_GET_SIZE(arguments) > 0 && isTensor(PyTuple_GET_ITEM(arguments, 0)) && isDescription(PyTuple_GET_ITEM(arguments, 0)));
}

void noteMode(ModulePoint &point, PyObject *module)
{
    static PyObject *const name = PyUnicode_InternFromString("training");
    if (PyObject *training = PyObject_GetAttr(module, name)) {
        point.isTraining = training == Py_True;
        Py_DECREF(training);
    } else {
        PyErr_Clear();
    }
}

/// Returns the arguments with \p through in place of the first, wherever it is passed: attention compares its inputs by identity.
py::tuple replaced(PyObject *arguments, const py::object &through)
{
    const PyObject *const first = PyTuple_GET_ITEM(arguments, 0);
    py::tuple all(static_cast<std::size_t>(PyTuple_GET_SIZE(arguments)));
    for (std::size_t i = 0; i < all.size(); ++i) {
        PyObject *const argument = PyTuple_GET_ITEM(arguments, static_cast<Py_ssize_t>(i));
        all[i] = argument == first ? py::handle(through) : py::handle(argument);
    }
    return all;
}

/// The same for keyword arguments.
py::dict replaced(PyObject *keywords, const PyObject *first, const py::object &through)
{
    py::dict all;
    for (const auto &[name, argument] : py::reinterpret_borrow<py::dict>(keywords))
        all[name] = argument.ptr() == first ? py::handle(through) : argument;
    return all;
}

PyObject *before(const ModuleHook &hook, PyObject *arguments, PyObject *keywords)
{
    std::vector<Tensor> inputs;
    collect(arguments, inputs);
    if (keywords)
        collect(keywords, inputs);
    const bool isReplaceable = PyTuple_GET_SIZE(arguments) > 0 && isTensor(PyTuple_GET_ITEM(arguments, 0));
    const hook::TapPoint::Pass thisPass = pass();
    Tensor through;
    {
        const Watching watching(inputs);
        if (isReplaceable)
            through = (*hook.point)->enter(inputs, thisPass);
        else // the first tensor is nested, or a keyword argument
            (*hook.point)->enterUnchanged(inputs, thisPass);
    }
    if (!isReplaceable || through.isSame(inputs.front()))
        Py_RETURN_NONE;
    const py::object view = toPython(through);
    py::object result = replaced(arguments, view);
    if (keywords)
        result = py::make_tuple(result, replaced(keywords, PyTuple_GET_ITEM(arguments, 0), view));
    return result.release().ptr();
}

PyObject *after(const ModuleHook &hook, PyObject *arguments, PyObject *keywords, PyObject *result)
{
    std::vector<Tensor> inputs, outputs;
    collect(result, outputs);
    if (outputs.empty()) {
        (*hook.point)->unreadOutput = Py_TYPE(result)->tp_name;
        Py_RETURN_NONE;
    }
    collect(arguments, inputs);
    if (keywords)
        collect(keywords, inputs);
    const hook::TapPoint::Pass thisPass = pass();
    {
        const Watching watching(outputs);
        (*hook.point)->exit(inputs, outputs, thisPass);
    }
    Py_RETURN_NONE;
}

PyObject *callHook(PyObject *self, PyObject *const *arguments, std::size_t flags, PyObject *)
{
    const auto &hook = *reinterpret_cast<ModuleHook *>(self);
    const Py_ssize_t expected = 2 + hook.hasKwargs + (hook.side == Side::After);
    if (PyVectorcall_NARGS(flags) != expected || !PyTuple_Check(arguments[1])) {
        PyErr_SetString(PyExc_TypeError, "this hook is called by torch.nn.Module alone");
        return nullptr;
    }
    const std::shared_ptr<ModulePoint> alive = *hook.point; // keeps the point alive, as a watcher may remove the hook
    try {
        if (isTransformed(arguments[1])) {
            alive->wasTransformed = true;
            Py_RETURN_NONE;
        }
        noteMode(*alive, arguments[0]);
        PyObject *keywords = hook.hasKwargs ? arguments[2] : nullptr;
        return hook.side == Side::Before ? before(hook, arguments[1], keywords) : after(hook, arguments[1], keywords, arguments[expected - 1]);
    } catch (py::error_already_set &error) {
        error.restore();
    } catch (const std::exception &error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

void freeHook(PyObject *self)
{
    delete reinterpret_cast<ModuleHook *>(self)->point;
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

/// Makes copy.deepcopy() and pickle replace the hook by a standard library callable that takes any arguments and returns None. A file
/// with the model can then be read without Lensboard.
PyObject *reduceHook(PyObject *, PyObject *)
{
    try {
        const py::object context = py::module_::import("contextlib").attr("nullcontext")();
        const py::object getAttribute = py::module_::import("builtins").attr("getattr");
        return py::make_tuple(getAttribute, py::make_tuple(context, "__exit__")).release().ptr();
    } catch (py::error_already_set &error) {
        error.restore();
        return nullptr;
    }
}

PyMethodDef hookMethods[] = {{"__reduce__", reduceHook, METH_NOARGS, nullptr}, {nullptr, nullptr, 0, nullptr}};
PyMemberDef hookMembers[] = {{"__vectorcalloffset__", T_PYSSIZET, offsetof(ModuleHook, call), READONLY, nullptr}, {nullptr, 0, 0, 0, nullptr}};
PyType_Slot hookSlots[] = {{Py_tp_dealloc, reinterpret_cast<void *>(freeHook)},
                           {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
                           {Py_tp_methods, hookMethods},
                           {Py_tp_members, hookMembers},
                           {0, nullptr}};
PyType_Spec hookSpec = {"lensboard._lensboard.ModuleHook", sizeof(ModuleHook), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL, hookSlots};

} // namespace

py::object moduleHook(std::shared_ptr<ModulePoint> point, Side side, bool hasKwargs)
{
    static PyObject *const type = PyType_FromSpec(&hookSpec);
    if (!type)
        throw py::error_already_set();
    auto *hook = PyObject_New(ModuleHook, reinterpret_cast<PyTypeObject *>(type));
    if (!hook)
        throw py::error_already_set();
    hook->call = callHook;
    hook->point = new std::shared_ptr<ModulePoint>(std::move(point));
    hook->side = side;
    hook->hasKwargs = hasKwargs;
    return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject *>(hook));
}

} // namespace lensboard::python
