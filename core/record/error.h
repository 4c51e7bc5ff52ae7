#pragma once

#include "core/record/message.h"

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

namespace lensboard::record {

/// Base of exceptions that keep their message, see messageOf().
class HasMessage
{
public:
    virtual ~HasMessage() = default;

    /// Returns the message with its structure.
    const Message &message() const { return m_message; }

protected:
    /// Keeps \p message.
    explicit HasMessage(Message message) : m_message(std::move(message)) {}

private:
    Message m_message;
};

/// A std::runtime_error with a message.
class Error : public std::runtime_error, public HasMessage
{
public:
    /// The text of the exception is the English text of \p message.
    explicit Error(const Message &message) : std::runtime_error(message), HasMessage(message) {}
};

/// A std::invalid_argument with a message.
class InvalidArgument : public std::invalid_argument, public HasMessage
{
public:
    /// The text of the exception is the English text of \p message.
    explicit InvalidArgument(const Message &message) : std::invalid_argument(message), HasMessage(message) {}
};

/// Returns the message of \p error. For exceptions without a message, returns their text without structure.
inline Message messageOf(const std::exception &error)
{
    const auto *own = dynamic_cast<const HasMessage *>(&error);
    return own ? own->message() : Message(error.what());
}

} // namespace lensboard::record
