#pragma once

#include "core/record/error.h"
#include "core/record/frame.h"
#include "core/store/columns/column.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

/// The format of .lbrun files: an SQLite database, described in resources/design/run-file.md.
namespace lensboard::store {

/// A run file cannot be written or read. The message has the path, the reason and a remedy.
class RunFileError : public record::Error
{
public:
    RunFileError(const std::filesystem::path &path, const record::Message &what)
        : record::Error(record::message("%1: %2", path.string(), what))
    {}
};

/// The run file was replaced during reading, or written on a file system without locks. A retry may succeed.
class RunFileBusy : public RunFileError
{
public:
    using RunFileError::RunFileError;
};

namespace run_file {

constexpr std::int64_t kApplicationId = 0x4C425231; // "LBR1", at byte 68 of the file
constexpr std::int64_t kFormatVersion = 6; ///< the newest format
constexpr std::int64_t kOldestChangeable = 2; ///< format 1 is read-only
constexpr std::int64_t kFirstWithTimes = 4; ///< values may have times of their own; the format of a new file without thinning
constexpr std::int64_t kFirstThinned = 5;   ///< chunks may be thinned during recording, so their numbers have gaps
constexpr std::int64_t kFirstWithParts = 6; ///< large tensors are split; the first one changes the format of its file
constexpr std::size_t kFramesInJournal = 1024; ///< then the journal is converted to chunks
constexpr std::size_t kValuesInARow = std::size_t{1} << 20; ///< limit for a row of the journal, unless a single frame exceeds it

constexpr std::size_t kSinglesInARow = std::size_t{8} << 20; ///< limit for a row of a tensor; the rest goes into parts
constexpr double kLatestSeconds = 253402300799; ///< seconds since 1970: the end of the year 9999

extern const char *const kSchema;
extern const char *const kPartsSchema; ///< additional tables from kFirstWithParts on
extern const char *const kSchema1; ///< schema of format 1

/// Returns the row id of a series' chunk and of its values. With a frame as \p number, the row id of a tensor or of a histogram's time.
constexpr std::int64_t chunkId(std::uint32_t series, std::size_t number)
{
    return std::int64_t{series} << 32 | static_cast<std::int64_t>(number);
}

using Bytes = std::vector<std::byte>;

/// Consecutive frames with values of the same series: a row of the journal.
struct Block
{
    std::vector<record::TickStamp> ticks;
    std::vector<std::uint32_t> series;
    std::vector<double> values; ///< frame by frame
    std::vector<double> wallSeconds = {}; ///< of each value; NaN: the tick's time; empty if all are NaN
};

// Encode the content of rows. The byte order is little-endian on every machine.
Bytes packTicks(std::span<const record::TickStamp> ticks); ///< four int64 and one float64 per tick
Bytes packIndices(std::span<const std::uint32_t> indices);
Bytes packValues(std::span<const double> values);
Bytes packSingles(std::span<const float> values);
Bytes packSizes(std::span<const std::int64_t> sizes);
Bytes packPyramid(const Chunk::Pyramid &pyramid); ///< two float64 and a byte of flags per node, by level

// Errors: std::invalid_argument if the length is impossible.
std::vector<record::TickStamp> unpackTicks(std::span<const std::byte> bytes);
std::vector<std::uint32_t> unpackIndices(std::span<const std::byte> bytes);
std::vector<double> unpackValues(std::span<const std::byte> bytes);
std::vector<float> unpackSingles(std::span<const std::byte> bytes);
std::vector<std::int64_t> unpackSizes(std::span<const std::byte> bytes);
stats::Extent unpackExtent(std::span<const std::byte> bytes); ///< exactly one node
/// Reads the levels from \p finest on.
Chunk::Pyramid unpackPyramid(std::span<const std::byte> bytes, std::size_t valueCount, std::size_t finest = 0);
/// For format 1. Its journal has a row per frame: pairs of uint32 series and float64 value.
std::vector<record::SeriesValue> unpackReadings(std::span<const std::byte> bytes);

} // namespace run_file
} // namespace lensboard::store
