#pragma once

#include "core/dataset/read_report.h"
#include "core/session/trainer.h"

#include <filesystem>

namespace lensboard::dataset {

/// Returns a callback that reports the progress of reading \p path to \p report: "reading digits.csv, 43 %".
ReadReport fileActivity(const session::ProgressReport &report, const std::filesystem::path &path);

} // namespace lensboard::dataset
