#pragma once

#include <QString>

#include <string>

namespace lensboard::widgets {

/// Core's UTF-8 as Qt's text.
inline QString text(const std::string &utf8)
{
    return QString::fromStdString(utf8);
}

} // namespace lensboard::widgets
