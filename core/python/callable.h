#pragma once

#include "core/torch_fwd.h"

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <span>

namespace lensboard::python {

/// What C++ may copy and release on any thread, with or without the GIL.
template <typename Object>
std::shared_ptr<Object> shared(Object object)
{
    return {new Object(std::move(object)), [](Object *last) {
                const pybind11::gil_scoped_acquire lock;
                delete last;
            }};
}

/// Whether Python runs that withPython() called on this thread: what it runs within is to stay as it is until that returns.
bool isCalled();

/// Counts it.
class Called
{
public:
    Called() { ++s_depth; }
    ~Called() { --s_depth; }
    Called(const Called &) = delete;
    Called &operator=(const Called &) = delete;

private:
    friend bool isCalled();
    static thread_local int s_depth;
};

/// Throws what Python has raised as torch's python_error, which passes through autograd's threads and torch's bindings.
[[noreturn]] void throwRaised();

/// Runs \p work with the GIL. What Python raises is thrown by throwRaised().
template <typename Work>
auto withPython(const Work &work)
{
    const pybind11::gil_scoped_acquire lock;
    const Called called;
    try {
        return work();
    } catch (pybind11::error_already_set &error) {
        error.restore();
        throwRaised();
    }
}

/// None for an undefined tensor.
pybind11::object toPython(const at::Tensor &tensor);
pybind11::tuple toPython(std::span<const at::Tensor> tensors);

/// Calls \p function with what toPython() makes of the arguments, from any thread.
template <typename... Arguments>
std::function<void(Arguments...)> calling(pybind11::object function)
{
    return [function = shared(std::move(function))](Arguments... arguments) {
        withPython([&] { (*function)(toPython(arguments)...); });
    };
}

/// Of a tensor that Python passes. Errors: TypeError if it is none.
const at::Tensor &tensorOf(pybind11::handle object);

} // namespace lensboard::python
