#include "core/dataset/byte_file.h"
#include "core/dataset/npy_file.h"
#include "core/dataset/zip_file.h"
#include "tests/support/numbers_of.h"

#include <zlib.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lensboard;
using namespace lensboard::dataset;

namespace {

const std::string kFiles = LENSBOARD_SOURCE_DIR "/tests/data/dataset/";

QByteArray npy(const QByteArray &header, const QByteArray &values = {})
{
    const auto size = static_cast<char>(header.size());
    return QByteArray("\x93NUMPY\x01\x00", 8) + size + '\0' + header + values;
}

QByteArray little(quint64 number, int bytes)
{
    QByteArray text;
    for (int i = 0; i < bytes; ++i)
        text += static_cast<char>(number >> (8 * i) & 0xff);
    return text;
}

/// A ZIP archive of one member. Its sizes may be made up.
struct Zip
{
    QByteArray packed;
    quint64 size = 0;
    quint32 checksum = 0;
    int method = 0;
    int flags = 0;
    quint64 header = 0;

    QByteArray bytes() const
    {
        const QByteArray name = "x.npy";
        const QByteArray sizes = little(checksum, 4) + little(static_cast<quint64>(packed.size()), 4) + little(size, 4);
        const QByteArray local = "PK\3\4" + little(20, 2) + little(quint64(flags), 2) + little(quint64(method), 2) + little(0, 4)
                               + sizes + little(5, 2) + little(0, 2) + name + packed;
        const QByteArray entry = "PK\1\2" + little(20, 2) + little(20, 2) + little(quint64(flags), 2) + little(quint64(method), 2)
                               + little(0, 4) + sizes + little(5, 2) + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 2)
                               + little(0, 4) + little(header, 4) + name;
        return local + entry + "PK\5\6" + little(0, 4) + little(1, 2) + little(1, 2) + little(quint64(entry.size()), 4)
             + little(quint64(local.size()), 4) + little(0, 2);
    }
};

Zip storedZip(const QByteArray &content)
{
    return {content, static_cast<quint64>(content.size()),
            static_cast<quint32>(crc32(0, reinterpret_cast<const Bytef *>(content.data()), uInt(content.size())))};
}

} // namespace

class NpyFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void archivesOfNumPyAreRead_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("stored") << "arrays.npz";
        QTest::newRow("deflated") << "packed.npz";
    }

    void archivesOfNumPyAreRead()
    {
        QFETCH(QString, name);
        const ZipFile zip(kFiles + name.toStdString(), "an archive", "dataset.path");
        QCOMPARE(zip.names(), std::string("x.npy, y.npy"));
        const NumberArray x = readNpy(*zip.open("x.npy")), y = readNpy(*zip.open("y.npy"));
        QCOMPARE(x.shape, (std::vector<std::int64_t>{6, 4}));
        QCOMPARE(x.type, NumberType::Float32);
        for (std::size_t i = 0; i < 24; ++i)
            QCOMPARE(test::numberAt(x, i), double(i) / 8 - 1);
        QCOMPARE(y.type, NumberType::Int64);
        QCOMPARE(test::numberAt(y, 0), 2.);
        QCOMPARE(test::numberAt(y, 4), 0.);
    }

    void arraysOfNumPyAreRead()
    {
        const NumberArray fortran = read(kFiles + "fortran.npy"); // column by column
        QVERIFY(fortran.firstVariesFastest);
        QCOMPARE(fortran.shape, (std::vector<std::int64_t>{6, 4}));
        QCOMPARE(test::numberAt(fortran, 1), 4. / 8 - 1);
        const NumberArray big = read(kFiles + "big_endian.npy");
        QCOMPARE(big.type, NumberType::Int32);
        QCOMPARE(test::numberAt(big, 3), -70000.);
        const NumberArray flags = read(kFiles + "bool.npy");
        QCOMPARE(flags.bytes, (std::vector<std::uint8_t>{1, 0, 1}));
        QCOMPARE(test::numberAt(read(kFiles + "version2.npy"), 7), 7. / 8 - 1);
    }

    void numbersOfTwoBytesAreRead()
    {
        const auto two = [this](const char *descr, const char *values) {
            return read(written(npy("{'descr': '" + QByteArray(descr) + "', 'fortran_order': False, 'shape': (2,), }\n", QByteArray(values, 4))));
        };
        const NumberArray counts = two(">u2", "\xff\xfe\x00\x07"), halves = two("<f2", "\x00\x3e\x00\xc0");
        QCOMPARE(counts.type, NumberType::UInt16);
        QCOMPARE(test::numberAt(counts, 0), 65534.);
        QCOMPARE(halves.type, NumberType::Float16);
        QCOMPARE(halves.bytes, (std::vector<std::uint8_t>{0x00, 0x3e, 0x00, 0xc0}));
    }

    void badArraysNameTheByteAndWhatWasExpected_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        const auto header = [](const char *descr, const char *order, const char *shape) {
            return QByteArray("{'descr': ") + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
        };
        const QByteArray two = header("'|u1'", "False", "(2,)");
        QTest::newRow("empty") << QByteArray() << "byte 0: the file ends, expected the eight bytes";
        QTest::newRow("foreign") << QByteArray("PNG, really") << "this is not a .npy file";
        QTest::newRow("version") << QByteArray("\x93NUMPY\x07\x00", 8) << "version 7.0, expected 1.0";
        QTest::newRow("giant header") << QByteArray("\x93NUMPY\x02\x00\xff\xff\xff\x7f", 12) << "a header of 2147483647 bytes, expected at most";
        QTest::newRow("cut header") << npy(two).left(30) << "the file ends, expected a header of";
        QTest::newRow("call") << npy(header("__import__('os').system('id')", "False", "(2,)")) << "expected a text in quotes";
        QTest::newRow("table") << npy(header("[('a', '<f4')]", "False", "(2,)")) << "a table of several types";
        QTest::newRow("objects") << npy(header("'|O'", "False", "(2,)")) << "values of type \"|O\", expected float16, float32";
        QTest::newRow("complex") << npy(header("'<c8'", "False", "(2,)")) << "values of type \"<c8\"";
        QTest::newRow("no byte order") << npy(header("'|f4'", "False", "(2,)")) << "without a byte order";
        QTest::newRow("order") << npy(header("'<f4'", "maybe", "(2,)")) << "expected True or False";
        QTest::newRow("negative") << npy(header("'<f4'", "False", "(-2,)")) << "sizes of at most 18 digits";
        QTest::newRow("expression") << npy(header("'<f4'", "False", "(2*2,)")) << "expected , or )";
        QTest::newRow("number") << npy(header("'<f4'", "False", "()")) << "a single number, expected an array";
        QTest::newRow("no samples") << npy(header("'<f4'", "False", "(0, 3)")) << "a dimension of size 0";
        QTest::newRow("overflow") << npy(header("'<f8'", "False", "(4294967296, 4294967296)")) << "at most 16 GiB";
        QTest::newRow("many digits") << npy(header("'<f8'", "False", "(99999999999999999999,)")) << "at most 18 digits";
        QTest::newRow("large and cut") << npy(header("'<f8'", "False", "(1000000000,)"), "x") << "the file ends, expected 1000000000 values";
        QTest::newRow("unknown key") << npy("{'a': 1}") << "an unknown key \"a\"";
        QTest::newRow("missing key") << npy("{'descr': '<f4'}") << "expected descr, fortran_order and shape";
        QTest::newRow("twice") << npy("{'descr': '<f4', 'descr': '<f4'}") << "a second descr";
        QTest::newRow("text after") << npy(two + "x") << "expected nothing after }";
        QTest::newRow("too long") << npy(two, "abc") << "there is more than the 2 values";
        QTest::newRow("cut") << npy(two, "a") << "the file ends, expected 2 values";
    }

    void badArraysNameTheByteAndWhatWasExpected()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        expectError(bytes, message, [](const std::string &path) { read(path); });
    }

    void badArchivesNameWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        const QByteArray content = npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2,)}", "ab");
        const Zip good = storedZip(content);
        QTest::newRow("empty") << QByteArray() << "has no ZIP directory";
        QTest::newRow("foreign") << QByteArray(100, 'x') << "has no ZIP directory";
        QTest::newRow("cut") << good.bytes().chopped(1) << "has no ZIP directory";
        QTest::newRow("front is gone") << good.bytes().mid(10) << "no entry, expected one";
        Zip bad = good;
        bad.checksum ^= 1;
        QTest::newRow("checksum") << bad.bytes() << "wrong checksum";
        bad = good;
        bad.flags = 1;
        QTest::newRow("encrypted") << bad.bytes() << "is encrypted";
        bad = good;
        bad.method = 14;
        QTest::newRow("method") << bad.bytes() << "packed by method 14, expected 0 (stored) or 8";
        bad = good;
        bad.header = 0x7fffffff;
        QTest::newRow("far header") << bad.bytes() << "stands beyond the end";
        bad.header = 1;
        QTest::newRow("no header") << bad.bytes() << "has no header there";
        bad = good;
        bad.size = 0x7fffffff;
        QTest::newRow("stored bomb") << bad.bytes() << "for its " + QString::number(content.size()) + " packed bytes";
        bad.method = 8;
        QTest::newRow("deflated bomb") << bad.bytes() << "packed bytes; get a new copy";
        bad.size = 3000;
        bad.packed.fill('\xff');
        QTest::newRow("no deflate") << bad.bytes() << "damaged";
    }

    void badArchivesNameWhatIsWrong()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        expectError(bytes, message, [](const std::string &path) {
            readNpy(*ZipFile(path, "an archive", "dataset.path").open("x.npy"));
        });
    }

    void anArchiveThatIsRightIsRead()
    {
        const QByteArray content = npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2,)}", "ab");
        const std::string path = written(storedZip(content).bytes());
        QCOMPARE(readNpy(*ZipFile(path, "an archive", "dataset.path").open("x.npy")).bytes, (std::vector<std::uint8_t>{'a', 'b'}));
    }

    /// 64 KiB that become 64 MiB: no more of them is unpacked than the array's header asks for.
    void aBombIsNotUnpacked()
    {
        QByteArray content = npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2,)}") + QByteArray(64 << 20, '\0');
        z_stream stream{};
        deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
        QByteArray packed(1 << 20, '\0');
        stream.next_in = reinterpret_cast<Bytef *>(content.data());
        stream.avail_in = uInt(content.size());
        stream.next_out = reinterpret_cast<Bytef *>(packed.data());
        stream.avail_out = uInt(packed.size());
        QCOMPARE(deflate(&stream, Z_FINISH), Z_STREAM_END);
        packed.resize(qsizetype(stream.total_out));
        deflateEnd(&stream);
        Zip zip = storedZip(content);
        zip.packed = packed;
        zip.method = 8;
        expectError(zip.bytes(), "x.npy: byte 67: there is more than the 2 values", [](const std::string &path) {
            readNpy(*ZipFile(path, "an archive", "dataset.path").open("x.npy"));
        });
    }

private:
    static NumberArray read(const std::string &path)
    {
        ByteFile file(path, "an .npy file");
        return readNpy(file);
    }

    template <typename Work>
    void expectError(const QByteArray &bytes, const QString &message, const Work &work)
    {
        const std::string path = written(bytes);
        try {
            work(path);
            QFAIL("no error");
        } catch (const DatasetError &error) {
            QVERIFY2(QString(error.what()).contains(message), error.what());
            QVERIFY(QString(error.what()).startsWith(QString::fromStdString(path)));
        }
    }

    std::string written(const QByteArray &bytes)
    {
        QFile file(m_folder.filePath("x.npy"));
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            file.write(bytes);
        return file.fileName().toStdString();
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(NpyFileTest)
#include "tst_npy_file.moc"
