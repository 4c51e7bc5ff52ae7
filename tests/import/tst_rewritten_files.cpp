// Files that their writers rewrite in place, longer than before, while a reader follows them.

#include "core/runs/run_source.h"
#include "tests/support/bytes_read.h"
#include "tests/support/event_file_maker.h"
#include "tests/support/gzipped.h"
#include "tests/support/imported_run.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTest>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

/// Returns metrics.csv of Lightning's CSVLogger after \p epochs. Columns are sorted by name, and a new column rewrites the file.
QByteArray lightningCsv(int epochs, bool hasValidation)
{
    QByteArray text = hasValidation ? "epoch,step,train_loss,val_loss\r\n" : "epoch,step,train_loss\r\n";
    for (int epoch = 0; epoch < epochs; ++epoch) {
        for (int step = 0; step < 3; ++step)
            text += QString("%1,%2,%3%4\r\n").arg(epoch).arg(3 * epoch + step).arg(1.0 / (3 * epoch + step + 1)).arg(hasValidation ? "," : "").toLatin1();
        if (hasValidation)
            text += QString("%1,%2,,%3\r\n").arg(epoch).arg(3 * epoch + 2).arg(2.0 / (epoch + 1)).toLatin1();
    }
    return text;
}

template <typename Line> QByteArray lines(int count, const Line &line)
{
    QByteArray text;
    for (int i = 0; i < count; ++i)
        text += line(i);
    return text;
}

struct Followed
{
    explicit Followed(const QString &path) : source(runs::openRun(path.toStdString(), progress)) {}

    ImportedRun refreshed()
    {
        source->refresh(progress);
        return ImportedRun(*source->run());
    }

    ReadProgress progress;
    std::unique_ptr<runs::RunSource> source;
};

constexpr const char *kTrainLoss = "train_loss|train_loss|value|line", *kValLoss = "val_loss|val_loss|value|line";

} // namespace

class RewrittenFilesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void whatARewrittenFileHoldsIsShown_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("CSV of Lightning") << "metrics.csv" << lightningCsv(4, false) << lightningCsv(5, true);
        QTest::newRow("CSV that is longer than a fingerprint") << "metrics.csv" << lightningCsv(400, false) << lightningCsv(401, true);
        QTest::newRow("CSV that is as long as before") << "a.csv" << QByteArray("step,loss\n1,0.25\n2,0.5\n") << QByteArray("step,loss\n7,0.75\n9,0.5\n");
        QTest::newRow("CSV, another row at the end") << "a.csv" << "step,loss\n" + lines(999, [](int i) { return QString("%1,0.5\n").arg(i).toLatin1(); }) + "999,0.25\n"
                                                     << "step,loss\n" + lines(2000, [](int i) { return QString("%1,0.5\n").arg(i).toLatin1(); });
        QTest::newRow("packed CSV") << "a.csv.gz" << QByteArray::fromStdString(gzipped(lightningCsv(4, false).toStdString())) << QByteArray::fromStdString(gzipped(lightningCsv(50, true).toStdString()));
        QTest::newRow("JSON lines") << "a.jsonl" << lines(5, [](int i) { return QString("{\"step\": %1, \"loss\": 0.5}\n").arg(i).toLatin1(); })
                                    << lines(5, [](int i) { return QString("{\"step\": %1, \"acc\": 0.25, \"loss\": 0.5}\n").arg(i).toLatin1(); });
        QTest::newRow("TensorBoard") << "events.out.tfevents.1.a" << versionRecord() + lines(5, [](int i) { return scalarRecord(i, "loss", 1); })
                                     << versionRecord() + lines(9, [](int i) { return scalarRecord(i + 3, "accuracy", 2); });
        QTest::newRow("fairseq") << "train.log"
                                 << lines(5, [](int i) { return QString("| train | {\"epoch\": 1, \"loss\": \"0.5\", \"num_updates\": \"%1\"}\n").arg(i).toLatin1(); })
                                 << lines(9, [](int i) { return QString("| train | {\"epoch\": 1, \"loss\": \"0.25\", \"ppl\": \"2\", \"num_updates\": \"%1\"}\n").arg(i).toLatin1(); });
        QTest::newRow("MLflow") << "loss" << lines(5, [](int i) { return QString("174825799000%1 0.5 %1\n").arg(i).toLatin1(); })
                                << lines(9, [](int i) { return QString("174825799000%1 0.125 1%1\n").arg(i).toLatin1(); });
    }

    /// No row is lost or repeated: the follower's run equals a fresh reader's.
    void whatARewrittenFileHoldsIsShown()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        write(file, before);
        Followed run(path(file));
        QVERIFY(ImportedRun(*run.source->run()).valueCount() > 0);
        write(file, after);
        QVERIFY(run.refreshed().sameValues(ImportedRun(*Followed(path(file)).source->run())));
        QVERIFY(run.source->run()->info().message.empty());
        QVERIFY(!run.source->refresh(run.progress));
    }

    void aFollowerReadsOnAfterARewriting()
    {
        write("metrics.csv", lightningCsv(4, false));
        Followed run(path("metrics.csv"));
        write("metrics.csv", lightningCsv(4, true));
        QCOMPARE(run.refreshed().values.at(kValLoss).size(), std::size_t{4});
        const QByteArray more = lightningCsv(6, true).mid(lightningCsv(4, true).size());
        write("metrics.csv", more, QIODevice::Append);
        const ImportedRun grown = run.refreshed();
        QCOMPARE(grown.values.at(kTrainLoss).size(), std::size_t{18});
        QCOMPARE(grown.values.at(kValLoss).size(), std::size_t{6});
        QCOMPARE(grown.value(kValLoss, 17), std::string("0.333333"));
    }

    /// The writer truncates the file first.
    void readersShowWhatTheyHadUntilTheFileIsWrittenAgain()
    {
        write("metrics.csv", lightningCsv(4, false));
        Followed run(path("metrics.csv"));
        const QByteArray after = lightningCsv(4, true);
        for (const qsizetype written : {qsizetype{0}, after.size() / 4, after.size() / 2}) {
            write("metrics.csv", after.first(written));
            const ImportedRun amid = run.refreshed();
            QCOMPARE(amid.values.at(kTrainLoss).size(), std::size_t{12});
            QVERIFY(!amid.values.contains(kValLoss));
        }
        write("metrics.csv", after);
        const ImportedRun rewritten = run.refreshed();
        QCOMPARE(rewritten.values.at(kTrainLoss).size(), std::size_t{12});
        QCOMPARE(rewritten.values.at(kValLoss).size(), std::size_t{4});
    }

    void aShorterFileIsShownOnceItStopsGrowing()
    {
        write("metrics.csv", lightningCsv(4, false));
        Followed run(path("metrics.csv"));
        write("metrics.csv", lightningCsv(1, false));
        QCOMPARE(run.refreshed().values.at(kTrainLoss).size(), std::size_t{12});
        QCOMPARE(run.refreshed().values.at(kTrainLoss).size(), std::size_t{3});
    }

    /// A new training starts in the file of another.
    void aShorterFileIsShownThoughItGrows()
    {
        write("metrics.csv", lightningCsv(100, false));
        Followed run(path("metrics.csv"));
        write("metrics.csv", lightningCsv(1, false));
        std::size_t looks = 1;
        for (; looks < 50 && run.refreshed().values.at(kTrainLoss).size() == 300; ++looks)
            write("metrics.csv", lightningCsv(static_cast<int>(looks) + 1, false));
        QCOMPARE(looks, std::size_t{10});
    }

    void aLookAtALargeFileReadsLittle()
    {
        const QByteArray text = lightningCsv(100'000, false);
        QVERIFY(text.size() > 4 << 20);
        write("metrics.csv", text);
        Followed run(path("metrics.csv"));
        run.source->refresh(run.progress);
        const std::uint64_t before = bytesRead();
        for (int i = 0; i < 10; ++i)
            QVERIFY(!run.source->refresh(run.progress));
        QVERIFY(bytesRead() - before < 10 * (4 << 10));
    }

private:
    QString path(const QString &file) const { return m_folder->filePath(file); }

    void write(const QString &name, const QByteArray &bytes, QIODevice::OpenMode mode = QIODevice::WriteOnly) const
    {
        QFile file(path(name));
        if (!file.open(mode) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(path(name)));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

LENSBOARD_TEST(RewrittenFilesTest)
#include "tst_rewritten_files.moc"
