#pragma once

#include <QString>

#include <concepts>
#include <string>

namespace lensboard::record {
class Message;
}

namespace lensboard::widgets {

/// Converts UTF-8 of core to QString.
inline QString text(const std::string &utf8)
{
    return QString::fromStdString(utf8);
}

/// Deleted, because it would show English: use messageText().
template<std::same_as<record::Message> Message>
QString text(const Message &) = delete;

} // namespace lensboard::widgets
