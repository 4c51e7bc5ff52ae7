#include "core/dataset/zip_file.h"

#include "core/bytes/valid_utf8.h"
#include "core/dataset/data_file.h"
#include "core/record/error.h"
#include "core/record/message.h"

namespace lensboard::dataset {

namespace {

class ZipEntry final : public ByteSource
{
public:
    ZipEntry(std::string name, bytes::ZipArchive::Stream stream) : ByteSource(std::move(name)), m_stream(std::move(stream)) {}

    std::size_t most() const override { return m_stream.left(); }
    double share() const override { return m_stream.share(); }

protected:
    std::size_t take(std::uint8_t *to, std::size_t size) override
    {
        try {
            return m_stream.read(to, size);
        } catch (const bytes::ZipError &error) {
            fail(record::messageOf(error));
        }
    }

private:
    bytes::ZipArchive::Stream m_stream;
};

} // namespace

ZipFile::ZipFile(const std::filesystem::path &path, const record::Message &expected, const std::string &key) : m_path(path)
{
    dataFileSize(path, expected, key);
    try {
        m_archive = std::make_unique<bytes::ZipArchive>(bytes::ZipArchive::ofFile(path));
    } catch (const bytes::ZipError &error) {
        throw DatasetError(record::message("%1: %2; expected %3", path.string(), record::messageOf(error), expected));
    }
}

std::string ZipFile::names() const
{
    std::string text;
    for (const bytes::ZipArchive::Entry &entry : m_archive->entries())
        text += (text.empty() ? "" : ", ") + entry.name;
    return bytes::clipped(text, 500);
}

std::unique_ptr<ByteSource> ZipFile::open(const std::string &name) const
{
    try {
        return std::make_unique<ZipEntry>(m_path.string() + ", " + bytes::clipped(name, 200), m_archive->open(*m_archive->find(name)));
    } catch (const bytes::ZipError &error) {
        throw DatasetError(record::message("%1: %2", m_path.string(), record::messageOf(error)));
    }
}

} // namespace lensboard::dataset
