#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lensboard::bytes {

/// A WAVE file with uncompressed samples. A view: the file's bytes must outlive it.
struct WaveFile
{
    enum class Encoding { Unsigned8, Signed16, Signed24, Signed32, Float32, Float64 };

    Encoding encoding = Encoding::Signed16;
    std::uint32_t rate = 0;     ///< frames per second
    std::uint32_t channels = 0;
    std::uint64_t frames = 0;   ///< complete frames in the file
    std::string_view samples;

    double seconds() const { return static_cast<double>(frames) / rate; }
    std::uint32_t bits() const;
    /// Returns a sample; full scale is -1 to 1.
    double sample(std::uint64_t frame, std::uint32_t channel) const;
};

/// Returns nullopt if \p file is no WAVE file, or has compressed samples.
std::optional<WaveFile> waveFile(std::string_view file);

} // namespace lensboard::bytes
