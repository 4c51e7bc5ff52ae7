#include "core/import/growing_file.h"

#include "core/import/importer.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lensboard::imports {

namespace {

constexpr std::size_t kBlockSize = std::size_t{4} << 20;

class Descriptor
{
public:
    explicit Descriptor(const std::filesystem::path &path) : m_file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
    ~Descriptor()
    {
        if (m_file >= 0)
            ::close(m_file);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    int get() const { return m_file; }

private:
    int m_file;
};

} // namespace

GrowingFile::GrowingFile(std::filesystem::path path) : m_path(std::move(path)) {}

bool GrowingFile::readMore()
{
    const Descriptor file(m_path); // opened each time: another file may have taken the name
    struct stat state{};
    if (file.get() < 0 || ::fstat(file.get(), &state) != 0)
        throw ImportError(m_path, errno == ENOENT ? "no such file" : std::string("cannot be read: ") + std::strerror(errno));
    if (!S_ISREG(state.st_mode))
        throw ImportError(m_path, "is not a file");
    const auto size = static_cast<std::uint64_t>(state.st_size);
    const std::uint64_t end = m_position + pending().size();
    if (m_inode && (state.st_ino != m_inode || state.st_dev != m_device || size < end))
        throw SourceReplaced(m_path, size < end ? "became shorter: it is read anew" : "was replaced: it is read anew");
    m_inode = state.st_ino;
    m_device = state.st_dev;
    m_size = size;
    m_buffer.erase(0, m_taken);
    m_taken = 0;
    if (size == end) {
        m_buffer.shrink_to_fit(); // a folder may have a thousand files
        return false;
    }
    const std::size_t old = m_buffer.size();
    m_buffer.resize(old + static_cast<std::size_t>(std::min<std::uint64_t>(size - end, kBlockSize)));
    const ssize_t count = ::pread(file.get(), m_buffer.data() + old, m_buffer.size() - old, static_cast<off_t>(end));
    m_buffer.resize(old + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0)
        throw ImportError(m_path, std::string("cannot be read: ") + std::strerror(errno));
    return count > 0;
}

void GrowingFile::take(std::size_t count)
{
    m_taken += count;
    m_position += count;
}

void GrowingFile::skip()
{
    take(pending().size());
    m_position = m_size;
}

} // namespace lensboard::imports
