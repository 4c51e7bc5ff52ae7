#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <vector>

namespace lensboard::imports {

/// Decides whether a folder's event files are one run or have several writers (ranks of a training, runs in the same folder).
/// In the latter case each file is a run. Uses TensorboardRun's rules for overlapping files.
///
/// Reads files only in folders with more than one. Caches results per file; of a grown file only new data are read.
/// Thread: one at a time.
class TensorboardWriters
{
public:
    TensorboardWriters();
    ~TensorboardWriters();

    /// \p files are the files of a folder, sorted by time. Returns false if \p stop is requested before the answer is known.
    bool areSeveral(const std::vector<std::filesystem::path> &files, const std::stop_token &stop = {});

private:
    struct File;

    const File &read(const std::filesystem::path &path, const std::stop_token &stop);

    std::map<std::filesystem::path, std::unique_ptr<File>> m_files;
};

} // namespace lensboard::imports
