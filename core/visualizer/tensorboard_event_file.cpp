#include "core/visualizer/tensorboard_event_file.h"

#include "core/bytes/tfrecord.h"
#include "core/record/clock.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "tensorboard_event.pb.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace lensboard::visualizer {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path &path, const record::Message &what, int error)
{
    throw record::Error(record::message("%1: %2: %3", path.string(), what, record::systemError(error)));
}

std::string newName()
{
    static std::atomic<int> count = 0;
    std::array<char, 256> host{};
    gethostname(host.data(), host.size() - 1);
    return "events.out.tfevents." + std::to_string(static_cast<long long>(record::wallSeconds())) + '.' + host.data()
         + '.' + std::to_string(getpid()) + '.' + std::to_string(count++);
}

class Descriptor
{
public:
    Descriptor(const fs::path &path, int flags) : m_number(open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666))
    {
        if (m_number < 0)
            fail(path, record::message("cannot be written"), errno);
    }
    ~Descriptor() { close(m_number); }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;

    int number() const { return m_number; }

private:
    int m_number;
};

} // namespace

TensorboardEventFile::TensorboardEventFile(fs::path folder, double startedSeconds) : m_folder(std::move(folder))
{
    tensorboard::Event first;
    first.set_wall_time(startedSeconds);
    first.set_file_version("brain.Event:2");
    append(first);
}

void TensorboardEventFile::append(const tensorboard::Event &event)
{
    bytes::appendTfRecord(m_unwritten, event.SerializeAsString());
}

void TensorboardEventFile::flush()
{
    if (m_unwritten.empty())
        return;
    if (m_path.empty())
        create();
    const Descriptor file(m_path, O_APPEND);
    while (!m_unwritten.empty()) {
        const ssize_t written = write(file.number(), m_unwritten.data(), m_unwritten.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            fail(m_path, record::message("cannot be written"), written < 0 ? errno : EIO);
        m_unwritten.erase(0, static_cast<std::size_t>(written));
    }
}

void TensorboardEventFile::create()
{
    std::error_code error;
    fs::create_directories(m_folder, error);
    if (error)
        fail(m_folder, record::message("cannot be created"), error.value());
    const fs::path path = m_folder / newName();
    const Descriptor created(path, O_CREAT | O_EXCL);
    m_path = path;
}

} // namespace lensboard::visualizer
