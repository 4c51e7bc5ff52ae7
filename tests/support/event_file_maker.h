#pragma once

#include "tests/support/event_file_text.h"

#include <QFile>

#include <initializer_list>

/// Writes event files byte by byte according to TensorFlow's description, without code shared with the reader.
namespace lensboard::test {

template <typename Number>
QByteArray littleEndian(Number number)
{
    QByteArray bytes(sizeof number, '\0');
    std::memcpy(bytes.data(), &number, sizeof number);
    return bytes;
}

inline QByteArray varintBytes(quint64 number)
{
    QByteArray bytes;
    for (; number >= 0x80; number >>= 7)
        bytes += static_cast<char>(number | 0x80);
    return bytes + static_cast<char>(number);
}

inline QByteArray integerField(int field, qint64 number)
{
    return varintBytes(static_cast<quint64>(field) << 3) + varintBytes(static_cast<quint64>(number));
}

inline QByteArray doubleField(int field, double number)
{
    return varintBytes(static_cast<quint64>(field) << 3 | 1) + littleEndian(number);
}

inline QByteArray floatField(int field, float number)
{
    return varintBytes(static_cast<quint64>(field) << 3 | 5) + littleEndian(number);
}

inline QByteArray bytesField(int field, const QByteArray &bytes)
{
    return varintBytes(static_cast<quint64>(field) << 3 | 2) + varintBytes(static_cast<quint64>(bytes.size())) + bytes;
}

inline QByteArray doublesField(int field, std::initializer_list<double> numbers)
{
    QByteArray packed;
    for (const double number : numbers)
        packed += littleEndian(number);
    return bytesField(field, packed);
}

inline QByteArray wholeRecord(const QByteArray &data)
{
    const QByteArray length = littleEndian(static_cast<quint64>(data.size()));
    return length + littleEndian(masked(crc32c(length))) + data + littleEndian(masked(crc32c(data)));
}

inline QByteArray eventHead(qint64 step, double wall)
{
    return doubleField(1, wall) + integerField(2, step);
}

/// Returns a record of an event with one value. The value begins with its tag.
inline QByteArray valueRecord(qint64 step, const QByteArray &tag, const QByteArray &value, double wall = 1.7e9)
{
    return wholeRecord(eventHead(step, wall) + bytesField(5, bytesField(1, bytesField(1, tag) + value)));
}

inline QByteArray scalarRecord(qint64 step, const QByteArray &tag, float value, double wall = 1.7e9)
{
    return valueRecord(step, tag, floatField(2, value), wall);
}

inline QByteArray versionRecord()
{
    return wholeRecord(doubleField(1, 1.7e9) + bytesField(3, "brain.Event:2"));
}

inline QByteArray sessionStartRecord(qint64 step)
{
    return wholeRecord(eventHead(step, 1.7e9) + bytesField(7, integerField(1, 1)));
}

inline QByteArray pluginField(const QByteArray &plugin, const QByteArray &content = {})
{
    return bytesField(9, bytesField(1, bytesField(1, plugin) + bytesField(2, content)));
}

inline QByteArray tensorField(int type, std::initializer_list<qint64> shape, const QByteArray &values)
{
    QByteArray dimensions;
    for (const qint64 size : shape)
        dimensions += bytesField(2, integerField(1, size));
    return bytesField(8, integerField(1, type) + bytesField(2, dimensions) + values);
}

inline void append(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::Append) || file.write(bytes) != bytes.size())
        throw std::runtime_error("cannot write " + path.toStdString());
}

} // namespace lensboard::test
