#include "core/dataset/text_file.h"

#include "core/dataset/data_file.h"
#include "core/record/message.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

namespace lensboard::dataset {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLargestText = std::size_t{1} << 30;
constexpr std::size_t kPiece = 1 << 20;

std::string readBytes(const fs::path &path, const ReadReport &report)
{
    const std::uintmax_t size = dataFileSize(path, record::message("a text in UTF-8"), "dataset.path");
    if (size > kLargestText)
        fail(path, record::message("has %1 bytes, expected at most 1 GiB; take a part of it", size));
    std::ifstream file(path, std::ios::binary);
    if (!file)
        fail(path, record::message("cannot be opened: %1", record::systemError(errno)));
    std::string bytes;
    bytes.reserve(size);
    while (bytes.size() < size) {
        report(static_cast<double>(bytes.size()) / static_cast<double>(size) / 2);
        const std::size_t at = bytes.size();
        bytes.resize(at + std::min<std::size_t>(kPiece, size - at));
        if (!file.read(bytes.data() + at, static_cast<std::streamsize>(bytes.size() - at)))
            fail(path, record::message("byte %1: cannot be read on, expected %2 bytes",
                                       at + static_cast<std::size_t>(file.gcount()), size));
    }
    return bytes;
}

/// The code point at \p at and its length in bytes; invalid UTF-8 has length 0.
struct CodePoint
{
    std::int32_t value = 0;
    std::size_t bytes = 0;
};

CodePoint codePointAt(const std::string &text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const int lead = byte(at);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc0 || lead > 0xf4 || text.size() - at < bytes)
        return {};
    std::int32_t value = lead & (0x7f >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(at + i) & 0xc0) != 0x80)
            return {};
        value = value << 6 | (byte(at + i) & 0x3f);
    }
    constexpr std::int32_t kSmallest[] = {0x80, 0x800, 0x10000}; // longer encodings than necessary are invalid
    const bool surrogate = value >= 0xd800 && value <= 0xdfff;
    return value < kSmallest[bytes - 2] || value > 0x10ffff || surrogate ? CodePoint{} : CodePoint{value, bytes};
}

} // namespace

std::vector<std::int32_t> readText(const fs::path &path, const ReadReport &report)
{
    const std::string bytes = readBytes(path, report);
    std::vector<std::int32_t> characters;
    characters.reserve(static_cast<std::size_t>(
        std::count_if(bytes.begin(), bytes.end(), [](char byte) { return (byte & 0xc0) != 0x80; })));
    for (std::size_t at = bytes.starts_with("\xef\xbb\xbf") ? 3 : 0; at < bytes.size();) {
        if (characters.size() % kPiece == 0)
            report((1 + static_cast<double>(at) / static_cast<double>(bytes.size())) / 2);
        const CodePoint next = codePointAt(bytes, at);
        if (!next.bytes) {
            char found[8];
            std::snprintf(found, sizeof found, "0x%02x", static_cast<unsigned char>(bytes[at]));
            fail(path, record::message("byte %1: %2 begins no valid character, expected a text in UTF-8; convert it, as iconv "
                                       "does",
                                       at, found));
        }
        characters.push_back(next.value);
        at += next.bytes;
    }
    return characters;
}

} // namespace lensboard::dataset
