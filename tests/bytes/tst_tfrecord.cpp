#include "core/bytes/crc32c.h"
#include "core/bytes/tfrecord.h"
#include "tests/support/event_file_text.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lensboard;
using bytes::appendTfRecord;
using bytes::maskedCrc32c;

class TfrecordTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCrcIsCrc32c_data()
    {
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<quint32>("crc");
        QTest::newRow("check value") << QByteArray("123456789") << 0xE3069283u;
        QTest::newRow("empty") << QByteArray() << 0u;
        // RFC 3720, B.4
        QTest::newRow("zeros") << QByteArray(32, '\0') << 0x8A9136AAu;
        QTest::newRow("ones") << QByteArray(32, '\xFF') << 0x62A8AB43u;
        QByteArray rising, falling;
        for (char i = 0; i < 32; ++i) {
            rising += i;
            falling += static_cast<char>(31 - i);
        }
        QTest::newRow("incrementing") << rising << 0x46DD794Eu;
        QTest::newRow("decrementing") << falling << 0x113FDB5Cu;
        QTest::newRow("iSCSI read command")
            << QByteArray::fromHex("01c000000000000000000000000000001400000000000400000000140000001828000000000000000200000000000000")
            << 0xD9963A56u;
    }

    void theCrcIsCrc32c()
    {
        QFETCH(QByteArray, data);
        QFETCH(quint32, crc);
        QCOMPARE(test::crc32c(data), crc);
        QCOMPARE(bytes::crc32c(data.toStdString()), crc);
        QCOMPARE(bytes::crc32cByTables(data.toStdString()), crc);
        QCOMPARE(maskedCrc32c(data.toStdString()), test::masked(crc));
    }

    void bothWaysToTheCrcAgree()
    {
        QByteArray data;
        for (int size = 0; size < 100; ++size, data += static_cast<char>(37 * size)) {
            const std::string bytes = data.toStdString();
            const std::string_view unaligned = std::string_view(bytes).substr(static_cast<std::size_t>(size) / 20);
            QCOMPARE(bytes::crc32c(unaligned), bytes::crc32cByTables(unaligned));
            QCOMPARE(bytes::crc32c(bytes), test::crc32c(data));
        }
    }

    void aRecordIsReadFromTheFront()
    {
        using State = bytes::TfRecordFront::State;
        std::string file;
        appendTfRecord(file, "abc");
        for (std::size_t size = 0; size < file.size(); ++size)
            QVERIFY(bytes::tfRecordAtFront(std::string_view(file).substr(0, size)).state == State::Unfinished);
        const std::string longer = file + "more";
        const auto front = bytes::tfRecordAtFront(longer);
        QVERIFY(front.state == State::Whole);
        QCOMPARE(front.data, std::string_view("abc"));
        QCOMPARE(front.size, file.size());
        for (std::size_t at = 0; at < file.size(); ++at) {
            std::string damaged = file;
            damaged[at] = static_cast<char>(damaged[at] ^ 1);
            QVERIFY(bytes::tfRecordAtFront(damaged).state == (at < 12 ? State::WrongLength : State::WrongData));
        }
    }

    void aRecordIsFramed()
    {
        std::string file;
        appendTfRecord(file, "abc");
        QCOMPARE(QByteArray::fromStdString(file).left(8), QByteArray("\3\0\0\0\0\0\0\0", 8));
        QCOMPARE(file.size(), std::size_t{8 + 4 + 3 + 4});
        appendTfRecord(file, {});
        const std::string data(100000, 'x');
        appendTfRecord(file, data);
        QCOMPARE(test::records(QByteArray::fromStdString(file)),
                 QList({QByteArray("abc"), QByteArray(""), QByteArray::fromStdString(data)}));
        ++file[13];
        QVERIFY_EXCEPTION_THROWN(test::records(QByteArray::fromStdString(file)), std::runtime_error);
    }
};

LENSBOARD_TEST(TfrecordTest)
#include "tst_tfrecord.moc"
