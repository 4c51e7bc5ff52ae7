#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::model {

/// The entries of a zip file in memory. Trusts nothing in it: every place, length and checksum is checked.
class ZipArchive
{
public:
    struct Entry
    {
        std::string name;
        std::string_view stored; ///< as it lies in the file
        std::uint64_t size = 0;  ///< uncompressed
        std::uint32_t crc = 0;
        bool deflated = false;
    };

    static bool isZip(std::string_view bytes);

    /// \p bytes outlive it.
    /// Errors: std::runtime_error that says what is damaged, and at which byte.
    explicit ZipArchive(std::string_view bytes);

    const std::vector<Entry> &entries() const { return m_entries; }
    /// Null if there is none whose name ends so, after a slash.
    const Entry *find(std::string_view ending) const;
    /// Errors: std::runtime_error if the entry is damaged, or has more than \p most bytes.
    std::string read(const Entry &entry, std::uint64_t most) const;
    /// Reads all of every entry.
    /// Errors: std::runtime_error naming the entry that is damaged.
    void verify() const;

private:
    std::vector<Entry> m_entries;
};

} // namespace lensboard::model
