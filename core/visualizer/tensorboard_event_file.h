#pragma once

#include <filesystem>
#include <string>

namespace lensboard::tensorboard {
class Event;
}

namespace lensboard::visualizer {

/// A growing event file: events.out.tfevents.<seconds since 1970>.<host>.<process>.<number>.
///
/// Open only during flush(), so that many series need no file descriptors and a deleted file is noticed. Writes complete records in order; if the
/// process is killed, the file may end within a record.
class TensorboardEventFile
{
public:
    /// Writes nothing yet. \p startedSeconds: start of the recorded data, since 1970-01-01 UTC.
    TensorboardEventFile(std::filesystem::path folder, double startedSeconds);

    void append(const tensorboard::Event &event);
    /// Writes the appended events; the first call creates the folder and the file.
    /// Errors: std::runtime_error naming path and cause; unwritten events are kept for the next call.
    void flush();

    const std::filesystem::path &path() const { return m_path; } ///< empty before the first flush()

private:
    void create();

    std::filesystem::path m_folder;
    std::filesystem::path m_path;
    std::string m_unwritten;
};

} // namespace lensboard::visualizer
