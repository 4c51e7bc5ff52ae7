#include "core/python/python_optimizer.h"

#include "core/python/callable.h"

#include <cstdint>

namespace py = pybind11;

namespace lensboard::python {

std::string PythonOptimizer::name() const
{
    return withPython([&] { return py::str(py::type::of(m_optimizer).attr("__name__")).cast<std::string>(); });
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
