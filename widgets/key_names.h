#pragma once

#include <QString>

#include <string>

namespace lensboard::widgets {

/// What a key or a kind of an experiment's JSON is called in English: "log_scale" is "Log scale", "ParameterNorm" is
/// "Parameter Norm", "lr" is "Learning rate".
QString englishName(const std::string &key);

/// The same in the language of the window.
QString keyName(const std::string &key);
QString kindName(const std::string &kind);

/// For tips beside such a name: what JSON has there.
QString jsonHint(const std::string &key);

} // namespace lensboard::widgets
