#pragma once

#include "core/experiment/experiment.h"

#include <QString>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

class QWidget;

namespace lensboard::app {

/// Returns true if the user trusts the model file \p path with this content, since it runs as a program. Asks if it is not
/// trusted yet.
bool mayRunModel(QWidget *window, const QString &path, const std::string &sha256);

/// Like mayRunModel() for the file's present content. Returns its SHA-256 for the run, or nullopt if the user refuses or, with a
/// message, if the file cannot be read.
std::optional<std::string> trustedModel(QWidget *window, const QString &path);

/// Like trustedModel() for all programs that a training would run. Returns the SHA-256 by path.
std::optional<std::map<std::filesystem::path, std::string>> trustedPrograms(QWidget *window, const experiment::Experiment &experiment);

} // namespace lensboard::app
