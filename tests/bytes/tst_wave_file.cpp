#include "core/bytes/wave_file.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cstring>
#include <string>

using namespace lensboard;
using bytes::waveFile;

namespace {

std::string number(std::uint64_t value, int size)
{
    std::string text;
    for (int i = 0; i < size; ++i)
        text += static_cast<char>(value >> (8 * i));
    return text;
}

std::string chunk(const std::string &name, const std::string &content)
{
    return name + number(content.size(), 4) + content + (content.size() % 2 ? std::string(1, '\0') : std::string());
}

std::string format(std::uint64_t kind, std::uint64_t channels, std::uint64_t rate, std::uint64_t bits)
{
    const std::uint64_t frame = channels * bits / 8;
    return chunk("fmt ", number(kind, 2) + number(channels, 2) + number(rate, 4) + number(rate * frame, 4) + number(frame, 2) + number(bits, 2));
}

std::string file(const std::string &chunks)
{
    return "RIFF" + number(4 + chunks.size(), 4) + "WAVE" + chunks;
}

template <typename Number>
std::string raw(Number value)
{
    std::string text(sizeof(Number), '\0');
    std::memcpy(text.data(), &value, sizeof(Number));
    return text;
}

} // namespace

class WaveFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void samplesHaveTheirValues_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("bits");
        QTest::addColumn<QByteArray>("samples");
        QTest::addColumn<QList<double>>("values");
        const auto row = [](const char *name, int kind, int bits, const std::string &samples, const QList<double> &values) {
            QTest::newRow(name) << kind << bits << QByteArray::fromStdString(samples) << values;
        };
        row("8 bits", 1, 8, std::string("\x00\x80\xff\xc0", 4), {-1, 0, 127.0 / 128, 0.5});
        row("16 bits", 1, 16, number(0x8000, 2) + number(0, 2) + number(0x7fff, 2) + number(0x4000, 2), {-1, 0, 32767.0 / 32768, 0.5});
        row("24 bits", 1, 24, number(0x800000, 3) + number(0xc00000, 3), {-1, -0.5});
        row("32 bits", 1, 32, number(0x80000000, 4) + number(0x40000000, 4), {-1, 0.5});
        row("floats", 3, 32, raw(-0.25F) + raw(1.5F), {-0.25, 1.5});
        row("doubles", 3, 64, raw(-0.25) + raw(1.5), {-0.25, 1.5});
    }

    void samplesHaveTheirValues()
    {
        QFETCH(int, kind);
        QFETCH(int, bits);
        QFETCH(QByteArray, samples);
        QFETCH(QList<double>, values);
        const std::string content = file(chunk("LIST", "odd") + format(static_cast<std::uint64_t>(kind), 2, 8000, static_cast<std::uint64_t>(bits))
                                         + chunk("data", samples.toStdString()));
        const auto wave = waveFile(content);
        QVERIFY(wave);
        QCOMPARE(wave->bits(), static_cast<std::uint32_t>(bits));
        QCOMPARE(wave->rate, 8000U);
        QCOMPARE(wave->frames, static_cast<std::uint64_t>(values.size() / 2));
        QCOMPARE(wave->seconds(), static_cast<double>(wave->frames) / 8000);
        for (qsizetype i = 0; i < values.size(); ++i)
            QCOMPARE(wave->sample(static_cast<std::uint64_t>(i / 2), static_cast<std::uint32_t>(i % 2)), values[i]);
    }

    void lengthsBeyondTheFileAreCut()
    {
        std::string content = file(format(1, 1, 8000, 16) + chunk("data", std::string(10, 'x')));
        content.resize(content.size() - 3);
        QCOMPARE(waveFile(content)->frames, std::uint64_t{3});
        const std::string streamed = file(format(1, 1, 8000, 16) + "data" + number(0xffffffff, 4) + "abcd");
        QCOMPARE(waveFile(streamed)->frames, std::uint64_t{2});
    }

    void otherFilesAreRefused()
    {
        const std::string data = chunk("data", "abcd");
        for (const std::string &content : {std::string(), std::string("RIFF"), std::string("RIFFxxxxWAVE"), file(data), file(format(1, 1, 8000, 16)),
                                           file(format(1, 0, 8000, 16) + data), file(format(1, 65, 8000, 16) + data), file(format(1, 1, 0, 16) + data),
                                           file(format(1, 1, 8000, 12) + data), file(format(85, 1, 8000, 16) + data), file(chunk("fmt ", "short") + data)})
            QVERIFY(!waveFile(content));
    }
};

LENSBOARD_TEST(WaveFileTest)
#include "tst_wave_file.moc"
