#include "core/control/wakeup_fd.h"
#include "core/record/message.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include <sys/eventfd.h>
#include <unistd.h>

namespace lensboard::control {

WakeupFd::WakeupFd() : m_descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    if (m_descriptor < 0)
        throw std::runtime_error(record::systemError(errno));
}

WakeupFd::~WakeupFd()
{
    close(m_descriptor);
}

void WakeupFd::wake() const
{
    const std::uint64_t one = 1;
    (void)!write(m_descriptor, &one, sizeof one);
}

void WakeupFd::clear() const
{
    std::uint64_t rings = 0;
    (void)!read(m_descriptor, &rings, sizeof rings);
}

} // namespace lensboard::control
