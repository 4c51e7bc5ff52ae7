#pragma once

#include "core/record/frame.h"
#include "core/record/message.h"
#include "core/store/columns/column.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

/// The .lbrun file: an SQLite database, described in resources/design/run-file.md.
namespace lensboard::store {

/// A run file that cannot be written or read: which, why, and what to do.
class RunFileError : public std::runtime_error
{
public:
    RunFileError(const std::filesystem::path &path, const std::string &what)
        : std::runtime_error(record::message("%1: %2", path.string(), what))
    {}
};

/// A run file that was replaced while it was read, or written on a file system without locks: the next try may succeed.
class RunFileBusy : public RunFileError
{
public:
    using RunFileError::RunFileError;
};

namespace run_file {

constexpr std::int64_t kApplicationId = 0x4C425231; // "LBR1", at byte 68 of the file
constexpr std::int64_t kFormatVersion = 6; ///< the newest
constexpr std::int64_t kOldestChangeable = 2; ///< format 1 is only read
constexpr std::int64_t kFirstWithTimes = 4; ///< values may have times of their own; the format of a new file
constexpr std::int64_t kFirstThinned = 5;   ///< chunks may be thinned while a run is recorded, so their numbers have gaps
constexpr std::int64_t kFirstWithParts = 6; ///< tensors may have parts; the first such tensor changes the format of its file
constexpr std::size_t kFramesInJournal = 1024; ///< then it becomes chunks
constexpr std::size_t kValuesInARow = std::size_t{1} << 20; ///< of the journal, at most, but for a single frame

constexpr std::size_t kSinglesInARow = std::size_t{8} << 20; ///< of a tensor; the rest is in parts
constexpr double kLatestSeconds = 253402300799; ///< since 1970: the end of the year 9999

extern const char *const kSchema;
extern const char *const kPartsSchema; ///< from kFirstWithParts on, besides
extern const char *const kSchema1; ///< of format 1

/// Of a series' chunk, and of its readings; with a frame, of its tensor.
constexpr std::int64_t chunkId(std::uint32_t series, std::size_t number)
{
    return std::int64_t{series} << 32 | static_cast<std::int64_t>(number);
}

using Bytes = std::vector<std::byte>;

/// Frames that follow each other and measured the same series: a row of the journal.
struct Block
{
    std::vector<record::TickStamp> ticks;
    std::vector<std::uint32_t> series;
    std::vector<double> values; ///< frame by frame
    std::vector<double> wallSeconds = {}; ///< of each value, NaN for that of its tick; empty if all are
};

// What rows hold, as bytes whose order does not depend on the machine (little-endian).
Bytes packTicks(std::span<const record::TickStamp> ticks); ///< four int64 and a float64 each
Bytes packIndices(std::span<const std::uint32_t> indices);
Bytes packValues(std::span<const double> values);
Bytes packSingles(std::span<const float> values);
Bytes packSizes(std::span<const std::int64_t> sizes);
Bytes packPyramid(const Chunk::Pyramid &pyramid); ///< two float64 and a byte of flags a node, level by level

// Errors: std::invalid_argument if the length is not one that can be.
std::vector<record::TickStamp> unpackTicks(std::span<const std::byte> bytes);
std::vector<std::uint32_t> unpackIndices(std::span<const std::byte> bytes);
std::vector<double> unpackValues(std::span<const std::byte> bytes);
std::vector<float> unpackSingles(std::span<const std::byte> bytes);
std::vector<std::int64_t> unpackSizes(std::span<const std::byte> bytes);
stats::Extent unpackExtent(std::span<const std::byte> bytes); ///< a single node
/// Levels from \p finest on.
Chunk::Pyramid unpackPyramid(std::span<const std::byte> bytes, std::size_t valueCount, std::size_t finest = 0);
/// Of format 1, whose journal has a row per frame: uint32 series and float64 value, in pairs.
std::vector<record::SeriesValue> unpackReadings(std::span<const std::byte> bytes);

} // namespace run_file
} // namespace lensboard::store
