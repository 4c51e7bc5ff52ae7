#pragma once

#include <cstddef>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lensboard::bench {

inline double residentMegabytes()
{
    malloc_trim(0);
    std::ifstream status("/proc/self/statm");
    std::size_t pages = 0;
    status >> pages >> pages;
    return static_cast<double>(pages) * 4096 / 1e6;
}

/// Runs \p work in a child process, so that measured memory and allocator state belong to \p work alone. Returns true if the child succeeded.
inline bool inChild(const std::function<void()> &work)
{
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        try {
            work();
            std::fflush(stdout);
            _exit(0);
        } catch (const std::exception &error) {
            std::fprintf(stderr, "%s\n", error.what());
            _exit(1);
        }
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status == 0;
}

} // namespace lensboard::bench
