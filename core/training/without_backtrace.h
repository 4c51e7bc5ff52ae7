#pragma once

#include <c10/util/Exception.h>

#include <stdexcept>

namespace lensboard::training {

/// Gives what \p work gives. LibTorch's errors carry the stack of the program, which tells a user nothing.
template <typename Work>
auto withoutBacktrace(const Work &work)
{
    try {
        return work();
    } catch (const c10::Error &error) {
        throw std::runtime_error(error.what_without_backtrace());
    }
}

} // namespace lensboard::training
