#pragma once

#include <cstdint>
#include <string_view>

namespace lensboard::remote {

/// Hash of the data that both sides of a connection know. Takes whole numbers, not bytes, since there may be millions of ticks.
/// Source: FNV-1a.
class Fingerprint
{
public:
    void add(std::uint64_t number)
    {
        m_hash = (m_hash ^ number) * kPrime;
        m_hash ^= m_hash >> 32;
    }
    void addText(std::string_view text)
    {
        add(text.size());
        for (const char byte : text)
            m_hash = (m_hash ^ static_cast<unsigned char>(byte)) * kPrime;
    }
    std::uint64_t value() const { return m_hash; }

    bool operator==(const Fingerprint &) const = default;

private:
    static constexpr std::uint64_t kPrime = 0x100000001b3;

    std::uint64_t m_hash = 0xcbf29ce484222325;
};

} // namespace lensboard::remote
