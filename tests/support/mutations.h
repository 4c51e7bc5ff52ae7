#pragma once

#include "core/bytes/tfrecord.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

/// Makes invalid inputs from valid ones, reproducibly for a seed.
namespace lensboard::test {

using Random = std::mt19937;

inline std::size_t below(Random &random, std::size_t bound)
{
    return bound == 0 ? 0 : random() % bound;
}

/// Makes a few changes at random places: bits, bytes, critical numbers, and removed, doubled or moved pieces.
inline std::string mutatedBytes(std::string bytes, Random &random)
{
    static constexpr std::array<std::uint64_t, 9> kNumbers = {0, 1, 0x7F, 0xFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF};
    for (std::size_t changes = 1 + below(random, 6); changes > 0; --changes) {
        const std::size_t at = below(random, bytes.size()), length = std::min(1 + below(random, 40), bytes.size() - at);
        const std::string piece = bytes.substr(at, length);
        switch (bytes.empty() ? 4 : below(random, 6)) {
        case 0: bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(random, 8))); break;
        case 1: bytes[at] = static_cast<char>(random()); break;
        case 2: std::memcpy(bytes.data() + at, &kNumbers[below(random, kNumbers.size())], std::min<std::size_t>(length, 8)); break;
        case 3: bytes.erase(at, length); break;
        case 4: bytes.insert(below(random, bytes.size() + 1), piece + static_cast<char>(random())); break;
        default: bytes.insert(below(random, bytes.size()), piece); break;
        }
    }
    return bytes;
}

inline std::uint64_t numberAt(const std::string &bytes, std::size_t at, std::size_t size)
{
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data() + at, size);
    return number;
}

/// Returns the records of an event file, up to the first invalid length.
inline std::vector<std::string> recordsOf(const std::string &bytes)
{
    std::vector<std::string> records;
    for (std::size_t at = 0; bytes.size() - at >= 16;) {
        const std::uint64_t length = numberAt(bytes, at, 8);
        if (length > bytes.size() - at - 16)
            break;
        records.push_back(bytes.substr(at + 12, length));
        at += 16 + length;
    }
    return records;
}

/// Returns pickles of protocol 4, one frame each, without the frame's length.
inline std::vector<std::string> picklesOf(const std::string &bytes)
{
    constexpr std::size_t kHead = 3 + 8;
    std::vector<std::string> pickles;
    for (std::size_t at = 0; bytes.size() - at >= kHead && bytes.compare(at, 3, "\x80\x04\x95") == 0;) {
        const std::uint64_t length = numberAt(bytes, at + 3, 8);
        if (length > bytes.size() - at - kHead)
            break;
        pickles.push_back(bytes.substr(at + kHead, length));
        at += kHead + length;
    }
    return pickles;
}

/// Changes one part, or the order of parts.
inline void mutateParts(std::vector<std::string> &parts, Random &random)
{
    if (parts.empty())
        return;
    std::string &part = parts[below(random, parts.size())];
    part = below(random, 8) == 0 ? parts[below(random, parts.size())] : mutatedBytes(part, random);
    if (below(random, 8) == 0)
        std::swap(parts.front(), parts[below(random, parts.size())]);
}

/// Returns an event file with correct lengths and checksums around mutated content.
inline std::string mutatedEvents(const std::string &bytes, Random &random)
{
    std::vector<std::string> records = recordsOf(bytes);
    mutateParts(records, random);
    std::string mutated;
    for (const std::string &data : records)
        bytes::appendTfRecord(mutated, data);
    return mutated;
}

/// Returns a recording with mutated frames of correct length.
inline std::string mutatedPickles(const std::string &bytes, Random &random)
{
    std::vector<std::string> pickles = picklesOf(bytes);
    mutateParts(pickles, random);
    std::string mutated;
    for (const std::string &pickle : pickles) {
        const std::uint64_t length = pickle.size();
        mutated += "\x80\x04\x95";
        mutated.append(reinterpret_cast<const char *>(&length), sizeof length) += pickle;
    }
    return mutated;
}

/// Returns a text with the line structure kept, and lines changed or reordered.
inline std::string mutatedLines(const std::string &text, Random &random)
{
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size(); at += lines.back().size())
        lines.push_back(text.substr(at, std::min(text.find('\n', at), text.size() - 1) - at + 1));
    mutateParts(lines, random);
    std::string mutated;
    for (const std::string &line : lines)
        mutated += line;
    return mutated;
}

/// Changes bytes within a page, or swaps pages, so that other bytes keep their positions.
inline std::string mutatedPages(std::string bytes, std::size_t pageSize, Random &random)
{
    for (std::size_t changes = 1 + below(random, 3); changes > 0 && bytes.size() >= pageSize; --changes) {
        const std::size_t pages = bytes.size() / pageSize, at = below(random, pages) * pageSize;
        std::string page = bytes.substr((below(random, 8) == 0 ? below(random, pages) : at / pageSize) * pageSize, pageSize);
        page = mutatedBytes(page, random);
        page.resize(pageSize);
        bytes.replace(at, pageSize, page);
    }
    return bytes;
}

/// For a fuzzer's mutator: overwrites \p bytes with \p with, cut to \p most bytes. Returns the new size.
inline std::size_t replace(std::uint8_t *bytes, std::size_t most, const std::string &with)
{
    const std::size_t size = std::min(most, with.size());
    std::memcpy(bytes, with.data(), size);
    return size;
}

} // namespace lensboard::test
