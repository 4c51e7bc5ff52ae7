#pragma once

#include "core/hook/callback_list.h"
#include "core/tensor/tensor.h"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <span>
#include <utility>

namespace lensboard::python {

/// Lets one thread at a time notify watchers. Releases the GIL while it waits or computes much. No thread holds the GIL
/// while it waits for the mutex, as a callback may need the GIL.
class Watching
{
public:
    explicit Watching(std::span<const Tensor> tensors)
    {
        constexpr std::int64_t kWorthTheLock = 1 << 16; // elements; for larger tensors, other Python threads run meanwhile
        const bool isMuch = !tensors.empty() && tensors.front().numel() >= kWorthTheLock;
        const bool isAlone = hook::callbackMutex().try_lock();
        if (isMuch || !isAlone)
            m_state = PyEval_SaveThread();
        if (!isAlone)
            hook::callbackMutex().lock();
        if (m_state && !isMuch)
            PyEval_RestoreThread(std::exchange(m_state, nullptr));
    }
    ~Watching()
    {
        hook::callbackMutex().unlock();
        if (m_state)
            PyEval_RestoreThread(m_state);
    }
    Watching(const Watching &) = delete;
    Watching &operator=(const Watching &) = delete;

private:
    PyThreadState *m_state = nullptr;
};

} // namespace lensboard::python
