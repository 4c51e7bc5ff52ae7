#pragma once

#include <filesystem>
#include <vector>

namespace lensboard::store {

class Run;

/// Writes a CSV file per tag into \p folder: tick, epoch, step, samples, wall_time, then a column per series
/// named "layer/label". Numbers are the shortest that read back the same, non-finite ones nan, inf and -inf;
/// an empty cell was not measured. Gives the files.
///
/// Errors: std::runtime_error naming the file or folder that cannot be written.
std::vector<std::filesystem::path> exportCsv(const Run &run, const std::filesystem::path &folder);

} // namespace lensboard::store
