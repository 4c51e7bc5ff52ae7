#include "widgets/media/picture.h"

#include "widgets/number_text.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>

#include <algorithm>
#include <limits>

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

} // namespace

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
    return QStringLiteral("bin");
}

Picture decodedPicture(const std::string &content, qint64 maxPixels)
{
    Picture picture;
    const QByteArray format = formatOf(content);
    if (format.isEmpty()) {
        picture.problem = PictureText::tr("This is no PNG, JPEG or GIF picture.");
        return picture;
    }
    picture.format = format == "jpg" ? QStringLiteral("JPEG") : QString::fromLatin1(format.toUpper());
    QByteArray bytes = QByteArray::fromRawData(content.data(), static_cast<qsizetype>(content.size()));
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, format);
    reader.setAutoDetectImageFormat(false);
    reader.setAutoTransform(true);
    const QSize size = reader.size();
    const qint64 pixels = qint64{size.width()} * size.height();
    if (size.isEmpty()) {
        picture.problem = PictureText::tr("This picture is damaged.");
    } else if (pixels > maxPixels) {
        picture.problem = PictureText::tr("This picture of %1 × %2 pixels is too large to be shown. Save it to open it with another program.")
                              .arg(countText(size.width()), countText(size.height()));
    } else {
        for (QImage frame = reader.read(); !frame.isNull(); frame = reader.read()) {
            picture.frameMs = reader.nextImageDelay();
            picture.frames.push_back(std::move(frame));
            if (!reader.supportsAnimation() || picture.frames.size() == kMaxFrames || static_cast<qint64>(picture.frames.size() + 1) * pixels > maxPixels)
                break;
        }
        if (picture.frames.empty())
            picture.problem = PictureText::tr("This picture is damaged.");
        picture.frameMs = picture.frameMs > 0 ? std::max(picture.frameMs, kShortestFrameMs) : kDefaultFrameMs;
    }
    return picture;
}

} // namespace lensboard::widgets
