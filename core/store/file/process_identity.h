#pragma once

#include <string>

namespace lensboard::store {

/// Identifies a process among all processes of all hosts and containers, even if its number is reused later.
struct ProcessIdentity
{
    std::string host;
    std::string boot; ///< the kernel's boot id
    long pid = 0;
    std::string started;      ///< clock ticks from boot to start, as in /proc/PID/stat
    std::string pidNamespace; ///< namespace of \c pid; empty in files of older versions

    static ProcessIdentity current();
    static ProcessIdentity fromText(const std::string &text);
    std::string toText() const;

    /// Returns true if the process runs, or ran, under the same boot of the same kernel as this process.
    bool isOfThisKernel() const;

    enum class Life { Alive, Dead, Unknown };
    /// Returns the state of the process as visible from here. Unknown: it ran on another host or in another PID namespace, or is hidden
    /// from this user.
    Life life() const;
};

} // namespace lensboard::store
