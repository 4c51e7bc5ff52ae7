#pragma once

namespace lensboard::control {

/// Wakes a thread that polls descriptors.
/// Thread: any.
class WakeupFd
{
public:
    /// Errors: std::runtime_error if this process has no free descriptors.
    WakeupFd();
    ~WakeupFd();
    WakeupFd(const WakeupFd &) = delete;
    WakeupFd &operator=(const WakeupFd &) = delete;

    /// Readable from wake() until clear().
    int descriptor() const { return m_descriptor; }
    void wake() const;
    void clear() const;

private:
    int m_descriptor;
};

} // namespace lensboard::control
