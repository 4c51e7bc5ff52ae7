#pragma once

#include "core/bytes/zip_archive.h"
#include "core/dataset/byte_source.h"
#include "core/record/message.h"

#include <filesystem>
#include <memory>
#include <string>

namespace lensboard::dataset {

/// A ZIP archive with data.
///
/// Errors: DatasetError naming the file, the byte and the expected content.
class ZipFile
{
public:
    /// \p key is the setting that names the file.
    ZipFile(const std::filesystem::path &path, const record::Message &expected, const std::string &key);

    bool has(const std::string &name) const { return m_archive->find(name); }
    /// Returns all entry names, separated by commas.
    std::string names() const;
    /// Opens the existing entry \p name. Its length and checksum are verified at its end.
    std::unique_ptr<ByteSource> open(const std::string &name) const;

private:
    std::filesystem::path m_path;
    std::unique_ptr<bytes::ZipArchive> m_archive;
};

} // namespace lensboard::dataset
