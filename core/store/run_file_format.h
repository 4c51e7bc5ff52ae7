#pragma once

#include "core/record/frame.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

/// The .lbrun file: an SQLite database, described in ARCHITECTURE.md, "The run file".
namespace lensboard::store {

/// A run file that cannot be written or read: which, why, and what to do.
class RunFileError : public std::runtime_error
{
public:
    RunFileError(const std::filesystem::path &path, const std::string &what)
        : std::runtime_error(path.string() + ": " + what)
    {}
};

namespace run_file {

constexpr std::int64_t kApplicationId = 0x4C425231; // "LBR1", at byte 68 of the file
constexpr std::int64_t kFormatVersion = 1;
constexpr std::size_t kFramesPerChunk = 1000;

extern const char *const kSchema;

/// What a chunk or a journal row holds, as bytes whose order does not depend on the machine (little-endian).
std::vector<std::byte> packReadings(std::span<const record::SeriesValue> values); ///< uint32, float64 pairs
std::vector<std::byte> packValues(std::span<const double> values);
std::vector<std::byte> packFrames(std::span<const std::uint32_t> frames);

/// Errors: std::invalid_argument if the length is no multiple of an element's.
std::vector<record::SeriesValue> unpackReadings(std::span<const std::byte> bytes);
std::vector<double> unpackValues(std::span<const std::byte> bytes);
std::vector<std::uint32_t> unpackFrames(std::span<const std::byte> bytes);

} // namespace run_file
} // namespace lensboard::store
