#pragma once

#include "core/python/python_tensor.h"

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

/// Whether a function of the user's runs that calling() calls on this thread: what it runs within is to stay as it is until that returns.
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

/// Runs \p work with the GIL.
template <typename Work>
auto withPython(const Work &work)
{
    const pybind11::gil_scoped_acquire lock;
    return work();
}

/// The same of the user's Python.
template <typename Work>
auto withCallback(const Work &work)
{
    const pybind11::gil_scoped_acquire lock;
    const Called called;
    return work();
}

/// Calls \p function with what toPython() makes of the arguments, from any thread.
template <typename... Arguments>
std::function<void(Arguments...)> calling(pybind11::object function)
{
    return [function = shared(std::move(function))](Arguments... arguments) {
        withCallback([&] { (*function)(toPython(arguments)...); });
    };
}

} // namespace lensboard::python
