#include "core/bytes/whole_file.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace lensboard::bytes {

namespace fs = std::filesystem;

template <typename Bytes>
Bytes wholeFile(const fs::path &path, const record::Message &expected, std::uintmax_t largest)
{
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found)
        throw record::Error(record::message("no such file"));
    if (fs::is_directory(status))
        throw record::Error(record::message("is a folder, expected %1", expected));
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw record::Error(record::message("is no regular file, expected %1", expected));
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw record::Error(record::message("cannot be read: %1", record::systemError(errno)));
    const std::uintmax_t size = fs::file_size(path, error);
    if (!error && size > largest)
        throw record::Error(record::message("has %1 bytes, expected %2 of at most %3", size, expected, largest));
    Bytes bytes(error ? 0 : size, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

template std::string wholeFile(const fs::path &, const record::Message &, std::uintmax_t);
template std::vector<char> wholeFile(const fs::path &, const record::Message &, std::uintmax_t);

} // namespace lensboard::bytes
