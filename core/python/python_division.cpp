#include "core/python/python_division.h"

#include "core/python/callable.h"
#include "core/python/callback.h"
#include "core/python/main_gradients.h"

#include <pybind11/stl.h>

#include <functional>
#include <utility>

namespace py = pybind11;

namespace lensboard::python {

namespace {

py::module_ sharded()
{
    return py::module_::import("lensboard._sharded");
}

class PythonDivision final : public hook::Division
{
public:
    explicit PythonDivision(const py::object &division)
        : m_division(shared(division)), m_sizes(division.attr("sizes").cast<Shape>()), m_group(division.attr("group").cast<std::int64_t>()),
          m_hasWholeRows(division.attr("has_whole_rows").cast<bool>()), m_hasWholeParameter(division.attr("has_whole_parameter").cast<bool>())
    {
        const auto [object, index] = division.attr("key").cast<std::pair<std::uintptr_t, std::int64_t>>();
        m_key = {reinterpret_cast<const void *>(object), index};
    }

    const Shape &sizes() const override { return m_sizes; }
    std::int64_t group() const override { return m_group; }
    bool hasWholeRows() const override { return m_hasWholeRows; }
    bool hasWholeParameter() const override { return m_hasWholeParameter; }
    std::pair<const void *, std::int64_t> key() const override { return m_key; }
    Tensor part(const Tensor &tensor) const override
    {
        return withPython([&] {
            const py::object part = m_division->attr("part")(toPython(tensor));
            return part.is_none() ? Tensor() : tensorOf(part);
        });
    }
    std::unique_ptr<AccumulationHook> onGradient(std::function<void()> notify) const override
    {
        return withPython([&]() -> std::unique_ptr<AccumulationHook> {
            py::object registration = m_division->attr("on_gradient")(callback([notify = std::move(notify)](PyObject *) { notify(); }));
            return registration.is_none() ? nullptr : hookOf(std::move(registration));
        });
    }

private:
    std::shared_ptr<py::object> m_division;
    Shape m_sizes;
    std::int64_t m_group;
    bool m_hasWholeRows, m_hasWholeParameter;
    std::pair<const void *, std::int64_t> m_key;
};

} // namespace

py::dict divisionsIn(const py::object &root)
{
    return sharded().attr("find")(root);
}

std::string classNameOf(const py::object &module)
{
    return sharded().attr("class_name")(module).cast<std::string>();
}

py::object parameterOf(const py::handle &division)
{
    return division.attr("parameter");
}

std::shared_ptr<const hook::Division> divisionOf(const py::handle &division)
{
    return std::make_shared<PythonDivision>(py::reinterpret_borrow<py::object>(division));
}

} // namespace lensboard::python
