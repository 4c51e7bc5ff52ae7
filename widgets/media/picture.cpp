#include "widgets/media/picture.h"

#include "widgets/number_text.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>

#include <algorithm>
#include <numeric>

namespace lensboard::widgets {

namespace {

constexpr int kDefaultFrameMs = 100;
constexpr int kShortestFrameMs = 20;
constexpr std::size_t kMaxFrames = 500;

struct PictureText
{
    Q_DECLARE_TR_FUNCTIONS(PictureText)
};

/// Returns the name of the decoder for \p content. Other formats of Qt may read further files, so they are not tried.
QByteArray formatOf(const std::string &content)
{
    const QString extension = extensionOf(content);
    return extension == QLatin1String("png") || extension == QLatin1String("jpg") || extension == QLatin1String("gif") ? extension.toLatin1() : QByteArray();
}

qint64 bytesPerPixel(QImage::Format format)
{
    constexpr int kUsual = 4;
    return format == QImage::Format_Invalid ? kUsual : std::max(1, QImage::toPixelFormat(format).bitsPerPixel() / 8);
}

} // namespace

qint64 Picture::sizeInBytes() const
{
    return std::accumulate(frames.begin(), frames.end(), qint64{0}, [](qint64 sum, const QImage &frame) { return sum + frame.sizeInBytes(); });
}

QString extensionOf(const std::string &content)
{
    if (content.starts_with("\x89PNG\r\n\x1a\n"))
        return QStringLiteral("png");
    if (content.starts_with("\xff\xd8\xff"))
        return QStringLiteral("jpg");
    if (content.starts_with("GIF87a") || content.starts_with("GIF89a"))
        return QStringLiteral("gif");
    if (content.starts_with("RIFF") && content.compare(8, 4, "WAVE") == 0)
        return QStringLiteral("wav");
    if (content.starts_with("fLaC"))
        return QStringLiteral("flac");
    if (content.starts_with("OggS"))
        return QStringLiteral("ogg");
    if (content.starts_with("ID3") || content.starts_with("\xff\xfb"))
        return QStringLiteral("mp3");
    return QStringLiteral("bin");
}

bool isSound(const std::string &content)
{
    const QString extension = extensionOf(content);
    return extension == QLatin1String("wav") || extension == QLatin1String("flac") || extension == QLatin1String("ogg") || extension == QLatin1String("mp3");
}

Picture decodedPicture(const std::string &content, qint64 maxBytes)
{
    Picture picture;
    const QByteArray format = formatOf(content);
    if (format.isEmpty()) {
        picture.problem = PictureText::tr("This is no PNG, JPEG or GIF picture.");
        return picture;
    }
    picture.format = format == "jpg" ? QStringLiteral("JPEG") : QString::fromLatin1(format.toUpper());
    QByteArray file = QByteArray::fromRawData(content.data(), static_cast<qsizetype>(content.size()));
    QBuffer buffer(&file);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, format);
    reader.setAutoDetectImageFormat(false);
    reader.setAutoTransform(true);
    const QSize size = reader.size();
    const qint64 bytesPerFrame = qint64{size.width()} * size.height() * bytesPerPixel(reader.imageFormat());
    if (size.isEmpty()) {
        picture.problem = PictureText::tr("This picture is damaged.");
    } else if (bytesPerFrame > std::min(maxBytes, qint64{QImageReader::allocationLimit()} << 20)) {
        picture.problem = PictureText::tr("This picture of %1 × %2 pixels is too large to be shown. Save it to open it with another program.")
                              .arg(countText(size.width()), countText(size.height()));
    } else {
        for (QImage frame = reader.read(); !frame.isNull(); frame = reader.read()) {
            picture.frameMs = reader.nextImageDelay();
            picture.frames.push_back(std::move(frame));
            if (!reader.supportsAnimation() || picture.frames.size() == kMaxFrames || static_cast<qint64>(picture.frames.size() + 1) * bytesPerFrame > maxBytes)
                break;
        }
        if (picture.frames.empty())
            picture.problem = PictureText::tr("This picture is damaged.");
        picture.frameMs = picture.frameMs > 0 ? std::max(picture.frameMs, kShortestFrameMs) : kDefaultFrameMs;
    }
    return picture;
}

} // namespace lensboard::widgets
