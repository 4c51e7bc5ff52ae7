#pragma once

#include <string>

namespace lensboard::store {

/// Distinguishes one process from all others, also a later one of the same number and those of other hosts and containers.
struct ProcessIdentity
{
    std::string host;
    std::string boot; ///< the kernel's boot id
    long pid = 0;
    std::string started;      ///< clock ticks from boot to start, as in /proc/PID/stat
    std::string pidNamespace; ///< in which \c pid counts; empty in files of older versions

    static ProcessIdentity current();
    static ProcessIdentity fromText(const std::string &text);
    std::string toText() const;

    /// Returns true if the process runs, or ran, under the kernel of this one.
    bool isOfThisKernel() const;

    enum class Life { Alive, Dead, Unknown };
    /// The state of the process as far as this process sees it. Unknown: it ran on another host, in another PID namespace, or is hidden
    /// from this user.
    Life life() const;
};

} // namespace lensboard::store
