#pragma once

#include "core/record/message.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace lensboard::bytes {

/// Unpacks gzip data in pieces: one or more consecutive members.
class GzipStream
{
public:
    /// Rejects data that unpack to more than kFree bytes and more than kMaxTimes their size.
    static constexpr std::uint64_t kFree = std::uint64_t{16} << 20;
    static constexpr std::uint64_t kMaxTimes = 100;

    GzipStream();
    ~GzipStream();

    static bool isGzip(std::string_view beginning);
    /// Returns true if the buffer is too short to recognise the format.
    static bool mayBecomeGzip(std::string_view beginning);

    /// Appends \p bytes to the input.
    void feed(std::string_view bytes);
    /// Unpacks the input and appends at most \p most bytes to \p out. Returns false if there were none.
    bool unpack(std::string &out, std::size_t most);

    /// Returns true if the input ends within a member.
    bool isCut() const;
    /// Returns the fault in the data; empty if none. Nothing is unpacked after it.
    const record::Message &damage() const { return m_damage; }
    /// Returns the number of bytes from the fault to the end.
    std::uint64_t lost() const { return m_lost; }

private:
    struct Inflater;

    bool beginMember();
    void giveUp(const record::Message &damage);

    std::unique_ptr<Inflater> m_inflater;
    std::string m_input;
    std::size_t m_taken = 0; ///< bytes of the input used
    std::uint64_t m_fed = 0;
    std::uint64_t m_unpacked = 0;
    bool m_inMember = false;
    record::Message m_damage;
    std::uint64_t m_lost = 0;
};

/// Returns the file's name without ".gz".
std::filesystem::path unpackedName(const std::filesystem::path &path);

/// Returns the unpacked start of gzip data that begin with \p firstBytes; \p firstBytes unchanged if they are not gzip.
std::string unpackedBeginning(std::string_view firstBytes);

} // namespace lensboard::bytes
