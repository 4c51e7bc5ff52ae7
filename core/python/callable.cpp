#include "core/python/callable.h"

#include "core/record/message.h"

#include <torch/csrc/Exceptions.h>
#include <torch/csrc/autograd/python_variable.h>

namespace py = pybind11;

namespace lensboard::python {

thread_local int Called::s_depth = 0;

bool isCalled()
{
    return Called::s_depth > 0;
}

void throwRaised()
{
    python_error thrown;
    thrown.persist();
    throw thrown;
}

py::object toPython(const at::Tensor &tensor)
{
    return py::reinterpret_steal<py::object>(THPVariable_Wrap(tensor));
}

py::tuple toPython(std::span<const at::Tensor> tensors)
{
    py::tuple all(tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i)
        all[i] = toPython(tensors[i]);
    return all;
}

const at::Tensor &tensorOf(py::handle object)
{
    if (!THPVariable_Check(object.ptr()))
        throw py::type_error(record::message("expected a torch.Tensor, found %1", py::str(py::type::of(object).attr("__name__")).cast<std::string>()));
    return THPVariable_Unpack(object.ptr());
}

} // namespace lensboard::python
