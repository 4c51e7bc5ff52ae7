#pragma once

#include "core/record/run_info.h"

#include <filesystem>
#include <map>
#include <string>

namespace lensboard::store {

/// Names and notes of runs that cannot be written into, those of other tools: labels.json beside Lensboard's own runs,
/// by their paths.
/// Thread: one at a time; several processes may write the file.
class LabelFile
{
public:
    /// \p path of the file; empty: the user's.
    explicit LabelFile(std::filesystem::path path = {});

    const std::filesystem::path &path() const { return m_path; }
    /// Reads the file again if it changed. Returns true if it did.
    bool refresh();
    /// Empty if it has none.
    record::RunLabel label(const std::filesystem::path &run) const;
    /// An empty label is taken away.
    /// Errors: RunFileError if it is too long, or the file cannot be written or is damaged.
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
