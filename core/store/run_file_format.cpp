#include "core/store/run_file_format.h"

#include <bit>

namespace lensboard::store::run_file {

const char *const kSchema = R"(
CREATE TABLE info (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE layer (position INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, leaf INTEGER NOT NULL,
                    parameters TEXT NOT NULL);
CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, lens TEXT NOT NULL, kind TEXT NOT NULL,
                  quantity TEXT NOT NULL, big INTEGER NOT NULL, log_y INTEGER NOT NULL, annotate INTEGER NOT NULL, y_low REAL, y_high REAL);
CREATE TABLE series (id INTEGER PRIMARY KEY, tag INTEGER NOT NULL, layer TEXT NOT NULL, label TEXT NOT NULL,
                     role INTEGER NOT NULL);
CREATE TABLE tick (frame INTEGER PRIMARY KEY, tick INTEGER NOT NULL, epoch INTEGER NOT NULL, step INTEGER NOT NULL,
                   samples INTEGER NOT NULL, wall REAL NOT NULL);
CREATE TABLE journal (frame INTEGER PRIMARY KEY, readings BLOB NOT NULL);
CREATE TABLE chunk (series INTEGER NOT NULL, first INTEGER NOT NULL, frames BLOB, readings BLOB NOT NULL,
                    PRIMARY KEY (series, first)) WITHOUT ROWID;
CREATE TABLE event (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, step INTEGER NOT NULL, wall REAL NOT NULL,
                    message TEXT NOT NULL);
)";

namespace {

template <typename Unsigned>
void append(std::vector<std::byte> &bytes, Unsigned value)
{
    for (std::size_t i = 0; i < sizeof value; ++i)
        bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
}

template <typename Unsigned>
Unsigned take(std::span<const std::byte> bytes, std::size_t at)
{
    Unsigned value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i)
        value |= static_cast<Unsigned>(bytes[at + i]) << (8 * i);
    return value;
}

constexpr std::size_t kReadingSize = sizeof(std::uint32_t) + sizeof(double);

std::size_t elementCount(std::span<const std::byte> bytes, std::size_t elementSize)
{
    if (bytes.size() % elementSize)
        throw std::invalid_argument("a blob of " + std::to_string(bytes.size()) + " bytes, expected a multiple of "
                                    + std::to_string(elementSize));
    return bytes.size() / elementSize;
}

} // namespace

std::vector<std::byte> packReadings(std::span<const record::SeriesValue> values)
{
    std::vector<std::byte> bytes;
    bytes.reserve(values.size() * kReadingSize);
    for (const auto &[series, value] : values) {
        append(bytes, series);
        append(bytes, std::bit_cast<std::uint64_t>(value));
    }
    return bytes;
}

std::vector<std::byte> packValues(std::span<const double> values)
{
    std::vector<std::byte> bytes;
    bytes.reserve(values.size() * sizeof(double));
    for (const double value : values)
        append(bytes, std::bit_cast<std::uint64_t>(value));
    return bytes;
}

std::vector<std::byte> packFrames(std::span<const std::uint32_t> frames)
{
    std::vector<std::byte> bytes;
    bytes.reserve(frames.size() * sizeof(std::uint32_t));
    for (const std::uint32_t frame : frames)
        append(bytes, frame);
    return bytes;
}

std::vector<record::SeriesValue> unpackReadings(std::span<const std::byte> bytes)
{
    std::vector<record::SeriesValue> values(elementCount(bytes, kReadingSize));
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i].series = take<std::uint32_t>(bytes, i * kReadingSize);
        values[i].value = std::bit_cast<double>(
            take<std::uint64_t>(bytes, i * kReadingSize + sizeof(std::uint32_t)));
    }
    return values;
}

std::vector<double> unpackValues(std::span<const std::byte> bytes)
{
    std::vector<double> values(elementCount(bytes, sizeof(double)));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::bit_cast<double>(take<std::uint64_t>(bytes, i * sizeof(double)));
    return values;
}

std::vector<std::uint32_t> unpackFrames(std::span<const std::byte> bytes)
{
    std::vector<std::uint32_t> frames(elementCount(bytes, sizeof(std::uint32_t)));
    for (std::size_t i = 0; i < frames.size(); ++i)
        frames[i] = take<std::uint32_t>(bytes, i * sizeof(std::uint32_t));
    return frames;
}

} // namespace lensboard::store::run_file
