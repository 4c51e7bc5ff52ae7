#include "core/bytes/wave_file.h"

#include <algorithm>
#include <bit>

namespace lensboard::bytes {

namespace {

constexpr std::size_t kChunkHeader = 8;
constexpr std::uint32_t kMaxChannels = 64;
constexpr std::uint32_t kMaxRate = 10'000'000;
enum Format : std::uint64_t { kIntegers = 1, kFloats = 3, kExtensible = 0xFFFE };

std::uint64_t littleEndian(std::string_view bytes, std::size_t at, std::size_t size)
{
    std::uint64_t number = 0;
    for (std::size_t i = size; i-- > 0;)
        number = number << 8 | static_cast<std::uint8_t>(bytes[at + i]);
    return number;
}

std::optional<WaveFile::Encoding> encodingOf(std::uint64_t format, std::uint64_t bits)
{
    using Encoding = WaveFile::Encoding;
    if (format == kFloats)
        return bits == 32 ? std::optional(Encoding::Float32) : bits == 64 ? std::optional(Encoding::Float64) : std::nullopt;
    if (format != kIntegers)
        return std::nullopt;
    switch (bits) {
    case 8: return Encoding::Unsigned8;
    case 16: return Encoding::Signed16;
    case 24: return Encoding::Signed24;
    case 32: return Encoding::Signed32;
    default: return std::nullopt;
    }
}

/// Reads the chunk "fmt ". Returns false if it is invalid or not supported.
bool readFormat(std::string_view chunk, WaveFile &wave)
{
    if (chunk.size() < 16)
        return false;
    std::uint64_t format = littleEndian(chunk, 0, 2);
    if (format == kExtensible && chunk.size() >= 26)
        format = littleEndian(chunk, 24, 2);
    const auto encoding = encodingOf(format, littleEndian(chunk, 14, 2));
    wave.channels = static_cast<std::uint32_t>(littleEndian(chunk, 2, 2));
    wave.rate = static_cast<std::uint32_t>(littleEndian(chunk, 4, 4));
    wave.encoding = encoding.value_or(WaveFile::Encoding::Signed16);
    return encoding && wave.channels > 0 && wave.channels <= kMaxChannels && wave.rate > 0 && wave.rate <= kMaxRate;
}

} // namespace

std::uint32_t WaveFile::bits() const
{
    switch (encoding) {
    case Encoding::Unsigned8: return 8;
    case Encoding::Signed16: return 16;
    case Encoding::Signed24: return 24;
    case Encoding::Signed32:
    case Encoding::Float32: return 32;
    case Encoding::Float64: return 64;
    }
    return 0;
}

double WaveFile::sample(std::uint64_t frame, std::uint32_t channel) const
{
    const std::size_t size = bits() / 8;
    const std::uint64_t number = littleEndian(samples, (frame * channels + channel) * size, size);
    const auto scaled = [number, size] { // moves the sign bit to the top
        const auto top = static_cast<std::int32_t>(static_cast<std::uint32_t>(number) << (32 - 8 * size));
        return static_cast<double>(top) / 2147483648.0;
    };
    switch (encoding) {
    case Encoding::Unsigned8: return (static_cast<double>(number) - 128) / 128;
    case Encoding::Float32: return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(number)));
    case Encoding::Float64: return std::bit_cast<double>(number);
    default: return scaled();
    }
}

std::optional<WaveFile> waveFile(std::string_view file)
{
    if (file.size() < 12 || !file.starts_with("RIFF") || file.substr(8, 4) != "WAVE")
        return std::nullopt;
    WaveFile wave;
    bool hasFormat = false;
    for (std::size_t at = 12; file.size() - at >= kChunkHeader;) {
        const std::string_view name = file.substr(at, 4);
        const std::size_t begin = at + kChunkHeader;
        const std::size_t size = std::min<std::size_t>(littleEndian(file, at + 4, 4), file.size() - begin); // writers of streams leave the size open
        if (name == "fmt ") {
            hasFormat = readFormat(file.substr(begin, size), wave);
            if (!hasFormat)
                return std::nullopt;
        } else if (name == "data" && hasFormat) {
            wave.samples = file.substr(begin, size);
            wave.frames = size / (std::size_t{wave.channels} * wave.bits() / 8);
            return wave;
        }
        at = std::min(file.size(), begin + size + size % 2);
    }
    return std::nullopt;
}

} // namespace lensboard::bytes
