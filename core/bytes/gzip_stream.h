#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace lensboard::bytes {

/// Unpacks gzip data as they come: one member or several, one after the other.
class GzipStream
{
public:
    /// Data that unpack to more than kFree bytes and so many times their size are none of ours.
    static constexpr std::uint64_t kFree = std::uint64_t{16} << 20;
    static constexpr std::uint64_t kMostTimes = 100;

    GzipStream();
    ~GzipStream();

    static bool isGzip(std::string_view beginning);
    /// Whether there are too few bytes to decide.
    static bool mayBecomeGzip(std::string_view beginning);

    /// \p bytes follow those that were handed in before.
    void feed(std::string_view bytes);
    /// Appends what was handed in, at most \p most bytes of it. False if that is nothing.
    bool unpack(std::string &out, std::size_t most);

    /// Whether something was handed in that was not all there.
    bool isCut() const;
    /// What is wrong with the data, behind which nothing is unpacked; empty if all is well.
    const std::string &damage() const { return m_damage; }
    /// Bytes from the damage on.
    std::uint64_t lost() const { return m_lost; }

private:
    struct Inflater;

    bool beginMember();
    void giveUp(const std::string &damage);

    std::unique_ptr<Inflater> m_inflater;
    std::string m_input;
    std::size_t m_taken = 0; ///< of the input
    std::uint64_t m_fed = 0;
    std::uint64_t m_unpacked = 0;
    bool m_inMember = false;
    std::string m_damage;
    std::uint64_t m_lost = 0;
};

/// A file's name without the ".gz" of a packed one.
std::filesystem::path unpackedName(const std::filesystem::path &path);

/// The beginning of what gzip data hold that begin so; \p firstBytes themselves if they are none.
std::string unpackedBeginning(std::string_view firstBytes);

} // namespace lensboard::bytes
