#pragma once

#include "core/dataset/byte_source.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace lensboard::dataset {

/// A ZIP archive's members, stored or deflated, with ZIP64.
///
/// Errors: DatasetError naming the file, the byte and what was expected.
/// Source: PKWARE's APPNOTE 6.3.
class ZipFile
{
public:
    /// \p key is the setting that names it.
    ZipFile(const std::filesystem::path &path, const std::string &expected, const std::string &key);

    bool has(const std::string &name) const { return m_members.contains(name); }
    /// All names, comma-separated.
    std::string names() const;
    /// Its bytes; their length and checksum are checked where they end.
    std::unique_ptr<ByteSource> open(const std::string &name) const;

private:
    struct Member
    {
        std::uint16_t flags = 0;
        std::uint16_t method = 0;
        std::uint32_t checksum = 0;
        std::uint64_t packed = 0;
        std::uint64_t size = 0;
        std::uint64_t header = 0; ///< where its local header stands
    };

    void readDirectory(const std::string &directory);

    std::filesystem::path m_path;
    std::uint64_t m_size = 0;
    std::map<std::string, Member> m_members;
};

} // namespace lensboard::dataset
