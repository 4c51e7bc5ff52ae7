#include "core/dataset/dataset.h"
#include "core/dataset/text_file.h"

#include <ATen/ops/arange.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lensboard::dataset;

class TextDatasetTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void charactersAreCodePoints_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QList<int>>("characters");
        QTest::newRow("empty") << QByteArray() << QList<int>();
        QTest::newRow("ASCII and NUL") << QByteArray("a\0\n", 3) << QList<int>{'a', 0, '\n'};
        QTest::newRow("two bytes") << QByteArray("\xc2\x80\xdf\xbf") << QList<int>{0x80, 0x7ff};
        QTest::newRow("three bytes") << QByteArray("\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf")
                                     << QList<int>{0x800, 0xd7ff, 0xe000, 0xffff};
        QTest::newRow("four bytes") << QByteArray("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf") << QList<int>{0x10000, 0x10ffff};
        QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbfx") << QList<int>{'x'};
    }

    void charactersAreCodePoints()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QList<int>, characters);
        const std::vector<std::int32_t> read = readText(written(bytes));
        QCOMPARE(QList<int>(read.begin(), read.end()), characters);
    }

    void whatIsNoUtf8IsNamedWithItsByte_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        QTest::newRow("Latin-1") << QByteArray("f\xfcr") << "byte 1: 0xfc begins no valid character";
        QTest::newRow("UTF-16") << QByteArray("\xff\xfe" "a") << "byte 0: 0xff begins";
        QTest::newRow("lone continuation") << QByteArray("ab\x80") << "byte 2: 0x80 begins";
        QTest::newRow("cut") << QByteArray("ab\xe2\x82") << "byte 2: 0xe2 begins";
        QTest::newRow("broken off") << QByteArray("\xe2\x82" "ab") << "byte 0: 0xe2 begins";
        QTest::newRow("too long two") << QByteArray("\xc1\xbf") << "byte 0: 0xc1 begins";
        QTest::newRow("too long three") << QByteArray("\xe0\x9f\xbf") << "byte 0: 0xe0 begins";
        QTest::newRow("too long four") << QByteArray("\xf0\x8f\xbf\xbf") << "byte 0: 0xf0 begins";
        QTest::newRow("surrogate") << QByteArray("a\xed\xa0\x80") << "byte 1: 0xed begins";
        QTest::newRow("beyond Unicode") << QByteArray("\xf4\x90\x80\x80") << "byte 0: 0xf4 begins";
        QTest::newRow("five bytes") << QByteArray("\xf8\x88\x80\x80\x80") << "byte 0: 0xf8 begins";
    }

    void whatIsNoUtf8IsNamedWithItsByte()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        expectError(written(bytes), message, [](const std::string &path) { readText(path); });
    }

    void filesThatCannotBeText()
    {
        const auto read = [](const std::string &path) { readText(path); };
        expectError("/no/such.txt", "no such file; set dataset.path", read);
        expectError(m_folder.path().toStdString(), "is no file, expected a text", read);
        expectError("/dev/zero", "is no file", read);
        QFile large(m_folder.filePath("large.txt"));
        QVERIFY(large.open(QIODevice::WriteOnly));
        if (!large.resize((qint64{1} << 30) + 1)) // takes no room on disk
            QSKIP("skipped: this file system has no sparse files");
        expectError(large.fileName().toStdString(), "has 1073741825 bytes, expected at most 1 GiB", read);
        large.remove();
    }

    void samplesAreWindowsAndTargetsOneFurther()
    {
        const Dataset text = datasetOf("abcabdabeabfabgxaby", 3, 5. / 19); // 14 characters train: abcabdabeabfab
        QCOMPARE(text.vocabulary, std::u32string(U"abcdef"));
        QCOMPARE(text.classes, 7);
        QCOMPARE(text.inputShape(), std::vector<std::int64_t>{3});
        QCOMPARE(numbers(text, text.training).first, (QList<int>{0, 1, 2, 0, 1, 3, 0, 1, 4, 0, 1, 5}));
        QCOMPARE(numbers(text, text.training).second, (QList<int>{1, 2, 0, 1, 3, 0, 1, 4, 0, 1, 5, 0}));
        QCOMPARE(numbers(text, text.validation).first, (QList<int>{6, 6, 0})); // g and x are unknown
        QCOMPARE(numbers(text, text.validation).second, (QList<int>{6, 0, 1}));
        QCOMPARE(text.notices.size(), std::size_t{1});
        QVERIFY(QString::fromStdString(text.notices[0]).startsWith("3 of 5 characters for validation"));
    }

    void theVocabularyIsSortedByCodePoint()
    {
        const Dataset text = datasetOf(QByteArray("zä€😀a").repeated(20), 4, 0.2);
        QCOMPARE(text.vocabulary, std::u32string(U"azä€😀"));
        QVERIFY(text.notices.empty());
    }

    void batchesAreOfInt64()
    {
        const Dataset text = datasetOf(QByteArray("hello ").repeated(20), 4, 0.2);
        const auto [inputs, targets] = takeBatch(text, text.training, at::arange(3, at::kLong));
        QCOMPARE(inputs.scalar_type(), at::kLong);
        QCOMPARE(targets.scalar_type(), at::kLong);
        QCOMPARE(inputs.sizes().vec(), (std::vector<std::int64_t>{3, 4}));
        QVERIFY(inputs.flatten().slice(0, 1).equal(targets.flatten().slice(0, 0, -1)));
    }

    void aShortTextSaysHowLongItMustBe()
    {
        const std::string enough = written(QByteArray(1290, 'x'));
        QCOMPARE(makeDataset(choice(enough, 128, 0.1), 1).validation.size(), 1);
        const auto load = [](const std::string &path) { makeDataset(choice(path, 128, 0.1), 1); };
        expectError(written(QByteArray(1000, 'x')), "has 1000 characters, expected 1290 so that", load);
        expectError(written(""), "has 0 characters", load);
    }

    void aVocabularyHasItsLimit()
    {
        QString characters;
        for (char32_t character = 0x10000; character < 0x20000; ++character)
            characters += QString::fromUcs4(&character, 1);
        const auto load = [](const std::string &path) { makeDataset(choice(path, 1, 0.001), 1); };
        const QByteArray most = characters.chopped(4).toUtf8(), tail(200, 'x');
        load(written(most + tail));
        expectError(written(characters.toUtf8() + tail), "different characters, expected less than 65536", load);
    }

    void readingCanBeCancelled()
    {
        struct Enough {};
        const std::string path = written("abc");
        QVERIFY_EXCEPTION_THROWN(readText(path, [](double) { throw Enough(); }), Enough);
    }

private:
    static lensboard::settings::Text choice(const std::string &path, int context, double share)
    {
        return {path, context, share};
    }

    Dataset datasetOf(const QByteArray &text, int context, double share)
    {
        return makeDataset(choice(written(text), context, share), 1);
    }

    static std::pair<QList<int>, QList<int>> numbers(const Dataset &dataset, const Samples &samples)
    {
        const auto list = [](const at::Tensor &tensor) {
            const at::Tensor flat = tensor.flatten();
            QList<int> values;
            for (std::int64_t i = 0; i < flat.numel(); ++i)
                values << flat[i].item<int>();
            return values;
        };
        const auto [inputs, targets] = takeBatch(dataset, samples, at::arange(samples.size(), at::kLong));
        return {list(inputs), list(targets)};
    }

    template <typename Work>
    static void expectError(const std::string &path, const QString &message, const Work &work)
    {
        try {
            work(path);
            QFAIL("no error");
        } catch (const DatasetError &error) {
            QVERIFY2(QString(error.what()).contains(message), error.what());
            QVERIFY(QString(error.what()).startsWith(QString::fromStdString(path) + ": "));
        }
    }

    std::string written(const QByteArray &bytes)
    {
        QFile file(m_folder.filePath("text.txt"));
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            file.write(bytes);
        return file.fileName().toStdString();
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TextDatasetTest)
#include "tst_text_dataset.moc"
