#pragma once

#include <QString>

#include <string>

namespace lensboard::widgets {

/// English name of a key or kind of an experiment's JSON: "log_scale" is "Log scale", "ParameterNorm" is "Parameter Norm", "lr"
/// is "Learning rate".
QString englishName(const std::string &key);

/// Name of a key in the window's language.
QString keyName(const std::string &key);
QString kindName(const std::string &kind);

/// Tool tip text beside a name: its key in JSON.
QString jsonHint(const std::string &key);

} // namespace lensboard::widgets
