#pragma once

#include <QString>

#include <string>

namespace lensboard::widgets {

/// Converts UTF-8 of core to QString.
inline QString text(const std::string &utf8)
{
    return QString::fromStdString(utf8);
}

} // namespace lensboard::widgets
