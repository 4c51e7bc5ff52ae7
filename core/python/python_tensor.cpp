#include "core/python/python_tensor.h"

#include "core/python/callable.h"
#include "core/python/dlpack_view.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

namespace py = pybind11;

namespace lensboard::python {

namespace {

/// Names of attributes, and torch's constants. Never destroyed, as the interpreter may end earlier.
struct Torch
{
    PyTypeObject *tensor = reinterpret_cast<PyTypeObject *>(torch("Tensor").ptr());
    PyObject *strided = torch("strided").ptr();
    std::array<PyObject *, 30> dtypes{}; ///< indexed by ElementType; null for types that this torch lacks
    PyObject *dtype = name("dtype"), *device = name("device"), *layout = name("layout"), *requiresGrad = name("requires_grad"), *isCpu = name("is_cpu"),
             *shape = name("shape"), *stride = name("stride"), *dataPtr = name("data_ptr"), *version = name("_version");

    Torch()
    {
        static constexpr std::pair<ElementType, const char *> kNames[] = {
            {ElementType::UInt8, "uint8"}, {ElementType::Int8, "int8"}, {ElementType::Int16, "int16"}, {ElementType::Int32, "int32"},
            {ElementType::Int64, "int64"}, {ElementType::Float16, "float16"}, {ElementType::Float32, "float32"}, {ElementType::Float64, "float64"},
            {ElementType::Complex32, "complex32"}, {ElementType::Complex64, "complex64"}, {ElementType::Complex128, "complex128"},
            {ElementType::Bool, "bool"}, {ElementType::BFloat16, "bfloat16"}, {ElementType::Float8E5M2, "float8_e5m2"},
            {ElementType::Float8E4M3, "float8_e4m3fn"}, {ElementType::UInt16, "uint16"}, {ElementType::UInt32, "uint32"}, {ElementType::UInt64, "uint64"}};
        for (const auto &[type, called] : kNames)
            if (py::hasattr(module(), called))
                dtypes[static_cast<std::size_t>(type)] = torch(called).ptr();
    }

    static const Torch &instance()
    {
        static const auto *const all = new Torch;
        return *all;
    }

private:
    static py::module_ module() { return py::module_::import("torch"); }
    static py::handle torch(const char *attribute) { return py::object(module().attr(attribute)).release(); }
    static PyObject *name(const char *text) { return PyUnicode_InternFromString(text); }
};

constexpr std::pair<Device::Kind, const char *> kKinds[] = {
    {Device::Kind::Host, "cpu"}, {Device::Kind::Cuda, "cuda"}, {Device::Kind::Xpu, "xpu"}, {Device::Kind::Mps, "mps"}, {Device::Kind::Meta, "meta"}};

py::object attribute(PyObject *object, PyObject *name)
{
    auto found = py::reinterpret_steal<py::object>(PyObject_GetAttr(object, name));
    if (!found)
        throw py::error_already_set();
    return found;
}

py::object called(PyObject *object, PyObject *method)
{
    auto found = py::reinterpret_steal<py::object>(PyObject_CallMethodNoArgs(object, method));
    if (!found)
        throw py::error_already_set();
    return found;
}

Shape shapeOf(const py::object &sizes)
{
    if (!PyTuple_Check(sizes.ptr()))
        throw record::InvalidArgument(record::message("a tensor's shape is no tuple"));
    Shape shape(static_cast<std::size_t>(PyTuple_GET_SIZE(sizes.ptr())));
    for (std::size_t i = 0; i < shape.size(); ++i) {
        shape[i] = PyLong_AsLongLong(PyTuple_GET_ITEM(sizes.ptr(), static_cast<Py_ssize_t>(i)));
        if (shape[i] < 0)
            throw py::error_already_set();
    }
    return shape;
}

ElementType typeOf(const py::object &dtype)
{
    const auto &known = Torch::instance().dtypes;
    for (std::size_t i = 0; i < known.size(); ++i)
        if (known[i] == dtype.ptr())
            return static_cast<ElementType>(i);
    return ElementType::Other;
}

Device deviceFrom(const py::object &device)
{
    const auto called = device.attr("type").cast<std::string>();
    const py::object index = device.attr("index");
    Device found{Device::Kind::Other, static_cast<std::int8_t>(index.is_none() ? -1 : index.cast<int>())};
    for (const auto &[kind, name] : kKinds)
        if (called == name)
            found.kind = kind;
    return found;
}

class PythonTensor final : public TensorBody
{
public:
    explicit PythonTensor(py::object tensor) : m_tensor(std::move(tensor)) {}
    ~PythonTensor() override
    {
        if (!Py_IsInitialized()) {
            (void)m_tensor.release();
            return;
        }
        const py::gil_scoped_acquire lock;
        m_tensor = {};
    }

    const py::object &object() const { return m_tensor; }

    const void *identity() const override { return m_tensor.ptr(); }
    std::int64_t version() const override
    {
        const py::gil_scoped_acquire lock;
        const Torch &torch = Torch::instance();
        PyObject *counted = PyObject_GetAttr(m_tensor.ptr(), torch.version);
        if (!counted) { // tensors made in inference mode have no version counter
            PyErr_Clear();
            return 0;
        }
        return py::reinterpret_steal<py::object>(counted).cast<std::int64_t>();
    }
    bool requiresGrad() const override
    {
        const py::gil_scoped_acquire lock;
        return attribute(m_tensor.ptr(), Torch::instance().requiresGrad).ptr() == Py_True;
    }
    std::shared_ptr<TensorBody> again() const override
    {
        const py::gil_scoped_acquire lock;
        return std::make_shared<PythonTensor>(m_tensor);
    }
    const void *aten() const override { throw std::logic_error("this tensor is Python's"); }

protected:
    TensorLayout describe() const override
    {
        const py::gil_scoped_acquire lock;
        TensorLayout layout;
        if (const auto view = dlpackView(m_tensor)) {
            layout.data = view->data;
            layout.type = view->type;
            layout.device = view->device;
            layout.sizes.assign(view->sizes.begin(), view->sizes.end());
            layout.strides.assign(view->strides.begin(), view->strides.end());
            layout.requiresGrad = requiresGrad();
        } else {
            describeByAttributes(layout);
        }
        const bool isEmpty = std::find(layout.sizes.begin(), layout.sizes.end(), 0) != layout.sizes.end();
        layout.isStrided = layout.isStrided && (layout.data || isEmpty);
        return layout;
    }

private:
    void describeByAttributes(TensorLayout &layout) const
    {
        const Torch &torch = Torch::instance();
        try {
            layout.type = typeOf(attribute(m_tensor.ptr(), torch.dtype));
            if (attribute(m_tensor.ptr(), torch.isCpu).ptr() != Py_True)
                layout.device = deviceFrom(attribute(m_tensor.ptr(), torch.device));
            layout.requiresGrad = attribute(m_tensor.ptr(), torch.requiresGrad).ptr() == Py_True;
            layout.sizes = shapeOf(attribute(m_tensor.ptr(), torch.shape));
            layout.isStrided = attribute(m_tensor.ptr(), torch.layout).ptr() == torch.strided;
            if (layout.isStrided) {
                layout.strides = shapeOf(called(m_tensor.ptr(), torch.stride));
                layout.data = PyLong_AsVoidPtr(called(m_tensor.ptr(), torch.dataPtr).ptr());
            }
        } catch (const py::error_already_set &) { // a wrapper around other tensors, or one that has only a shape
            layout.data = nullptr;
        }
    }

    py::object m_tensor;
};

} // namespace

bool isTensor(py::handle object)
{
    return PyObject_TypeCheck(object.ptr(), Torch::instance().tensor);
}

Tensor tensorOf(py::handle object)
{
    if (!isTensor(object))
        throw py::type_error(record::message("expected a torch.Tensor, found %1", py::str(py::type::of(object).attr("__name__")).cast<std::string>()));
    return Tensor(std::make_shared<PythonTensor>(py::reinterpret_borrow<py::object>(object)));
}

py::object toPython(const Tensor &tensor)
{
    if (!tensor.defined())
        return py::none();
    return static_cast<const PythonTensor &>(tensor.body()).object(); // this extension has no other kind of tensor
}

py::tuple toPython(std::span<const Tensor> tensors)
{
    py::tuple all(tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i)
        all[i] = toPython(tensors[i]);
    return all;
}

py::object dtypeOf(ElementType type)
{
    const auto number = static_cast<std::size_t>(type);
    const auto &known = Torch::instance().dtypes;
    if (number >= known.size() || !known[number])
        throw record::InvalidArgument(record::message("this torch has no such element type"));
    return py::reinterpret_borrow<py::object>(known[number]);
}

py::object deviceOf(Device device)
{
    for (const auto &[kind, name] : kKinds)
        if (kind == device.kind) {
            const py::object make = py::module_::import("torch").attr("device");
            return device.index < 0 ? make(name) : make(name, device.index);
        }
    throw record::InvalidArgument(record::message("a tensor cannot be moved to %1", toText(device)));
}

} // namespace lensboard::python
