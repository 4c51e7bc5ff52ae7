#pragma once

#include <QImage>
#include <QString>

#include <string>
#include <vector>

namespace lensboard::widgets {

/// A decoded image file, or the reason why it cannot be shown.
struct Picture
{
    std::vector<QImage> frames; ///< several for an animation; empty if there is a problem
    int frameMs = 0;            ///< duration of each frame of an animation
    QString format;             ///< "PNG"; empty if unknown
    QString caption;
    QString problem;

    qint64 sizeInBytes() const;
    QSize size() const { return frames.empty() ? QSize() : frames.front().size(); }
};

/// Decodes PNG, JPEG and GIF. Checks the dimensions before it decodes: the pixels of all frames take at most \p maxBytes. The first frame of an
/// animation is followed by as many frames as fit.
Picture decodedPicture(const std::string &content, qint64 maxBytes);

/// Returns the usual extension of a file with this content: "png", "jpg", "gif", "wav", "flac", "ogg", "mp3" or "bin".
QString extensionOf(const std::string &content);
/// Returns true for WAV, FLAC, Ogg and MP3.
bool isSound(const std::string &content);

} // namespace lensboard::widgets
