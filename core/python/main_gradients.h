#pragma once

#include "core/tensor/library.h"

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <vector>

namespace lensboard::python {

/// Returns a hook that is active as \p registration says: an object with set_active(bool).
std::unique_ptr<AccumulationHook> hookOf(pybind11::object registration);

/// Gradients that a framework keeps in main_grad of parameters. They are complete before a step of the optimizer, and measured then.
/// Thread: the training thread, with the GIL.
class MainGradients
{
public:
    /// Returns null if autograd accumulates the gradient of \p parameter.
    static std::unique_ptr<AccumulationHook> onGradient(const pybind11::object &parameter, const std::function<void()> &notify);
    /// Returns true during measure(), on its thread.
    static bool areMeasured() { return s_last != nullptr; }
    /// Calls \p function at the end of measure(). Precondition: areMeasured().
    static void atEnd(std::function<void()> function) { s_last->push_back(std::move(function)); }
    /// Calls functions of onGradient().
    static void measure(const pybind11::list &functions);

private:
    static thread_local std::vector<std::function<void()>> *s_last;
};

} // namespace lensboard::python
