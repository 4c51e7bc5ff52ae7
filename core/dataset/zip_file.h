#pragma once

#include "core/bytes/zip_archive.h"
#include "core/dataset/byte_source.h"

#include <filesystem>
#include <memory>
#include <string>

namespace lensboard::dataset {

/// A ZIP archive of data.
///
/// Errors: DatasetError naming the file, the byte and what was expected.
class ZipFile
{
public:
    /// \p key is the setting that names it.
    ZipFile(const std::filesystem::path &path, const std::string &expected, const std::string &key);

    bool has(const std::string &name) const { return m_archive->find(name); }
    /// All names, comma-separated.
    std::string names() const;
    /// The bytes of an entry that it has; their length and checksum are checked where they end.
    std::unique_ptr<ByteSource> open(const std::string &name) const;

private:
    std::filesystem::path m_path;
    std::unique_ptr<bytes::ZipArchive> m_archive;
};

} // namespace lensboard::dataset
