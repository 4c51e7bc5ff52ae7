#include "core/record/sha256.h"
#include "core/model/zip_archive.h"

#include <QFile>
#include <QTest>

using namespace lensboard;

class ZipArchiveTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void entriesAreReadAsTheyAre()
    {
        QFile file(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/mlp-scripted.pt");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string bytes = file.readAll().toStdString();
        const model::ZipArchive archive(bytes);
        QCOMPARE(archive.entries().size(), std::size_t{21});
        archive.verify();
        const model::ZipArchive::Entry *source = archive.find("code/__torch__.py");
        QVERIFY(source && source->deflated);
        const std::string text = archive.read(*source, 1000);
        QCOMPARE(text.size(), std::size_t{691});
        QVERIFY(text.starts_with("class Mlp(Module):"));
        QVERIFY(!archive.find("torch__.py")); // whole names only
        QVERIFY_EXCEPTION_THROWN(archive.read(*source, 100), std::runtime_error);
    }

    void everyChangedByteOfAnEntryIsFound()
    {
        QFile file(LENSBOARD_SOURCE_DIR "/tests/data/torchscript/mlp-traced.pt");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string bytes = file.readAll().toStdString();
        const model::ZipArchive archive(bytes);
        for (const auto &entry : archive.entries()) {
            std::string changed = bytes;
            changed[static_cast<std::size_t>(entry.stored.data() - bytes.data()) + entry.stored.size() / 2] ^= 1;
            QVERIFY_EXCEPTION_THROWN(model::ZipArchive(changed).verify(), std::runtime_error);
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
        QCOMPARE(QString::fromStdString(record::sha256({text.data(), static_cast<std::size_t>(text.size())})), digest);
    }
};

QTEST_GUILESS_MAIN(ZipArchiveTest)
#include "tst_zip_archive.moc"
