#include "core/python/callback.h"

#include <utility>

#include <structmember.h>

namespace py = pybind11;

namespace lensboard::python {

namespace {

struct Callback
{
    PyObject_HEAD
    vectorcallfunc call;
    std::function<void(PyObject *)> *function;
};

PyObject *call(PyObject *self, PyObject *const *arguments, std::size_t flags, PyObject *)
{
    try {
        (*reinterpret_cast<Callback *>(self)->function)(PyVectorcall_NARGS(flags) > 0 ? arguments[0] : nullptr);
        Py_RETURN_NONE;
    } catch (py::error_already_set &error) {
        error.restore();
    } catch (const std::exception &error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

void release(PyObject *self)
{
    delete reinterpret_cast<Callback *>(self)->function;
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

PyMemberDef members[] = {{"__vectorcalloffset__", T_PYSSIZET, offsetof(Callback, call), READONLY, nullptr}, {nullptr, 0, 0, 0, nullptr}};
PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void *>(release)},
                       {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
                       {Py_tp_members, members},
                       {0, nullptr}};
PyType_Spec spec = {"lensboard._lensboard.Callback", sizeof(Callback), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL, slots};

} // namespace

py::object callback(std::function<void(PyObject *)> function)
{
    static PyObject *const type = PyType_FromSpec(&spec);
    auto *made = type ? PyObject_New(Callback, reinterpret_cast<PyTypeObject *>(type)) : nullptr;
    if (!made)
        throw py::error_already_set();
    made->call = call;
    made->function = new std::function<void(PyObject *)>(std::move(function));
    return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject *>(made));
}

void setPresent(const py::object &handle, const py::object &hook, bool isPresent)
{
    const py::object hooks = handle.attr("hooks_dict_ref")(), id = handle.attr("id");
    if (hooks.is_none() || hooks.contains(id) == isPresent)
        return;
    if (!isPresent && py::len(hooks) == 1)
        hooks.attr("pop")(id);
    else if (isPresent) {
        hooks[id] = hook;
        hooks.attr("move_to_end")(id, py::arg("last") = false); // it was the only one
    }
}

} // namespace lensboard::python
