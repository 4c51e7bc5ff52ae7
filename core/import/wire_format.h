#pragma once

#include <google/protobuf/io/coded_stream.h>

#include <cstdint>
#include <string_view>

/// Reads protobuf messages field by field, without a copy and with memory that does not depend on their content.
namespace lensboard::imports::wire {

using google::protobuf::io::CodedInputStream;

enum class Wire : std::uint32_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

/// Returns the tag of a field.
constexpr std::uint32_t field(std::uint32_t number, Wire wire)
{
    return number << 3 | static_cast<std::uint32_t>(wire);
}

/// Reads a field of kind Bytes. \p bytes is a view of the message. Returns false if the message ends before it.
bool readBytes(CodedInputStream &in, std::string_view &bytes);
/// Skips a field. Returns false if it is invalid.
bool skip(CodedInputStream &in, std::uint32_t tag);

/// Calls \p visit with each field of a message; it must read or skip the field. Returns false if it does, or if the message is invalid.
template <typename Visit>
bool walk(std::string_view message, Visit visit)
{
    CodedInputStream in(reinterpret_cast<const std::uint8_t *>(message.data()), static_cast<int>(message.size()));
    while (const std::uint32_t tag = in.ReadTag())
        if (!visit(in, tag))
            return false;
    return in.ConsumedEntireMessage();
}

} // namespace lensboard::imports::wire
