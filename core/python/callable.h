#pragma once

#include "core/python/python_tensor.h"

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <span>

namespace lensboard::python {

/// Returns a pointer to a Python object that C++ may copy and release on any thread, with or without the GIL.
template <typename Object>
std::shared_ptr<Object> shared(Object object)
{
    return {new Object(std::move(object)), [](Object *last) {
                const pybind11::gil_scoped_acquire lock;
                delete last;
            }};
}

/// Returns true if a user function runs on this thread, called by withCallback(). The state around it must not change until it returns.
bool isCalled();

/// Marks a call of a user function for isCalled(), from construction to destruction.
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

/// Runs \p work with the GIL.
template <typename Work>
auto withPython(const Work &work)
{
    const pybind11::gil_scoped_acquire lock;
    return work();
}

/// Same as withPython(), for user code: isCalled() returns true meanwhile.
template <typename Work>
auto withCallback(const Work &work)
{
    const pybind11::gil_scoped_acquire lock;
    const Called called;
    return work();
}

/// Returns a function that calls \p function from any thread, with the arguments converted by toPython().
template <typename... Arguments>
std::function<void(Arguments...)> calling(pybind11::object function)
{
    return [function = shared(std::move(function))](Arguments... arguments) {
        withCallback([&] { (*function)(toPython(arguments)...); });
    };
}

} // namespace lensboard::python
