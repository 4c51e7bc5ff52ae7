#pragma once

namespace lensboard::training {

/// Throws what is being handled; of LibTorch's errors a std::runtime_error without the stack of the program, which tells a
/// user nothing.
[[noreturn]] void rethrowWithoutBacktrace();

/// Gives what \p work gives. Errors: those of \p work, as rethrowWithoutBacktrace() has them.
template <typename Work>
auto withoutBacktrace(const Work &work)
{
    try {
        return work();
    } catch (...) {
        rethrowWithoutBacktrace();
    }
}

} // namespace lensboard::training
