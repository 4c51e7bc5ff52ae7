#pragma once

namespace lensboard::training {

/// Rethrows the current exception; one of LibTorch as a std::runtime_error without the stack of the program, which is of no use
/// to a user.
[[noreturn]] void rethrowWithoutBacktrace();

/// Returns what \p work returns. Errors: those of \p work, as rethrowWithoutBacktrace() has them.
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
