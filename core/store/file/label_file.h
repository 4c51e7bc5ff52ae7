#pragma once

#include "core/record/run_info.h"

#include <filesystem>
#include <map>
#include <string>

namespace lensboard::store {

/// Names and notes of runs that cannot store them, such as other tools' runs. They are stored by path, in labels.json in the folder of
/// Lensboard's runs.
/// Thread: one at a time. Several processes may write the file.
class LabelFile
{
public:
    /// \p path of the file. If empty, uses the user's file.
    explicit LabelFile(std::filesystem::path path = {});

    const std::filesystem::path &path() const { return m_path; }
    /// Reads the file again if it has changed. Returns true if it has.
    bool refresh();
    /// Returns an empty label if the run has none.
    record::RunLabel label(const std::filesystem::path &run) const;
    /// Sets a label. An empty label removes the entry.
    /// Errors: RunFileError if the label is too long, the file cannot be written, or the file is damaged.
    void set(const std::filesystem::path &run, const record::RunLabel &label);

private:
    using Labels = std::map<std::string, record::RunLabel>;
    struct State
    {
        std::filesystem::file_time_type time;
        std::uintmax_t size = 0;
        bool operator==(const State &) const = default;
    };

    Labels read() const;
    void write(const Labels &labels) const;

    std::filesystem::path m_path;
    State m_state;
    Labels m_labels; ///< by canonical path
};

} // namespace lensboard::store
