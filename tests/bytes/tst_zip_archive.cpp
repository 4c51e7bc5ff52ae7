#include "core/bytes/sha256.h"
#include "core/bytes/zip_archive.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTest>

using namespace lensboard;
using bytes::ZipArchive;
using bytes::ZipError;

namespace {

QByteArray number(std::uint64_t value, int bytes)
{
    QByteArray text;
    for (int i = 0; i < bytes; ++i)
        text += char(value >> (8 * i) & 0xff);
    return text;
}

/// Returns a ZIP64 archive with one stored entry "a" containing "hello". Sizes and offsets are in ZIP64 fields and records; \p place is the directory
/// offset in the end record.
QByteArray zip64(std::uint32_t place = 0xffffffff)
{
    const QByteArray none(4, '\xff'), zeros(4, '\0'), crc = number(0x3610a686, 4), version = number(45, 2), plain(8, '\0');
    const QByteArray local = "PK\3\4" + version + plain + crc + none + none + number(1, 2) + number(20, 2) + "a"
        + number(1, 2) + number(16, 2) + number(5, 8) + number(5, 8) + "hello";
    const QByteArray directory = "PK\1\2" + version + version + plain + crc + none + none + number(1, 2) + number(28, 2) + number(0, 2)
        + zeros + zeros + none + "a" + number(1, 2) + number(24, 2) + number(5, 8) + number(5, 8) + number(0, 8);
    const QByteArray end64 = "PK\6\6" + number(44, 8) + version + version + zeros + zeros + number(1, 8) + number(1, 8)
        + number(directory.size(), 8) + number(local.size(), 8);
    const QByteArray locator = "PK\6\7" + zeros + number(local.size() + directory.size(), 8) + number(1, 4);
    return local + directory + end64 + locator + "PK\5\6" + zeros + number(1, 2) + number(1, 2) + (place == 0xffffffff ? none : number(directory.size(), 4)) + number(place, 4) + number(0, 2);
}

} // namespace

class ZipArchiveTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void entriesAreReadAsTheyAre()
    {
        QFile file(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/mlp-scripted.pt");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string bytes = file.readAll().toStdString();
        const ZipArchive archive(bytes);
        QCOMPARE(archive.entries().size(), std::size_t{21});
        archive.verify();
        const ZipArchive::Entry *source = archive.findEnding("code/__torch__.py");
        QVERIFY(source && source->deflated);
        const std::string text = archive.read(*source, 1000);
        QCOMPARE(text.size(), std::size_t{691});
        QVERIFY(text.starts_with("class Mlp(Module):"));
        QVERIFY(!archive.findEnding("torch__.py")); // whole names only
        QVERIFY_EXCEPTION_THROWN(archive.read(*source, 100), std::runtime_error);
    }

    void everyChangedByteOfAnEntryIsFound()
    {
        QFile file(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/mlp-traced.pt");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string bytes = file.readAll().toStdString();
        const ZipArchive archive(bytes);
        for (const auto &entry : archive.entries()) {
            std::string changed = bytes;
            changed[entry.place + entry.packed / 2] ^= 1;
            QVERIFY_EXCEPTION_THROWN(ZipArchive(changed).verify(), ZipError);
        }
    }

    void largeNumbersAreThoseOfZip64()
    {
        const std::string bytes = zip64().toStdString();
        const ZipArchive archive(bytes);
        QCOMPARE(archive.entries().size(), std::size_t{1});
        const ZipArchive::Entry *entry = archive.find("a");
        QVERIFY(entry);
        QCOMPARE(archive.read(*entry, 5), std::string("hello"));
    }

    /// LibTorch uses the directory offset of the ZIP64 record and ignores the end record's. The reader must check the same directory.
    void theRecordOfZip64CountsBeforeTheEnd()
    {
        const std::string bytes = zip64(2).toStdString();
        QCOMPARE(ZipArchive(bytes).entries().at(0).name, std::string("a"));
    }

    void ofTwoEntriesOfOneNameTheLastCounts()
    {
        // Concatenated archives: the last directory has one entry, so both names are put into one directory here.
        const QByteArray crcA = number(0xe8b7be43, 4), crcB = number(0x71beeff9, 4), zeros(4, '\0'), plain(8, '\0'), version = number(20, 2);
        const auto local = [&](const QByteArray &crc, const char *byte) {
            return "PK\3\4" + version + plain + crc + number(1, 4) + number(1, 4) + number(1, 2) + number(0, 2) + "x" + byte;
        };
        const auto entry = [&](const QByteArray &crc, std::uint32_t place) {
            return "PK\1\2" + version + version + plain + crc + number(1, 4) + number(1, 4) + number(1, 2) + number(0, 2) + number(0, 2)
                + zeros + zeros + number(place, 4) + "x";
        };
        const QByteArray first = local(crcA, "a"), both = first + local(crcB, "b");
        const QByteArray directory = entry(crcA, 0) + entry(crcB, static_cast<std::uint32_t>(first.size()));
        const std::string bytes = (both + directory + "PK\5\6" + zeros + number(2, 2) + number(2, 2) + number(directory.size(), 4)
                                   + number(both.size(), 4) + number(0, 2)).toStdString();
        const ZipArchive archive(bytes);
        archive.verify();
        QCOMPARE(archive.read(*archive.find("x"), 1), std::string("b"));
    }

    void aFileIsReadAsMemoryIs()
    {
        const char *path = LENSBOARD_SOURCE_DIR "/tests/data/torchscript/mlp-scripted.pt";
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string bytes = file.readAll().toStdString();
        const ZipArchive inMemory(bytes), onDisk = ZipArchive::ofFile(path);
        QCOMPARE(onDisk.entries().size(), inMemory.entries().size());
        for (std::size_t i = 0; i < onDisk.entries().size(); ++i)
            QCOMPARE(onDisk.read(onDisk.entries()[i], 1 << 20), inMemory.read(inMemory.entries()[i], 1 << 20));
        QVERIFY_EXCEPTION_THROWN(ZipArchive::ofFile("/no/such/file"), ZipError);
    }

    void everyChangedByteIsFoundOrChangesNoContent()
    {
        const std::string bytes = zip64().toStdString();
        for (std::size_t i = 0; i < bytes.size(); ++i)
            for (const char change : {1, 0x7f, -128, -1}) {
                std::string changed = bytes;
                changed[i] ^= change;
                try {
                    const ZipArchive archive(changed);
                    archive.verify();
                    for (const ZipArchive::Entry &entry : archive.entries())
                        QCOMPARE(archive.read(entry, 5), std::string("hello"));
                } catch (const ZipError &) {
                }
            }
    }

    void sha256IsThatOfTheStandard_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("digest");
        QTest::newRow("empty") << QByteArray() << "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        QTest::newRow("abc") << QByteArray("abc") << "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        QTest::newRow("56 bytes") << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                                  << "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        QTest::newRow("a million") << QByteArray(1000000, 'a') << "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    }

    void sha256IsThatOfTheStandard()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QString, digest);
        QCOMPARE(QString::fromStdString(bytes::sha256({text.data(), static_cast<std::size_t>(text.size())})), digest);
    }
};

LENSBOARD_TEST(ZipArchiveTest)
#include "tst_zip_archive.moc"
