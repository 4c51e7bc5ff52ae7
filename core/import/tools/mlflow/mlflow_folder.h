#pragma once

#include "core/record/message.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// Returns true if the meta.yaml in \p folder shows that it is a run of MLflow's file store, EXPERIMENT/RUN.
bool isMlflowRun(const std::filesystem::path &folder);

/// Returns a message if \p folder looks like a run of MLflow, with metrics in an experiment, but has no meta.yaml; otherwise an empty string.
record::Message whyNoMlflowRun(const std::filesystem::path &folder);

/// Returns true if a file that begins with \p firstBytes may be an MLflow metric: lines of milliseconds, value and step.
bool isMlflowMetric(std::string_view firstBytes);

/// Returns the single-line entries of a meta.yaml by key; empty if the file cannot be read.
std::map<std::string, std::string> mlflowMeta(const std::filesystem::path &file);

/// Returns the files in \p folder and below by relative path, because names of metrics and parameters may contain slashes.
/// Empty if the folder does not exist. At most 100,000.
std::map<std::string, std::filesystem::path> filesByName(const std::filesystem::path &folder);

/// Returns the beginning of a text file, trimmed.
std::string shortText(const std::filesystem::path &file, std::size_t most);

} // namespace lensboard::imports
