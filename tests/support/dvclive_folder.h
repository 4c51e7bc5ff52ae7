#pragma once

#include <filesystem>

namespace lensboard::test {

/// Copies a table of a metric into a folder beside it, as DVCLive writes it, and returns the folder.
inline std::filesystem::path dvcliveFolderOf(const std::filesystem::path &table)
{
    namespace fs = std::filesystem;
    const fs::path folder = table.parent_path() / "dvclive", copy = folder / "plots/metrics/loss.tsv";
    fs::create_directories(copy.parent_path());
    fs::copy_file(table, copy, fs::copy_options::overwrite_existing);
    fs::last_write_time(copy, fs::last_write_time(table));
    return folder;
}

} // namespace lensboard::test
