#include "core/dataset/byte_file.h"

#include "core/dataset/data_file.h"
#include "core/record/message.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace lensboard::dataset {

namespace fs = std::filesystem;

struct ByteFile::Private
{
    std::string prefix; ///< prefix of zlib's messages
    std::unique_ptr<gzFile_s, int (*)(gzFile)> file{nullptr, gzclose};
    std::uintmax_t size = 0; ///< on disk

    std::string errorText(int &code) const
    {
        const std::string text = gzerror(file.get(), &code);
        return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
    }
};

ByteFile::ByteFile(const fs::path &path, const record::Message &expected, const std::string &key)
    : ByteSource(path.string()), d(std::make_unique<Private>())
{
    d->size = dataFileSize(path, expected, key);
    d->prefix = path.string() + ": ";
    d->file.reset(gzopen(path.c_str(), "rb"));
    if (!d->file)
        throw DatasetError(record::message("%1: cannot be opened: %2", path.string(), record::systemError(errno)));
    gzbuffer(d->file.get(), 1 << 18);
}

ByteFile::~ByteFile() = default;

std::size_t ByteFile::take(std::uint8_t *to, std::size_t size)
{
    constexpr std::size_t kPiece = 1 << 30;
    const int got = gzread(d->file.get(), to, static_cast<unsigned>(std::min(size, kPiece)));
    if (got > 0)
        return static_cast<std::size_t>(got);
    int code = Z_OK;
    const std::string message = d->errorText(code);
    if (code == Z_ERRNO)
        fail(record::message("cannot be read on (%1)", message));
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
        fail(record::message("the gzip data from here on are damaged (%1); get the file anew", message));
    return 0;
}

void ByteFile::checkEnd()
{
    int code = Z_OK;
    const std::string message = d->errorText(code);
    if (code != Z_OK && code != Z_STREAM_END)
        fail(record::message("the gzip data are cut short or damaged (%1); get the file anew", message));
}

std::size_t ByteFile::most() const
{
    return d->size * (gzdirect(d->file.get()) ? 1 : kMaxDeflated);
}

double ByteFile::share() const
{
    const auto offset = static_cast<double>(gzoffset(d->file.get()));
    return d->size ? std::clamp(offset / static_cast<double>(d->size), 0.0, 1.0) : 1;
}

} // namespace lensboard::dataset
