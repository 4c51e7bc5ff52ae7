#pragma once

#include <string>

namespace lensboard::store {

/// Distinguishes one process from every other, a later one with the same number and one on another host included.
struct ProcessIdentity
{
    std::string host;
    std::string boot; ///< the kernel's boot id
    long pid = 0;
    std::string started; ///< ticks since boot, as /proc/PID/stat has it

    static ProcessIdentity current();
    static ProcessIdentity fromText(const std::string &text);
    std::string toText() const;

    enum class Life { Alive, Dead, Unknown }; ///< Unknown: on another host
    Life life() const;
};

} // namespace lensboard::store
