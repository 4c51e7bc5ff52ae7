#pragma once

#include <filesystem>
#include <string>

namespace lensboard::tensorboard {
class Event;
}

namespace lensboard::visualizer {

/// An event file that grows: events.out.tfevents.<seconds since 1970>.<host>.<process>.<number>.
///
/// It is open only while flush() writes, so that many series take no descriptors, and a file that was taken away is
/// noticed. Whole records are written in order; a process that is killed leaves a file that ends within one.
class TensorboardEventFile
{
public:
    /// Writes nothing yet. \p startedSeconds: when what it holds began, since 1970-01-01 UTC.
    TensorboardEventFile(std::filesystem::path folder, double startedSeconds);

    void append(const tensorboard::Event &event);
    /// Writes what was appended; the first time, makes the folder and the file.
    /// Errors: std::runtime_error naming path and cause; what was not written waits for the next call.
    void flush();

    const std::filesystem::path &path() const { return m_path; } ///< empty before the first flush()

private:
    void create();

    std::filesystem::path m_folder;
    std::filesystem::path m_path;
    std::string m_unwritten;
};

} // namespace lensboard::visualizer
