#pragma once

#include "core/dataset/dataset_error.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace lensboard::dataset {

/// An image with 8 bits per channel.
struct Picture
{
    std::int64_t width = 0;
    std::int64_t height = 0;
    std::int64_t channels = 1; ///< 1: grey, 3: RGB
    std::vector<std::uint8_t> values; ///< [height, width, channels]
};

/// Returns true if the file begins with the signature of PNG or JPEG.
bool isPictureFile(const std::filesystem::path &path);

/// Reads a PNG or JPEG as grey or RGB. Ignores transparency: transparent pixels keep their colour.
///
/// Errors: DatasetError naming the file and the fault, also if the image is truncated. Limits: 64 megapixels and
/// 256 MiB per file.
Picture readPicture(const std::filesystem::path &path, bool grey);

/// Returns \p picture stretched to \p side by \p side pixels. Downscaling averages over all pixels.
///
/// Source: a triangle filter at least as wide as an output pixel, like Pillow's resize(BILINEAR).
Picture resized(const Picture &picture, std::int64_t side);

} // namespace lensboard::dataset
