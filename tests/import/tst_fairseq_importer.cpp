#include "core/import/tools/fairseq_importer.h"
#include "tests/support/imported_run.h"
#include "tests/support/test_program.h"

#include <QDateTime>
#include <QTest>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

constexpr const char *kLog =
    "2021-01-12 14:30:00 | INFO | fairseq_cli.train | {'_name': None, 'common': {'log_format': 'json'}}\n"
    "2021-01-12 14:30:01 | INFO | fairseq.trainer | NOTE: gradient overflow detected, ignoring gradient, setting loss scale to: 64.0\n"
    "2021-01-12 14:35:05 | INFO | train_inner | {\"epoch\": 1, \"update\": 0.5, \"loss\": \"9.368\", \"ppl\": \"1.98e+06\", \"num_updates\": \"300\", \"clip\": \"100%\"}\n"
    "2021-01-12 14:36:05 | INFO | train_inner | {\"epoch\": 1, \"update\": 1.0, \"loss\": \"NaN\", \"num_updates\": \"400\"}\n"
    "Traceback of a warning {not ours}\n"
    "2021-01-12 14:37:14 | INFO | valid | {\"epoch\": 1, \"valid_loss\": \"8.751\", \"valid_num_updates\": \"414\", \"valid_best_loss\": \"8.751\"}\n"
    "2021-01-12 14:37:15 | INFO | train | {\"epoch\": 1, \"train_loss\": \"9.25\", \"train_num_updates\": \"414\", \"train_wall\": \"119\"}\n";

ImportedRun readFairseq(const std::string &text)
{
    const GrownFile file("train.log");
    file.write(text);
    FairseqImporter importer(file.path());
    return imported(importer);
}

} // namespace

class FairseqImporterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLogArrives()
    {
        const ImportedRun run = readFairseq(kLog);
        QCOMPARE(run.value("loss|loss|loss|line", 300), std::string("9.368"));
        QCOMPARE(run.value("loss|loss|loss|line", 400), std::string("nan"));
        QCOMPARE(run.value("loss|loss|valid_loss|line", 414), std::string("8.751"));
        QCOMPARE(run.value("loss|loss|train_loss|line", 414), std::string("9.25"));
        QCOMPARE(run.value("ppl|ppl|ppl|line", 300), std::string("1980000"));
        QCOMPARE(run.value("clip|clip|clip|line", 300), std::string("100"));
        QCOMPARE(run.value("update|update|update|line", 400), std::string("1"));
        QCOMPARE(run.valueCount(), std::size_t{4 + 2 + 2 + 2});
        QCOMPARE(run.stamps.at(300).epoch, std::int64_t{1});
        QCOMPARE(run.stamps.at(300).wallSeconds, static_cast<double>(QDateTime(QDate(2021, 1, 12), QTime(14, 35, 5)).toSecsSinceEpoch()));
        QCOMPARE(run.events.size(), std::size_t{0});
    }

    void linesOfHydraAndOldOnesArrive()
    {
        const ImportedRun hydra = readFairseq("[2021-01-12 14:35:05,250][train_inner][INFO] - {\"epoch\": 1, \"loss\": \"9.5\", \"num_updates\": \"3\"}\n");
        QCOMPARE(hydra.value("loss|loss|loss|line", 3), std::string("9.5"));
        QCOMPARE(hydra.stamps.at(3).wallSeconds, static_cast<double>(QDateTime(QDate(2021, 1, 12), QTime(14, 35, 5)).toSecsSinceEpoch()) + 0.25);
        // Validation lines without num_updates belong to the previous step.
        const ImportedRun old = readFairseq("{\"epoch\": 9, \"loss\": \"3.180\", \"wps\": 1671182, \"num_updates\": 21497, \"lr\": 0.0003}\n"
                                         "{\"epoch\": 9, \"valid_loss\": 3.25, \"valid_ppl\": \"2.61\"}\n");
        QCOMPARE(old.value("loss|loss|loss|line", 21497), std::string("3.18"));
        QCOMPARE(old.value("loss|loss|valid_loss|line", 21497), std::string("3.25"));
        QCOMPARE(old.value("wps|wps|wps|line", 21497), std::string("1671182"));
    }

    void growthByteByByteGivesTheSame()
    {
        const GrownFile file("train.log");
        FairseqImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        for (const char byte : std::string(kLog)) {
            file.append({&byte, 1});
            importer.read(run, progress);
        }
        const ImportedRun grown(run), whole = readFairseq(kLog);
        QVERIFY(grown.tags == whole.tags && grown.values == whole.values);
        QCOMPARE(grown.info.message, std::string());
    }

    void whatCannotBeReadIsReported()
    {
        const ImportedRun run = readFairseq("{\"epoch\": 1, \"loss\": \"9.5\", \"wps\": \"1\", \"num_updates\": \"3\"}\n"
                                         "{\"epoch\": 1, \"loss\": \"9.0\n"
                                         "{\"epoch\": 1, \"loss\": \"x\", \"num_updates\": \"4\"}\n"
                                         + std::string(2'000'000, 'x') + "\n"
                                         "{\"epoch\": 1, \"loss\": \"8.5\", \"num_updates\": \"5\"}\n{\"epoch\": 1");
        QCOMPARE(run.value("loss|loss|loss|line", 5), std::string("8.5"));
        QVERIFY(!run.told("line 2 is no JSON object").empty());
        QVERIFY(!run.told("line 3: \"loss\" is no number, and skipped: \"x\"").empty());
        QVERIFY(!run.told("line 4 is longer than 1048576 bytes").empty());
        QCOMPARE(run.info.message, std::string("ends within line 6"));
    }

    void otherTextsAreNotTaken()
    {
        QVERIFY(FairseqImporter::recognises(kLog));
        QVERIFY(FairseqImporter::recognises("{\"epoch\": 9, \"loss\": \"3.180\", \"wps\": 1671182, \"num_updates\": 21497}\n"));
        for (const char *other : {"", "{\"epoch\": 1, \"loss\": 2}\n", "step,loss\n1,2\n", "2021-01-12 14:30:00 | INFO | mine | hello\n", "{\"format\": 1}"})
            QVERIFY2(!FairseqImporter::recognises(other), other);
    }
};

LENSBOARD_TEST(FairseqImporterTest)
#include "tst_fairseq_importer.moc"
