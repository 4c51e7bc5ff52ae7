#pragma once

#include <string>

namespace lensboard::app {

/// `lensboard export --csv`: a CSV file per tag; prints their paths.
int exportCsv(const std::string &run, const std::string &folder);

/// `lensboard export --tensorboard`: event files for TensorBoard; prints their paths.
int exportTensorboard(const std::string &run, const std::string &folder);

/// `lensboard export --png`: the dashboard as one picture. Needs a QApplication.
int exportPng(const std::string &run, const std::string &picture, int width);

} // namespace lensboard::app
