#include "core/dataset/picture_file.h"

#include "core/record/message.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

#include <jpeglib.h>
#include <jerror.h>
#include <png.h>

namespace lensboard::dataset {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPngStart("\x89PNG\r\n\x1a\n", 8), kJpegStart("\xff\xd8\xff", 3);

std::string readBytes(const fs::path &path, std::size_t most)
{
    std::ifstream file(path, std::ios::binary);
    std::string bytes;
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    if (!file || error)
        fail(path, record::message("cannot be read; check its permissions"));
    bytes.resize(std::min<std::uintmax_t>(size, most));
    if (!bytes.empty() && !file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
        fail(path, record::message("cannot be read on"));
    return bytes;
}

void checkSize(const fs::path &path, std::uint64_t width, std::uint64_t height)
{
    constexpr std::uint64_t kMaxPixels = 64u << 20;
    if (width == 0 || height == 0 || width > kMaxPixels / height)
        fail(path, record::message("is %1 x %2 pixels, expected at most 64 megapixels", width, height));
}

/// Converts RGB to grey by ITU-R 601, rounded like Pillow.
std::uint8_t greyOf(const std::uint8_t *pixel)
{
    return static_cast<std::uint8_t>((19595u * pixel[0] + 38470u * pixel[1] + 7471u * pixel[2] + 0x8000u) >> 16);
}

/// Converts the pixels of \p from to \p picture. Each pixel has \p pitch channels; the first \p present are grey or RGB.
void convert(const std::vector<std::uint8_t> &from, int present, int pitch, bool grey, Picture &picture)
{
    const auto pixels = static_cast<std::size_t>(picture.width * picture.height);
    picture.channels = grey ? 1 : 3;
    picture.values.resize(pixels * static_cast<std::size_t>(picture.channels));
    std::uint8_t *to = picture.values.data();
    for (std::size_t i = 0; i < pixels; ++i) {
        const std::uint8_t *pixel = from.data() + i * static_cast<std::size_t>(pitch);
        if (grey)
            *to++ = present == 1 ? *pixel : greyOf(pixel);
        else
            for (int channel = 0; channel < 3; ++channel)
                *to++ = pixel[present == 1 ? 0 : channel];
    }
}

Picture readPng(const fs::path &path, const std::string &bytes, bool grey)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    struct Release
    {
        png_image *image;
        ~Release() { png_image_free(image); }
    } const release{&image};
    if (!png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()))
        fail(path, record::message("is no PNG that can be read: %1", image.message));
    checkSize(path, image.width, image.height);
    const bool colour = image.format & PNG_FORMAT_FLAG_COLOR;
    image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    image.format = colour ? PNG_FORMAT_RGBA : PNG_FORMAT_GA; // with alpha, so that libpng does not blend with a background
    std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image));
    if (!png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr))
        fail(path, record::message("the PNG is damaged or cut short: %1", image.message));
    Picture picture{image.width, image.height, 1, {}};
    convert(pixels, colour ? 3 : 1, colour ? 4 : 2, grey, picture);
    return picture;
}

/// Error handler of libjpeg, and the point it jumps to on a fatal error.
struct JpegErrors
{
    jpeg_error_mgr manager{};
    jpeg_progress_mgr progress{};
    jmp_buf back{};
    std::array<char, JMSG_LENGTH_MAX> message{};
};

JpegErrors &errorsOf(j_common_ptr jpeg)
{
    return *static_cast<JpegErrors *>(jpeg->client_data);
}

[[noreturn]] void giveUp(j_common_ptr jpeg)
{
    jpeg->err->format_message(jpeg, errorsOf(jpeg).message.data());
    std::longjmp(errorsOf(jpeg).back, 1);
}

/// Fails on warnings, because they mean lost pixels. Three harmless warnings are ignored.
void noticeMessage(j_common_ptr jpeg, int level)
{
    const int code = jpeg->err->msg_code;
    if (level < 0 && code != JWRN_EXTRANEOUS_DATA && code != JWRN_ADOBE_XFORM && code != JWRN_JFIF_MAJOR)
        giveUp(jpeg);
}

/// Limits the number of scans: a small file may have arbitrarily many, and each takes time.
void limitScans(j_common_ptr jpeg)
{
    constexpr int kMaxScans = 500;
    if (reinterpret_cast<j_decompress_ptr>(jpeg)->input_scan_number > kMaxScans) {
        jpeg->err->msg_code = JERR_BAD_PROGRESSION;
        giveUp(jpeg);
    }
}

void beginJpeg(jpeg_decompress_struct &jpeg, JpegErrors &errors, const std::string &bytes)
{
    jpeg.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = giveUp;
    errors.manager.emit_message = noticeMessage;
    errors.progress.progress_monitor = limitScans;
    jpeg.client_data = &errors;
    jpeg_create_decompress(&jpeg);
    jpeg.client_data = &errors;
    jpeg.progress = &errors.progress;
    jpeg_mem_src(&jpeg, reinterpret_cast<const unsigned char *>(bytes.data()), bytes.size());
}

/// Returns false if libjpeg failed. No local variable may have a destructor, because longjmp skips it.
bool readJpegHeader(jpeg_decompress_struct &jpeg, JpegErrors &errors, const std::string &bytes)
{
    if (setjmp(errors.back))
        return false;
    beginJpeg(jpeg, errors, bytes);
    jpeg_read_header(&jpeg, TRUE);
    jpeg.out_color_space = jpeg.num_components == 1 ? JCS_GRAYSCALE : JCS_RGB;
    return true;
}

bool readJpegPixels(jpeg_decompress_struct &jpeg, JpegErrors &errors, std::uint8_t *to)
{
    if (setjmp(errors.back))
        return false;
    jpeg_start_decompress(&jpeg);
    while (jpeg.output_scanline < jpeg.output_height) {
        JSAMPROW row = to + std::size_t{jpeg.output_scanline} * jpeg.output_width * static_cast<std::size_t>(jpeg.output_components);
        jpeg_read_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_decompress(&jpeg);
    return true;
}

Picture readJpeg(const fs::path &path, const std::string &bytes, bool grey)
{
    jpeg_decompress_struct jpeg{};
    JpegErrors errors;
    struct Release
    {
        jpeg_decompress_struct *jpeg;
        ~Release() { jpeg_destroy_decompress(jpeg); }
    } const release{&jpeg};
    if (!readJpegHeader(jpeg, errors, bytes))
        fail(path, record::message("is no JPEG that can be read: %1", errors.message.data()));
    checkSize(path, jpeg.image_width, jpeg.image_height);
    const int channels = jpeg.num_components == 1 ? 1 : 3;
    std::vector<std::uint8_t> pixels(std::size_t{jpeg.image_width} * jpeg.image_height * static_cast<std::size_t>(channels));
    if (!readJpegPixels(jpeg, errors, pixels.data()))
        fail(path, record::message("the JPEG is damaged or cut short: %1", errors.message.data()));
    Picture picture{jpeg.image_width, jpeg.image_height, 1, {}};
    convert(pixels, channels, channels, grey, picture);
    return picture;
}

/// The range of input pixels that contribute to an output pixel, and their weights.
struct Window
{
    std::int64_t first = 0;
    std::vector<double> shares;
};

std::vector<Window> windows(std::int64_t from, std::int64_t to)
{
    const double scale = static_cast<double>(from) / static_cast<double>(to), reach = std::max(scale, 1.0);
    std::vector<Window> all;
    for (std::int64_t i = 0; i < to; ++i) {
        const double centre = (static_cast<double>(i) + 0.5) * scale;
        const auto first = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(centre - reach + 0.5)));
        const auto end = std::min<std::int64_t>(from, static_cast<std::int64_t>(std::floor(centre + reach + 0.5)));
        Window window{first, {}};
        double sum = 0;
        for (std::int64_t j = first; j < end; ++j) {
            window.shares.push_back(std::max(0.0, 1 - std::abs(static_cast<double>(j) + 0.5 - centre) / reach));
            sum += window.shares.back();
        }
        for (double &share : window.shares)
            share /= sum;
        all.push_back(std::move(window));
    }
    return all;
}

} // namespace

bool isPictureFile(const fs::path &path)
{
    std::ifstream file(path, std::ios::binary);
    std::array<char, 8> start{};
    file.read(start.data(), start.size());
    const std::string_view found(start.data(), static_cast<std::size_t>(file.gcount()));
    return found.starts_with(kPngStart) || found.starts_with(kJpegStart);
}

Picture readPicture(const fs::path &path, bool grey)
{
    constexpr std::size_t kLargest = 256u << 20;
    const std::string bytes = readBytes(path, kLargest + 1);
    if (bytes.size() > kLargest)
        fail(path, record::message("has more than 256 MiB, expected a picture"));
    if (bytes.starts_with(kPngStart))
        return readPng(path, bytes, grey);
    if (bytes.starts_with(kJpegStart))
        return readJpeg(path, bytes, grey);
    fail(path, record::message("is neither a PNG nor a JPEG"));
}

Picture resized(const Picture &picture, std::int64_t side)
{
    if (picture.width == side && picture.height == side)
        return picture;
    const std::vector<Window> columns = windows(picture.width, side), rows = windows(picture.height, side);
    const std::int64_t channels = picture.channels;
    std::vector<float> narrow(static_cast<std::size_t>(picture.height * side * channels)); ///< resized horizontally, not yet vertically
    for (std::int64_t y = 0; y < picture.height; ++y)
        for (std::int64_t x = 0; x < side; ++x)
            for (std::int64_t channel = 0; channel < channels; ++channel) {
                const Window &window = columns[static_cast<std::size_t>(x)];
                const std::uint8_t *from = picture.values.data() + (y * picture.width + window.first) * channels + channel;
                double sum = 0;
                for (const double share : window.shares) {
                    sum += share * *from;
                    from += channels;
                }
                narrow[static_cast<std::size_t>((y * side + x) * channels + channel)] = static_cast<float>(sum);
            }
    Picture result{side, side, channels, std::vector<std::uint8_t>(static_cast<std::size_t>(side * side * channels))};
    for (std::int64_t y = 0; y < side; ++y)
        for (std::int64_t i = 0; i < side * channels; ++i) {
            const Window &window = rows[static_cast<std::size_t>(y)];
            const float *from = narrow.data() + window.first * side * channels + i;
            double sum = 0;
            for (const double share : window.shares) {
                sum += share * static_cast<double>(*from);
                from += side * channels;
            }
            result.values[static_cast<std::size_t>(y * side * channels + i)] =
                static_cast<std::uint8_t>(std::clamp(std::lround(sum), 0L, 255L));
        }
    return result;
}

} // namespace lensboard::dataset
