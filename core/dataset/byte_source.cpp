#include "core/dataset/byte_source.h"

#include "core/record/message.h"

namespace lensboard::dataset {

std::size_t ByteSource::readSome(std::uint8_t *to, std::size_t size)
{
    std::size_t got = 0;
    while (got < size) {
        const std::size_t more = take(to + got, size - got);
        if (more == 0)
            break;
        got += more;
        m_position += more;
    }
    return got;
}

void ByteSource::read(std::uint8_t *to, std::size_t size, const record::Message &expected)
{
    if (readSome(to, size) < size)
        fail(record::message("the file ends, expected %1; get the file anew", expected));
}

bool ByteSource::atEnd()
{
    std::uint8_t byte = 0;
    if (take(&byte, 1) > 0)
        return false;
    checkEnd();
    return true;
}

void ByteSource::fail(const record::Message &what) const
{
    throw DatasetError(record::message("%1: byte %2: %3", m_name, m_position, what));
}

} // namespace lensboard::dataset
