#include "core/dataset/idx_file.h"
#include "tests/support/numbers_of.h"

#include <zlib.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lensboard;
using namespace lensboard::dataset;

class IdxFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsPlainAndGzipped()
    {
        const QByteArray bytes = QByteArray::fromHex("00000802" "00000002" "00000003" "010203040506");
        for (const bool gzipped : {false, true}) {
            const NumberArray idx = readIdx(written(gzipped ? packed(bytes) : bytes));
            QCOMPARE(idx.shape, (std::vector<std::int64_t>{2, 3}));
            QCOMPARE(idx.bytes, (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6}));
        }
    }

    void everyTypeIsRead_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("type");
        QTest::addColumn<double>("second");
        const auto file = [](const char *code, const char *values) {
            return QByteArray::fromHex(QByteArray("0000") + code + "01" "00000002" + values);
        };
        QTest::newRow("uint8") << file("08", "01ff") << int(NumberType::UInt8) << 255.;
        QTest::newRow("int8") << file("09", "01ff") << int(NumberType::Int8) << -1.;
        QTest::newRow("int16") << file("0b", "0001fed4") << int(NumberType::Int16) << -300.;
        QTest::newRow("int32") << file("0c", "00000001fffeee90") << int(NumberType::Int32) << -70000.;
        QTest::newRow("float32") << file("0d", "3f800000c0200000") << int(NumberType::Float32) << -2.5;
        QTest::newRow("float64") << file("0e", "3ff0000000000000c004000000000000") << int(NumberType::Float64) << -2.5;
    }

    void everyTypeIsRead()
    {
        QFETCH(QByteArray, bytes);
        const NumberArray idx = readIdx(written(bytes));
        QCOMPARE(idx.shape, std::vector<std::int64_t>{2});
        QTEST(int(idx.type), "type");
        QTEST(test::numberAt(idx, 1), "second");
        QCOMPARE(test::numberAt(idx, 0), 1.);
    }

    void badFilesNameTheByteAndWhatWasExpected_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        const QByteArray good = QByteArray::fromHex("00000802" "00000002" "00000003" "010203040506");
        QTest::newRow("empty") << QByteArray() << "byte 0: the file ends, expected the four bytes";
        QTest::newRow("foreign") << QByteArray("PNG, really") << "this is not an IDX file";
        QTest::newRow("no type") << QByteArray::fromHex("00000a01" "00000001" "00000000") << "values of type 10, expected 8";
        QTest::newRow("cut float") << QByteArray::fromHex("00000d01" "00000001" "000000") << "byte 11: the file ends, expected 1 value;";
        QTest::newRow("dimensions") << QByteArray::fromHex("00000809") << "9 dimensions, expected 1 to 4";
        QTest::newRow("empty dimension") << QByteArray::fromHex("00000801" "00000000") << "dimension 1 of size 0";
        QTest::newRow("giant") << QByteArray::fromHex("00000802" "ffffffff" "ffffffff") << "at most 4 GiB";
        QTest::newRow("large and cut") << QByteArray::fromHex("00000801" "7fffffff" "01") << "byte 9: the file ends, expected 2147483647 values";
        QTest::newRow("cut") << good.left(14) << "byte 14: the file ends, expected 6 values";
        QTest::newRow("too long") << good + "x" << "there is more than the 6 values";
        QTest::newRow("cut gzip") << packed(good + QByteArray(5000, 'x')).left(30) << "the file ends";
        QTest::newRow("cut checksum") << packed(good).chopped(3) << "cut short or damaged";
        QByteArray damaged = packed(good);
        damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 0x55);
        QTest::newRow("wrong gzip checksum") << damaged << "damaged";
    }

    void badFilesNameTheByteAndWhatWasExpected()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        const std::string path = written(bytes);
        try {
            readIdx(path);
            QFAIL("no error");
        } catch (const DatasetError &error) {
            QVERIFY2(QString(error.what()).contains(message), error.what());
            QVERIFY(QString(error.what()).startsWith(QString::fromStdString(path)));
        }
    }

    void readingCanBeCancelled()
    {
        struct Enough {};
        const QByteArray bytes = QByteArray::fromHex("00000801" "00100000") + QByteArray(1 << 20, 'x');
        QVERIFY_EXCEPTION_THROWN(readIdx(written(bytes), [](double) { throw Enough(); }), Enough);
    }

private:
    static QByteArray packed(const QByteArray &bytes)
    {
        z_stream stream{};
        deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
        QByteArray out(bytes.size() + 100, '\0');
        stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
        stream.avail_in = static_cast<uInt>(bytes.size());
        stream.next_out = reinterpret_cast<Bytef *>(out.data());
        stream.avail_out = static_cast<uInt>(out.size());
        deflate(&stream, Z_FINISH);
        out.resize(static_cast<qsizetype>(stream.total_out));
        deflateEnd(&stream);
        return out;
    }

    std::string written(const QByteArray &bytes)
    {
        QFile file(m_folder.filePath("data-idx"));
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            file.write(bytes);
        return file.fileName().toStdString();
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(IdxFileTest)
#include "tst_idx_file.moc"
