#include "core/python/dlpack_view.h"

#include <array>
#include <utility>

namespace py = pybind11;

namespace lensboard::python {

namespace {

/// \{
/// Types of DLPack 1.3; compatible with each version 1.
/// Source: https://github.com/dmlc/dlpack/blob/main/include/dlpack/dlpack.h
struct DlTensor
{
    void *data;
    std::int32_t deviceType, deviceIndex;
    std::int32_t dimensions;
    std::uint8_t typeCode, typeBits;
    std::uint16_t lanes;
    std::int64_t *shape, *strides;
    std::uint64_t byteOffset;
};
struct ExchangeApi
{
    std::uint32_t major, minor;
    void *previous;
    void *allocate, *managedFromPython, *managedToPython;
    int (*fromPython)(void *object, DlTensor *view); ///< returns 0, or sets a Python exception
    void *currentStream;
};
enum : std::int32_t { kCpu = 1, kCuda = 2 };
enum : std::uint8_t { kInt = 0, kUInt = 1, kFloat = 2, kBFloat = 4, kComplex = 5, kBool = 6 };
/// \}

struct Torch
{
    PyTypeObject *tensor, *parameter;
    int (*view)(void *object, DlTensor *view) = nullptr;

    Torch()
    {
        const py::module_ torch = py::module_::import("torch");
        tensor = reinterpret_cast<PyTypeObject *>(py::object(torch.attr("Tensor")).release().ptr());
        parameter = reinterpret_cast<PyTypeObject *>(py::object(torch.attr("nn").attr("Parameter")).release().ptr());
        const py::object capsule = py::getattr(torch.attr("Tensor"), "__dlpack_c_exchange_api__", py::none());
        const auto *api = PyCapsule_IsValid(capsule.ptr(), "dlpack_exchange_api") == 1
                              ? static_cast<const ExchangeApi *>(PyCapsule_GetPointer(capsule.ptr(), "dlpack_exchange_api"))
                              : nullptr;
        if (api && api->major == 1)
            view = api->fromPython;
    }

    static const Torch &instance()
    {
        static const auto *const all = new Torch; // the interpreter may end earlier
        return *all;
    }
};

ElementType typeOf(const DlTensor &view)
{
    struct Known
    {
        std::uint8_t code, bits;
        ElementType type;
    };
    static constexpr std::array<Known, 13> kTypes{{{kFloat, 32, ElementType::Float32},     {kBFloat, 16, ElementType::BFloat16},
                                                   {kFloat, 16, ElementType::Float16},     {kFloat, 64, ElementType::Float64},
                                                   {kInt, 64, ElementType::Int64},         {kInt, 32, ElementType::Int32},
                                                   {kInt, 16, ElementType::Int16},         {kInt, 8, ElementType::Int8},
                                                   {kUInt, 8, ElementType::UInt8},         {kBool, 8, ElementType::Bool},
                                                   {kComplex, 64, ElementType::Complex64}, {kComplex, 128, ElementType::Complex128},
                                                   {kComplex, 32, ElementType::Complex32}}};
    for (const auto &[code, bits, type] : kTypes)
        if (view.typeCode == code && view.typeBits == bits && view.lanes == 1)
            return type;
    return ElementType::Other;
}

} // namespace

std::optional<DlpackView> dlpackView(py::handle tensor)
{
    const Torch &torch = Torch::instance();
    if (!torch.view || (Py_TYPE(tensor.ptr()) != torch.tensor && Py_TYPE(tensor.ptr()) != torch.parameter))
        return std::nullopt;
    DlTensor view{};
    if (torch.view(tensor.ptr(), &view) != 0) {
        PyErr_Clear();
        return std::nullopt;
    }
    const ElementType type = typeOf(view);
    const auto dimensions = static_cast<std::size_t>(view.dimensions);
    if (type == ElementType::Other || (view.deviceType != kCpu && view.deviceType != kCuda) || (dimensions > 0 && !view.strides))
        return std::nullopt;
    const Device device = view.deviceType == kCpu ? Device() : Device{Device::Kind::Cuda, static_cast<std::int8_t>(view.deviceIndex)};
    return DlpackView{static_cast<char *>(view.data) + view.byteOffset, type, device, {view.shape, dimensions}, {view.strides, dimensions}};
}

} // namespace lensboard::python
