#include "core/python/python_optimizer.h"

#include "core/python/callable.h"
#include "core/python/python_tensor.h"
#include "core/tensor/library.h"

#include <cstdint>
#include <map>
#include <utility>

namespace py = pybind11;

namespace lensboard::python {

namespace {

py::int_ idOf(py::handle object)
{
    return py::int_(reinterpret_cast<std::uintptr_t>(object.ptr()));
}

/// Returns the optimizer that has the state of \p parameter: a wrapper may have none. Megatron chains optimizers of several parameters.
py::object stateful(py::object optimizer, const py::object &parameter)
{
    for (const py::handle each : py::getattr(optimizer, "chained_optimizers", py::tuple())) {
        const py::object found = stateful(py::reinterpret_borrow<py::object>(each), parameter);
        if (py::hasattr(found, "state") && found.attr("state").contains(parameter))
            return found;
    }
    while (!py::hasattr(optimizer, "state") && py::hasattr(optimizer, "optimizer"))
        optimizer = optimizer.attr("optimizer");
    return optimizer;
}

/// Adds numbers, flags and tensors of one value that momentsOf() uses. Does not read a step on a device, as that would wait.
void addNumbers(hook::OptimizerState &state, const py::dict &from)
{
    for (const std::string &name : hook::momentNumbers()) {
        const py::object value = from.contains(name.c_str()) ? py::object(from[name.c_str()]) : py::none();
        if (name == "step" && isTensor(value) && tensorOf(value).hasMemory() && !tensorOf(value).isOnHost())
            state.step = tensorOf(value);
        else if (PyNumber_Check(value.ptr()) != 0)
            state.numbers[name] = py::float_(value).cast<double>();
    }
}

/// Returns the values of \p tensor if it has them in a packed form, such as torchao's 8-bit states; otherwise the tensor.
py::object unpacked(const py::object &tensor)
{
    const py::object own = py::type::of(tensor).attr("dequantize"), usual = py::module_::import("torch").attr("Tensor").attr("dequantize");
    return own.is(usual) ? tensor : tensor.attr("dequantize")();
}

/// Returns an undefined tensor unless \p found is one with a value for each of \p parameter.
Tensor momentOf(const py::object &found, const Tensor &parameter)
{
    if (!isTensor(found))
        return {};
    const auto isReadable = [&](const Tensor &tensor) { return tensor.layout().isStrided || !parameter.layout().isStrided; }; // or both are divided
    Tensor tensor = tensorOf(found);
    if (!isReadable(tensor))
        tensor = tensorOf(unpacked(found));
    return isReadable(tensor) && tensor.sizes() == parameter.sizes() ? tensor : Tensor();
}

} // namespace

std::string PythonOptimizer::name() const
{
    return withPython([&] { return py::str(py::type::of(m_optimizer).attr("__name__")).cast<std::string>(); });
}

/// Returns the parameter itself or its copy; None if it is unknown.
py::object PythonOptimizer::updatedFor(const Tensor &parameter) const
{
    py::object own = toPython(parameter);
    return m_copies.is_none() ? own : m_copies.attr("get")(idOf(own));
}

py::object PythonOptimizer::groupOf(const py::object &parameter) const
{
    if (m_groups.empty())
        for (const py::handle group : m_optimizer.attr("param_groups"))
            for (const py::handle each : group["params"])
                m_groups[idOf(each)] = group;
    return m_groups.attr("get")(idOf(parameter));
}

std::optional<hook::OptimizerState> PythonOptimizer::stateOf(const Tensor &parameter) const
{
    return withPython([&]() -> std::optional<hook::OptimizerState> {
        try {
            const py::object updated = updatedFor(parameter), optimizer = stateful(m_optimizer, updated);
            const py::object group = updated.is_none() ? updated : groupOf(updated);
            if (group.is_none())
                return std::nullopt;
            const py::object state = optimizer.attr("state").attr("get")(updated, py::dict());
            hook::OptimizerState found;
            for (const py::handle type : py::type::of(optimizer).attr("__mro__"))
                found.kinds.push_back(py::str(type.attr("__name__")).cast<std::string>());
            const Tensor view = tensorOf(updated);
            for (const std::string &name : hook::momentTensors())
                if (const Tensor tensor = momentOf(state.attr("get")(name), view); tensor.defined())
                    found.tensors[name] = tensor;
            addNumbers(found, group);
            addNumbers(found, state);
            if (const py::object betas = group.attr("get")("betas"); !betas.is_none())
                for (const auto &[name, place] : {std::pair("beta1", 0), std::pair("beta2", 1)})
                    found.numbers[name] = py::float_(betas[py::int_(place)]).cast<double>();
            found.gradient = Library::current().gradient(view);
            return found;
        } catch (const py::error_already_set &error) {
            if (error.matches(PyExc_KeyboardInterrupt))
                throw;
        } catch (const py::cast_error &) {
        }
        return std::nullopt;
    });
}

std::vector<const void *> PythonOptimizer::parameters() const
{
    return withPython([&] {
        std::vector<const void *> all;
        try {
            if (!m_copies.is_none())
                for (const auto &[id, copy] : m_copies.cast<py::dict>())
                    all.push_back(reinterpret_cast<const void *>(id.cast<std::uintptr_t>()));
            else
                for (const py::handle group : m_optimizer.attr("param_groups"))
                    for (const py::handle parameter : group["params"])
                        all.push_back(parameter.ptr());
        } catch (py::error_already_set &error) {
            if (error.matches(PyExc_KeyboardInterrupt))
                throw;
            all.clear();
        }
        return all;
    });
}

} // namespace lensboard::python
