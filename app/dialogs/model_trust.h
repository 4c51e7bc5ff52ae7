#pragma once

#include "core/experiment/experiment.h"

#include <QString>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

class QWidget;

namespace lensboard::app {

/// Whether the model file \p path, a program, may run with this content: the user said so before, or is asked now.
bool mayRunModel(QWidget *window, const QString &path, const std::string &sha256);

/// The same of the content that the file has now, whose SHA-256 is returned for the run. Nothing if it may not, or,
/// with a message, if it cannot be read.
std::optional<std::string> trustedModel(QWidget *window, const QString &path);

/// The same of all that a training would run, by path.
std::optional<std::map<std::filesystem::path, std::string>> trustedPrograms(QWidget *window, const experiment::Experiment &experiment);

} // namespace lensboard::app
