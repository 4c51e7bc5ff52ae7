#include "core/runs/run_follower.h"
#include "core/runs/run_source.h"
#include "tests/support/imported_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTest>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

namespace fs = std::filesystem;
using Use = ColumnUse;

std::unique_ptr<runs::RunSource> sourceAt(const fs::path &path, const RoleChoice &choice = {})
{
    ReadProgress progress;
    return runs::openRun(path, progress, choice);
}

QString seriesOf(const fs::path &path, const RoleChoice &choice)
{
    return transcript(*sourceAt(path, choice)->run());
}

/// Returns the uses by name, because objects have their numbers before their texts.
QString usesOf(const RowReading &reading)
{
    QStringList uses;
    for (const auto &[name, use, isChosen] : reading.columns)
        uses << QString::fromStdString(name + '=' + toText(use) + (isChosen ? "!" : ""));
    uses.sort();
    return uses.join(", ");
}

/// Returns why the choice is refused.
QString refusal(const fs::path &path, const RoleChoice &choice)
{
    try {
        sourceAt(path, choice);
        return "accepted";
    } catch (const ImportError &error) {
        return QString::fromUtf8(error.what()).remove(QString::fromStdString(path.string() + ": "));
    }
}

} // namespace

class ChosenRolesTest : public QObject
{
    Q_OBJECT

private slots:
    void formsAgreeWithPandas_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<bool>("isLong");
        QTest::newRow("CSV") << QByteArray("wide.csv") << false;
        QTest::newRow("JSON lines") << QByteArray("wide.jsonl") << false;
        QTest::newRow("CSV, a row for each value") << QByteArray("long.csv") << true;
        QTest::newRow("JSON lines, a row for each value") << QByteArray("long.jsonl") << true;
    }

    /// The files have the same values in several forms. tests/data/README.md says how pandas made expected.txt of them.
    void formsAgreeWithPandas()
    {
        QFETCH(QByteArray, file);
        QFETCH(bool, isLong);
        const fs::path folder = fs::path(LENSBOARD_SOURCE_DIR "/tests/data/chosen-roles");
        QFile expected(QString::fromStdString((folder / "expected.txt").string()));
        QVERIFY(expected.open(QIODevice::ReadOnly));
        RoleChoice choice = {{"i", Use::Step}, {"arm", Use::Run}, {"part", Use::Phase}, {"extra", Use::Skipped}};
        if (isLong)
            choice.emplace_back("what", Use::SeriesName);
        const auto source = sourceAt(folder / file.constData(), choice);
        QCOMPARE(transcript(*source->run()), QString(expected.readAll()).trimmed().replace('\n', "; "));
        const RowReading reading = *source->reading();
        QCOMPARE(usesOf(reading), isLong ? QString("arm=run!, extra=skipped!, got=value, i=step!, part=phase!, what=series name!")
                                         : QString("a=value, arm=run!, b=value, extra=skipped!, i=step!, part=phase!"));
        QCOMPARE(reading.runs, std::uint64_t{3});
        QCOMPARE(reading.read, std::uint64_t(isLong ? 60 : 30));
        QCOMPARE(reading.skipped, std::uint64_t{0});
        for (const record::RunEvent &event : whole(*source->run()).events)
            QVERIFY2(event.kind == record::RunEvent::Kind::Text, event.text.c_str());
    }

    void everyUseCanBeChosen_data()
    {
        QTest::addColumn<QByteArray>("column");
        QTest::addColumn<int>("use");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const char *column, Use use, const char *expected) { QTest::newRow(name) << QByteArray(column) << static_cast<int>(use) << QString(expected); };
        row("value", "step", Use::Value, "k 1=7 2=7 3=8; loss 1=5 2=4 3=3; step 1=1 2=2 3=3; when 1=1700000001 2=1700000002 3=1700000003");
        row("step", "when", Use::Step, "k 1700000001=7 1700000002=7 1700000003=8; loss 1700000001=5 1700000002=4 1700000003=3; step 1700000001=1 1700000002=2 1700000003=3");
        row("time", "when", Use::Time, "k 1=7 2=7 3=8; loss 1=5 2=4 3=3");
        row("epoch", "k", Use::Epoch, "loss 1=5 2=4 3=3; when 1=1700000001 2=1700000002 3=1700000003");
        row("samples", "k", Use::Samples, "loss 1=5 2=4 3=3; when 1=1700000001 2=1700000002 3=1700000003");
        row("tick", "k", Use::Tick, "loss 1=5 2=4 3=3; when 1=1700000001 2=1700000002 3=1700000003");
        row("run", "k", Use::Run, "7/loss 1=5 2=4; 7/when 1=1700000001 2=1700000002; 8/loss 3=3; 8/when 3=1700000003");
        row("phase", "k", Use::Phase, "7/loss 1=5 2=4; 7/when 1=1700000001 2=1700000002; 8/loss 3=3; 8/when 3=1700000003");
        row("skipped", "k", Use::Skipped, "loss 1=5 2=4 3=3; when 1=1700000001 2=1700000002 3=1700000003");
        row("series name", "k", Use::SeriesName, "7 1=1700000001 2=1700000002; 8 3=1700000003");
    }

    void everyUseCanBeChosen()
    {
        QFETCH(QByteArray, column);
        QFETCH(int, use);
        QFETCH(QString, expected);
        const RoleChoice choice = {{column.toStdString(), static_cast<Use>(use)}};
        const GrownFile table("a.csv"), lines("a.jsonl");
        table.write("step,when,k,loss\n1,1700000001,7,5\n2,1700000002,7,4\n3,1700000003,8,3\n");
        lines.write("{\"step\": 1, \"when\": 1700000001, \"k\": 7, \"loss\": 5}\n{\"step\": 2, \"when\": 1700000002, \"k\": 7, \"loss\": 4}\n"
                    "{\"step\": 3, \"when\": 1700000003, \"k\": 8, \"loss\": 3}\n");
        QCOMPARE(seriesOf(table.path(), choice), expected);
        QCOMPARE(seriesOf(lines.path(), choice), expected);
    }

    void stampsOfChosenColumnsAreRead()
    {
        const GrownFile table("a.csv"), lines("a.jsonl");
        table.write("i,when,k,n,loss\n1,2023-11-14T22:13:21Z,7,64,5\n2,2023-11-14T22:13:22Z,8,128,4\n");
        lines.write("{\"i\": 1, \"made\": \"2020-01-01\", \"when\": \"2023-11-14T22:13:21Z\", \"k\": 7, \"n\": 64, \"loss\": 5}\n"
                    "{\"i\": 2, \"made\": \"2020-01-01\", \"when\": \"2023-11-14T22:13:22Z\", \"k\": 8, \"n\": 128, \"loss\": 4}\n");
        for (const fs::path &path : {table.path(), lines.path()}) {
            const ImportedRun run(*sourceAt(path, {{"i", Use::Step}, {"when", Use::Time}, {"k", Use::Epoch}, {"n", Use::Samples}})->run());
            const record::TickStamp stamp = run.stamps.at(2);
            QCOMPARE(stamp.wallSeconds, 1700000002.0);
            QCOMPARE(stamp.epoch, std::int64_t{8});
            QCOMPARE(stamp.samples, std::int64_t{128});
            QCOMPARE(run.values.size(), std::size_t{1});
        }
    }

    void contradictionsAreRefused()
    {
        const GrownFile file("a.csv");
        file.write("step,batch,loss,who\n1,10,5.5,a\n2,20,4.5,b\n3,30,3.5,a\n");
        const auto why = [&](const RoleChoice &choice) { return refusal(file.path(), choice); };
        QCOMPARE(why({{"who", Use::Step}}), QString("column \"who\" has no whole numbers to place rows by"));
        QCOMPARE(why({{"loss", Use::Epoch}, {"who", Use::Samples}}), QString("column \"who\" has no whole numbers"));
        QCOMPARE(why({{"step", Use::Step}, {"batch", Use::Step}}), QString("columns \"step\" and \"batch\" cannot both have the same role"));
        QCOMPARE(why({{"step", Use::Step}, {"step", Use::Run}}), QString("column \"step\" cannot have two roles"));
        QCOMPARE(why({{"batch", Use::Time}}), QString("column \"batch\" has no dates and no seconds since 1970"));
        QCOMPARE(why({{"who", Use::SeriesName}, {"batch", Use::Value}, {"loss", Use::Value}}),
                 QString("columns \"batch\" and \"loss\" cannot both be values: each row is one value of a series"));
        QCOMPARE(why({{"who", Use::SeriesName}, {"batch", Use::Skipped}, {"loss", Use::Skipped}}),
                 QString("no column has numbers for the series that column \"who\" names"));
    }

    /// Changes the uses while the run is followed: its readers see a restarted run that goes on to grow.
    void aFollowedRunCanBeReadInAnotherWay()
    {
        const GrownFile file("a.csv");
        file.write("step,batch,loss,who\n1,10,5,a\n2,20,4,b\n3,30,3,a\n");
        runs::RunFollower follower(sourceAt(file.path()), [](const record::Message &error) { qFatal("%s", error.c_str()); });
        const auto run = follower.run();
        store::RunCursor cursor;
        run->since(cursor);
        follower.choose({{"batch", Use::Step}, {"who", Use::Run}, {"step", Use::Skipped}});
        QTRY_COMPARE(transcript(*run), QString("a/loss 10=5 30=3; b/loss 20=4"));
        QVERIFY(run->since(cursor).restarted);
        file.append("4,40,2,b\n");
        QTRY_COMPARE(transcript(*run), QString("a/loss 10=5 30=3; b/loss 20=4 40=2"));
        follower.choose({});
        QTRY_COMPARE(transcript(*run), QString("batch 1=10 2=20 3=30 4=40; loss 1=5 2=4 3=3 4=2"));
    }

    void sampledRowsAreFromAllParts()
    {
        const GrownFile file("a.csv");
        std::string text = "step,loss\n";
        for (int i = 1; i <= 10'000; ++i)
            text += std::to_string(i) + ',' + std::to_string(2 * i) + '\n';
        file.write(text);
        const RowReading reading = *sourceAt(file.path())->reading();
        QCOMPARE(reading.read, std::uint64_t{10'000});
        bool anyMiddle = false;
        for (const auto &[number, cells] : reading.rows) {
            QCOMPARE(cells, (std::vector{std::to_string(number), std::to_string(2 * number)}));
            anyMiddle = anyMiddle || (number > 4'000 && number < 6'000);
        }
        QVERIFY(anyMiddle);
        QCOMPARE(reading.rows.front().first, std::uint64_t{1});
        QVERIFY(reading.rows.back().first > 9'900);
        QVERIFY(reading.rows.size() <= 30);
        QCOMPARE(reading.shape(), std::string("CSV\nloss\nstep"));
    }

    void skippedRowsAreCounted()
    {
        const GrownFile table("a.csv"), lines("a.jsonl");
        table.write("step,loss\n1,5\nx,4\ny,3\n4,2");
        lines.write("{\"step\": 1, \"loss\": 5}\nno JSON\n{\"step\": 4, \"loss\": 2}\n");
        const auto tableSource = sourceAt(table.path()), linesSource = sourceAt(lines.path());
        QCOMPARE(tableSource->reading()->read, std::uint64_t{2});
        QCOMPARE(tableSource->reading()->skipped, std::uint64_t{2});
        QCOMPARE(linesSource->reading()->skipped, std::uint64_t{1});
        const auto readAs = [](const runs::RunSource &source) { return QString::fromStdString(source.run()->info().environment.back().second); };
        QCOMPARE(readAs(*tableSource), QString("CSV; step = \"step\"; 2 rows skipped: line 3, column 1 (\"step\"): \"x\" is no whole number to place the row by: it is left out"));
        QVERIFY2(readAs(*linesSource).startsWith("JSON lines; step = \"step\"; 1 row skipped: line 2 is no JSON"), qPrintable(readAs(*linesSource)));
    }
};

LENSBOARD_TEST(ChosenRolesTest)
#include "tst_chosen_roles.moc"
