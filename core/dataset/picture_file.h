#pragma once

#include "core/dataset/dataset_error.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace lensboard::dataset {

/// An image of 8 bits a channel.
struct Picture
{
    std::int64_t width = 0;
    std::int64_t height = 0;
    std::int64_t channels = 1; ///< 1: grey, 3: red, green, blue
    std::vector<std::uint8_t> values; ///< [height, width, channels]
};

/// Whether the file begins like a PNG or a JPEG.
bool isPictureFile(const std::filesystem::path &path);

/// Reads a PNG or a JPEG as grey or in colour; what is transparent is shown as if it were not.
///
/// Errors: DatasetError naming the file and what is wrong, also of an image that is cut short. Images of up to 64
///         megapixels, files of up to 256 MiB.
Picture readPicture(const std::filesystem::path &path, bool grey);

/// Stretched to a square of \p side by \p side pixels; where it becomes smaller, all pixels count.
///
/// Source: a triangle filter as wide as an output pixel at least, as Pillow's resize(BILINEAR).
Picture resized(const Picture &picture, std::int64_t side);

} // namespace lensboard::dataset
