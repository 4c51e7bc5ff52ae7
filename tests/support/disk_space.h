#pragma once

#include <csignal>

#include <sys/resource.h>

namespace lensboard::test {

/// Limits the size of files written by this process, during its lifetime.
class DiskSpace
{
public:
    explicit DiskSpace(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~DiskSpace() { setrlimit(RLIMIT_FSIZE, &m_before); }
    DiskSpace(const DiskSpace &) = delete;
    DiskSpace &operator=(const DiskSpace &) = delete;

private:
    rlimit m_before{};
};

} // namespace lensboard::test
