#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// Whether \p folder is a run in MLflow's file store, EXPERIMENT/RUN: its meta.yaml says so.
bool isMlflowRun(const std::filesystem::path &folder);

/// Whether a file that begins with \p firstBytes may be a metric of such a run: lines of milliseconds, value and step.
bool isMlflowMetric(std::string_view firstBytes);

/// What a meta.yaml has on one line each, by key; empty if it cannot be read.
std::map<std::string, std::string> mlflowMeta(const std::filesystem::path &file);

/// The files in \p folder and below, by their paths from there: names of metrics and parameters may have slashes.
/// Empty if it is not there. At most 100,000.
std::map<std::string, std::filesystem::path> filesByName(const std::filesystem::path &folder);

/// The beginning of a file of text, without what is blank at its ends.
std::string shortText(const std::filesystem::path &file, std::size_t most);

} // namespace lensboard::imports
