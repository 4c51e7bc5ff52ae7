#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <vector>

namespace lensboard::imports {

/// Distinguishes folders whose event files are one run from those of several writers (ranks of a training, runs that were given
/// the same folder), of which each file is a run, by what TensorboardRun says of files that overlap.
///
/// Files are read for it where a folder has more than one; what is known of a file is kept, and of one that has grown
/// only what is new is read.
/// Thread: one at a time.
class TensorboardWriters
{
public:
    TensorboardWriters();
    ~TensorboardWriters();

    /// \p files are those of a folder, by their times. False if \p stop is requested before it is known.
    bool areSeveral(const std::vector<std::filesystem::path> &files, const std::stop_token &stop = {});

private:
    struct File;

    const File &read(const std::filesystem::path &path, const std::stop_token &stop);

    std::map<std::filesystem::path, std::unique_ptr<File>> m_files;
};

} // namespace lensboard::imports
