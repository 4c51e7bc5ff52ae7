#pragma once

#include <atomic>

namespace lensboard::hook {

/// Interrupts endless loops: for the object's lifetime, each iteration of a loop in an instrumented TorchScript program on this thread
/// checks \p asked, and throws if it is true. Loops on forked threads cannot be interrupted.
class Interruptible
{
public:
    explicit Interruptible(const std::atomic<bool> &asked);
    ~Interruptible();
    Interruptible(const Interruptible &) = delete;
    Interruptible &operator=(const Interruptible &) = delete;

    /// Errors: std::runtime_error if the flag is true.
    static void look();

private:
    const std::atomic<bool> *m_before;
};

} // namespace lensboard::hook
