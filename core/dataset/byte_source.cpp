#include "core/dataset/byte_source.h"

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

void ByteSource::read(std::uint8_t *to, std::size_t size, const std::string &expected)
{
    if (readSome(to, size) < size)
        fail("the file ends, expected " + expected + "; get the file anew");
}

bool ByteSource::atEnd()
{
    std::uint8_t byte = 0;
    if (take(&byte, 1) > 0)
        return false;
    checkEnd();
    return true;
}

void ByteSource::fail(const std::string &what) const
{
    throw DatasetError(m_name + ": byte " + std::to_string(m_position) + ": " + what);
}

} // namespace lensboard::dataset
