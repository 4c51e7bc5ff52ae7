#include "core/import/wire_format.h"

namespace lensboard::imports::wire {

bool readBytes(CodedInputStream &in, std::string_view &bytes)
{
    std::uint32_t length = 0;
    const void *data = nullptr;
    int size = 0;
    if (!in.ReadVarint32(&length))
        return false;
    bytes = {};
    if (length == 0)
        return true;
    if (!in.GetDirectBufferPointer(&data, &size) || length > static_cast<std::uint32_t>(size))
        return false;
    bytes = {static_cast<const char *>(data), length};
    return in.Skip(static_cast<int>(length));
}

bool skip(CodedInputStream &in, std::uint32_t tag)
{
    std::uint64_t number = 0;
    std::string_view bytes;
    switch (static_cast<Wire>(tag & 7)) {
    case Wire::Varint: return in.ReadVarint64(&number);
    case Wire::Fixed64: return in.Skip(8);
    case Wire::Bytes: return readBytes(in, bytes);
    case Wire::Fixed32: return in.Skip(4);
    }
    return false;
}

} // namespace lensboard::imports::wire
