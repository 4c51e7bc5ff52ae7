#pragma once

#include "core/bytes/wave_file.h"

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

namespace lensboard::widgets {

/// A sound: its length, rate and channels in words, and the least and greatest samples along time.
class Waveform final : public QWidget
{
    Q_OBJECT

public:
    /// \p content is a sound file. Files other than uncompressed WAVE have no picture.
    Waveform(std::string content, const QString &caption, QWidget *parent = nullptr);

    QString description() const { return m_description; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Extremes
    {
        float low = 0, high = 0;
    };

    QRect room() const;
    void paintChannel(QPainter &painter, const QRect &lane, std::uint32_t channel) const;
    void paintTime(QPainter &painter) const;

    std::string m_content;
    std::optional<bytes::WaveFile> m_wave;
    QString m_description;
    std::vector<std::vector<Extremes>> m_columns; ///< by channel and pixel column
};

} // namespace lensboard::widgets
