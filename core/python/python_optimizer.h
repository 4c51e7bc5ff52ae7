#pragma once

#include "core/hook/stepped_optimizer.h"

#include <pybind11/pybind11.h>

namespace lensboard::python {

/// View of a Python optimizer: an object with param_groups, as in torch.optim.
/// Thread: the training thread. The constructor and the destructor require the GIL.
class PythonOptimizer final : public hook::SteppedOptimizer
{
public:
    /// \p copies: for an optimizer that updates copies of the model's parameters, a dict from the id of each parameter to its copy; otherwise None.
    PythonOptimizer(pybind11::object optimizer, pybind11::object copies) : m_optimizer(std::move(optimizer)), m_copies(std::move(copies)) {}

    const void *identity() const override { return m_optimizer.ptr(); }
    std::string name() const override;
    /// Returns none if param_groups cannot be read.
    std::vector<const void *> parameters() const override;
    /// Returns nullopt if the state cannot be read.
    std::optional<hook::OptimizerState> stateOf(const Tensor &parameter) const override;

private:
    pybind11::object updatedFor(const Tensor &parameter) const;
    pybind11::object groupOf(const pybind11::object &parameter) const;

    pybind11::object m_optimizer, m_copies;
    mutable pybind11::dict m_groups; ///< by the parameter's id; empty until they are needed
};

} // namespace lensboard::python
