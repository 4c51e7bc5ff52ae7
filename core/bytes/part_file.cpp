#include "core/bytes/part_file.h"

#include "core/record/message.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace lensboard::bytes {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 10;

} // namespace

PartFile::PartFile(const fs::path &path) : m_path(path)
{
    std::error_code error;
    m_target = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : path;
    const auto status = fs::status(m_target, error);
    if (fs::is_directory(status))
        throw WriteError(path, record::message("is a folder; expected the name of a file"));
    m_part = m_target;
    if (!fs::exists(status) || fs::is_regular_file(status))
        m_part += ".part";
    m_descriptor = ::open(m_part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (m_descriptor < 0)
        fail(record::messagePattern("cannot be created"), errno);
}

PartFile::~PartFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    std::error_code ignored;
    if (!m_part.empty() && m_part != m_target)
        fs::remove(m_part, ignored);
}

void PartFile::write(std::string_view bytes)
{
    m_unwritten += bytes;
    if (m_unwritten.size() >= kBufferBytes)
        writeOut();
}

void PartFile::writeOut()
{
    std::string_view rest = m_unwritten;
    while (!rest.empty()) {
        const ssize_t written = ::write(m_descriptor, rest.data(), rest.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            fail(record::messagePattern("cannot be written"), written < 0 ? errno : EIO);
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    m_unwritten.clear();
}

void PartFile::close()
{
    if (m_descriptor < 0)
        return;
    writeOut();
    m_unwritten.shrink_to_fit();
    if (::close(std::exchange(m_descriptor, -1)) != 0)
        fail(record::messagePattern("cannot be written"), errno);
}

void PartFile::commit()
{
    close();
    std::error_code error;
    if (m_part != m_target)
        fs::rename(m_part, m_target, error);
    if (error)
        fail(record::messagePattern("cannot be written"), error.value());
    m_part.clear();
}

void PartFile::fail(const char *what, int error) const
{
    throw WriteError(m_path, record::message("%1: %2", record::messageOfPattern(what), record::systemError(error)));
}

void writeWhole(const fs::path &path, std::string_view bytes)
{
    PartFile file(path);
    file.write(bytes);
    file.commit();
}

} // namespace lensboard::bytes
