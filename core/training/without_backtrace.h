#pragma once

namespace lensboard::training {

/// Rethrows the current exception. Converts an exception of LibTorch to std::runtime_error without the call stack, because
/// users cannot use the stack.
[[noreturn]] void rethrowWithoutBacktrace();

/// Returns the result of \p work. Errors: exceptions of \p work, converted by rethrowWithoutBacktrace().
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
