#pragma once

#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

namespace lensboard::bytes {

/// A file that is open while this lives. Opening a pipe does not wait for its other end.
class Descriptor
{
public:
    /// \p flags: of open(). If the file cannot be opened, number() is negative and errno says why.
    explicit Descriptor(const std::filesystem::path &path, int flags = O_RDONLY) : m_number(::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK)) {}
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;

    int number() const { return m_number; }

private:
    int m_number;
};

} // namespace lensboard::bytes
