#include "core/dataset/picture_file.h"
#include "tests/support/scratch_file.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTest>

#include <fstream>

using namespace lensboard::dataset;
using Json = nlohmann::json;

namespace {

const std::string kFiles = LENSBOARD_SOURCE_DIR "/tests/data/dataset/";

/// Pixels of these pictures as read by Pillow.
Json expected()
{
    std::ifstream file(kFiles + "pictures.json");
    return Json::parse(file);
}

int largestDifference(const std::vector<std::uint8_t> &a, const std::vector<std::uint8_t> &b)
{
    int largest = a.size() == b.size() ? 0 : 256;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

} // namespace

class PictureFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void picturesAreThoseOfPillow_data()
    {
        QTest::addColumn<QString>("name");
        const Json all = expected();
        for (const auto &[name, picture] : all.items())
            if (picture.is_object())
                QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    void picturesAreThoseOfPillow()
    {
        QFETCH(QString, name);
        const Json picture = expected().at(name.toStdString());
        for (const bool grey : {false, true}) {
            const Picture read = readPicture(kFiles + name.toStdString(), grey);
            QCOMPARE(read.width, picture.at("width").get<std::int64_t>());
            QCOMPARE(read.height, picture.at("height").get<std::int64_t>());
            QCOMPARE(read.channels, grey ? 1 : 3);
            const auto values = picture.at(grey ? "grey" : "rgb").get<std::vector<std::uint8_t>>();
            // Pillow has libjpeg make grey, from the numbers before they become colours.
            QVERIFY2(largestDifference(read.values, values) <= (grey && name.endsWith("jpg") ? 2 : 0),
                     qPrintable(QString::number(largestDifference(read.values, values))));
        }
    }

    void sizesChangeAsInPillow_data()
    {
        QTest::addColumn<QString>("name");
        const Json all = expected();
        for (const auto &[name, picture] : all.items())
            if (picture.is_array())
                QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    void sizesChangeAsInPillow()
    {
        QFETCH(QString, name);
        const Picture picture = resized(readPicture(kFiles + name.section(" to ", 0, 0).toStdString(), false),
                                        name.section(" to ", 1, 1).toInt());
        const auto values = expected().at(name.toStdString()).get<std::vector<std::uint8_t>>();
        QVERIFY2(largestDifference(picture.values, values) <= 1, qPrintable(QString::number(largestDifference(picture.values, values))));
    }

    void aSizeThatIsRightChangesNothing()
    {
        const Picture picture{2, 2, 1, {1, 2, 3, 250}};
        QCOMPARE(resized(picture, 2).values, picture.values);
        QCOMPARE(resized(picture, 1).values, (std::vector<std::uint8_t>{64})); // the mean of all
    }

    void whatIsNoPictureIsNamed()
    {
        QVERIFY(!isPictureFile(written("text")));
        QVERIFY(isPictureFile(kFiles + "rgb.png") && isPictureFile(kFiles + "rgb.jpg"));
        expectError(written("text"), "is neither a PNG nor a JPEG");
        expectError("/no/such.png", "cannot be read");
        QByteArray large = contents("rgb.png");
        large.replace(16, 8, QByteArray::fromHex("7fffffff7fffffff")); // the checksum is wrong too
        expectError(written(large), "PNG");
        QByteArray tall = contents("rgb.jpg");
        const qsizetype size = tall.indexOf(QByteArray::fromHex("ffc0001108")) + 5;
        tall.replace(size, 4, QByteArray::fromHex("ffdcffdc"));
        expectError(written(tall), "is 65500 x 65500 pixels, expected at most 64 megapixels");
    }

    void picturesThatAreCutAreRefused_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"rgb.png", "grey.png", "palette.png", "rgb.jpg", "progressive.jpg"})
            QTest::newRow(name) << name;
    }

    void picturesThatAreCutAreRefused()
    {
        QFETCH(QString, name);
        const QByteArray whole = contents(name);
        const bool jpeg = name.endsWith("jpg");
        for (qsizetype size = 0; size < whole.size() - (jpeg ? 2 : 12); ++size) // the end mark itself may lack
            try {
                readPicture(written(whole.left(size)), false);
                QFAIL(qPrintable(QString("no error after %1 of %2 bytes").arg(size).arg(whole.size())));
            } catch (const DatasetError &) {
            }
    }

private:
    static QByteArray contents(const QString &name)
    {
        QFile file(QString::fromStdString(kFiles) + name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static void expectError(const std::string &path, const QString &message)
    {
        try {
            readPicture(path, false);
            QFAIL("no error");
        } catch (const DatasetError &error) {
            QVERIFY2(QString(error.what()).contains(message), error.what());
            QVERIFY(QString(error.what()).startsWith(QString::fromStdString(path) + ": "));
        }
    }

    std::string written(const QByteArray &bytes)
    {
        m_file.write(bytes.toStdString());
        return m_file.path();
    }

    const lensboard::test::ScratchFile m_file{"picture"};
};

QTEST_GUILESS_MAIN(PictureFileTest)
#include "tst_picture_file.moc"
