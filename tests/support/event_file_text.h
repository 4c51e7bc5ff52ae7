#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QStringList>
#include <QtEndian>

#include <cstring>
#include <stdexcept>

/// Reads event files byte by byte according to TensorFlow's description, without code shared with the writer.
namespace lensboard::test {

/// Computes CRC-32C bit by bit from the polynomial.
inline quint32 crc32c(const QByteArray &data)
{
    quint32 crc = 0xFFFFFFFF;
    for (const char c : data) {
        crc ^= static_cast<quint8>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = crc & 1 ? (crc >> 1) ^ 0x82F63B78 : crc >> 1;
    }
    return ~crc;
}

inline quint32 masked(quint32 crc)
{
    return ((crc >> 15) | (crc << 17)) + 0xA282EAD8u;
}

/// Consumes bytes from the front; throws if there are too few.
class ByteReader
{
public:
    explicit ByteReader(QByteArray bytes) : m_bytes(std::move(bytes)) {}

    bool atEnd() const { return m_at == m_bytes.size(); }
    QByteArray take(qint64 count)
    {
        if (count < 0 || count > m_bytes.size() - m_at)
            throw std::runtime_error("truncated");
        m_at += count;
        return m_bytes.mid(m_at - count, count);
    }
    template <typename Number> Number number()
    {
        return qFromLittleEndian<Number>(take(sizeof(Number)).constData());
    }
    quint64 varint()
    {
        quint64 value = 0;
        for (int shift = 0;; shift += 7) {
            const auto byte = number<quint8>();
            value |= static_cast<quint64>(byte & 0x7F) << shift;
            if (!(byte & 0x80))
                return value;
        }
    }
    QByteArray lengthDelimited() { return take(static_cast<qint64>(varint())); }

private:
    QByteArray m_bytes;
    qsizetype m_at = 0;
};

inline QList<QByteArray> records(const QByteArray &file)
{
    QList<QByteArray> found;
    for (ByteReader in(file); !in.atEnd();) {
        const QByteArray length = in.take(8);
        if (in.number<quint32>() != masked(crc32c(length)))
            throw std::runtime_error("the length does not match its CRC");
        found << in.take(qFromLittleEndian<qint64>(length.constData()));
        if (in.number<quint32>() != masked(crc32c(found.back())))
            throw std::runtime_error("the data does not match its CRC");
    }
    return found;
}

inline QString scalarText(const QByteArray &message)
{
    QString text;
    for (ByteReader in(message); !in.atEnd();)
        switch (in.varint()) {
        case 1 << 3 | 2: text += QString::fromUtf8(in.lengthDelimited()) + '='; break;
        case 2 << 3 | 5: text += QString::number(static_cast<double>(in.number<float>()), 'g', 9); break;
        default: throw std::runtime_error("a scalar with an unknown field");
        }
    return text;
}

/// Formats an event as "step 2 at 1.5: tag=0.25 other=nan", or as its version.
inline QString eventText(const QByteArray &message)
{
    double wall = 0;
    quint64 step = 0;
    QString text;
    for (ByteReader in(message); !in.atEnd();)
        switch (in.varint()) {
        case 1 << 3 | 1: wall = in.number<double>(); break;
        case 2 << 3 | 0: step = in.varint(); break;
        case 3 << 3 | 2: return QString::fromUtf8(in.lengthDelimited());
        case 5 << 3 | 2:
            for (ByteReader summary(in.lengthDelimited()); !summary.atEnd();) {
                if (summary.varint() != (1 << 3 | 2))
                    throw std::runtime_error("a summary with an unknown field");
                text += ' ' + scalarText(summary.lengthDelimited());
            }
            break;
        default: throw std::runtime_error("an event with an unknown field");
        }
    return QString("step %1 at %2:%3").arg(step).arg(wall, 0, 'g', 17).arg(text);
}

inline QStringList eventTexts(const QByteArray &file)
{
    QStringList texts;
    for (const QByteArray &record : records(file))
        texts << eventText(record);
    return texts;
}

inline QStringList eventFiles(const QString &folder)
{
    QStringList paths;
    for (const QString &name : QDir(folder).entryList({"events.out.tfevents.*"}, QDir::Files, QDir::Name))
        paths << folder + '/' + name;
    return paths;
}

/// Returns the events of the single event file in \p folder.
inline QStringList eventsIn(const QString &folder)
{
    const QStringList paths = eventFiles(folder);
    QFile file(paths.value(0));
    if (paths.size() != 1 || !file.open(QIODevice::ReadOnly))
        throw std::runtime_error(QString("%1 has %2 event files").arg(folder).arg(paths.size()).toStdString());
    return eventTexts(file.readAll());
}

} // namespace lensboard::test
