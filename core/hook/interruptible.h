#pragma once

#include <atomic>

namespace lensboard::hook {

/// While it lives, each turn of a loop of an instrumented TorchScript program on this thread checks \p asked, and throws
/// if it is true: a loop that never ends can be left. What a model forks runs on other threads and cannot.
class Interruptible
{
public:
    explicit Interruptible(const std::atomic<bool> &asked);
    ~Interruptible();
    Interruptible(const Interruptible &) = delete;
    Interruptible &operator=(const Interruptible &) = delete;

    /// Errors: std::runtime_error if the flag is set.
    static void look();

private:
    const std::atomic<bool> *m_before;
};

} // namespace lensboard::hook
