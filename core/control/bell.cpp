#include "core/control/bell.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include <sys/eventfd.h>
#include <unistd.h>

namespace lensboard::control {

Bell::Bell() : m_descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    if (m_descriptor < 0)
        throw std::runtime_error(std::strerror(errno));
}

Bell::~Bell()
{
    close(m_descriptor);
}

void Bell::ring() const
{
    const std::uint64_t one = 1;
    (void)!write(m_descriptor, &one, sizeof one);
}

void Bell::silence() const
{
    std::uint64_t rings = 0;
    (void)!read(m_descriptor, &rings, sizeof rings);
}

} // namespace lensboard::control
