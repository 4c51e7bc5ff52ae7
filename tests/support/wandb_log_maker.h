#pragma once

#include "tests/support/mutations.h"

#include <zlib.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::test {

/// A log of W&B: blocks of 32 KiB with fragments of records.
class WandbLogMaker
{
public:
    static constexpr std::size_t kBlock = 32768, kHead = 7;

    std::string bytes{":W&B\xe1\xbe\0", kHead};

    void add(std::string_view record)
    {
        for (bool isFirst = true; isFirst || !record.empty(); isFirst = false) {
            std::size_t left = kBlock - bytes.size() % kBlock;
            if (left < kHead)
                bytes.append(left, '\0'), left = kBlock;
            const std::string_view piece = record.substr(0, left - kHead);
            record.remove_prefix(piece.size());
            const bool isLast = record.empty();
            addFragment(isFirst && isLast ? 1 : isFirst ? 2 : isLast ? 4 : 3, piece);
        }
    }

private:
    void addFragment(char type, std::string_view data)
    {
        const std::string content = type + std::string(data);
        const auto checksum = static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef *>(content.data()), static_cast<uInt>(content.size())));
        const auto size = static_cast<std::uint16_t>(data.size());
        bytes.append(reinterpret_cast<const char *>(&checksum), sizeof checksum).append(reinterpret_cast<const char *>(&size), sizeof size) += content;
    }
};

/// Returns a protobuf field of bytes.
inline std::string wandbField(int number, std::string_view content)
{
    std::string field;
    const auto varint = [&field](std::size_t value) {
        for (; value >= 0x80; value >>= 7)
            field += static_cast<char>(value | 0x80);
        field += static_cast<char>(value);
    };
    varint(static_cast<std::size_t>(number) << 3 | 2);
    varint(content.size());
    return field.append(content);
}

/// Returns a record with a row of history.
inline std::string wandbRow(const std::vector<std::pair<std::string, std::string>> &jsonByName)
{
    std::string row;
    for (const auto &[name, json] : jsonByName)
        row += wandbField(1, wandbField(2, name) + wandbField(16, json));
    return wandbField(2, row);
}

/// Returns a log with correct lengths and checksums around mutated fragments.
inline std::string mutatedWandbLog(const std::string &bytes, Random &random)
{
    std::vector<std::string> fragments;
    for (std::size_t at = WandbLogMaker::kHead; at + WandbLogMaker::kHead <= bytes.size();) {
        const std::size_t length = numberAt(bytes, at + 4, 2);
        if (length > bytes.size() - at - WandbLogMaker::kHead)
            break;
        fragments.push_back(bytes.substr(at + WandbLogMaker::kHead, length));
        at += WandbLogMaker::kHead + length;
    }
    mutateParts(fragments, random);
    WandbLogMaker log;
    for (const std::string &fragment : fragments)
        log.add(fragment);
    return log.bytes;
}

} // namespace lensboard::test
