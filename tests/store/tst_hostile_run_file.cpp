#include "core/record/clock.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/bytes_read.h"
#include "tests/support/mutated_run_file.h"
#include "tests/support/read_everything.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include <filesystem>

#include <sys/stat.h>

using namespace lensboard;
using namespace lensboard::store;
using test::PlainDatabase;

/// Run files constructed to cause harm, beyond random mutations.
class HostileRunFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        RunStore run;
        test::addMadeSeries(run, 3);
        for (std::size_t i = 0; i < 300; ++i)
            run.commit(test::timedFrame(i, 3));
        run.update([](auto &info) { info.status = record::RunStatus::Finished; });
        saveRunCopy(run, path("run.lbrun"));
    }

    void tablesAreAsWeMakeThem_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("message");
        QTest::newRow("trigger") << "CREATE TRIGGER t AFTER INSERT ON tag BEGIN DELETE FROM tick; END" << "unexpected trigger \"t\"";
        QTest::newRow("view") << "CREATE VIEW v AS SELECT 1" << "unexpected view \"v\"";
        QTest::newRow("another table") << "CREATE TABLE u (x)" << "unexpected table \"u\"";
        QTest::newRow("index") << "CREATE INDEX i ON tick (frame)" << "unexpected index \"i\"";
        QTest::newRow("virtual table") << "CREATE VIRTUAL TABLE v USING fts5 (x)" << "unexpected table \"v";
        QTest::newRow("a view in place of a table") << "DROP TABLE event; CREATE VIEW event AS SELECT 1 AS id" << "unexpected view \"event\"";
        QTest::newRow("generated column") << "ALTER TABLE event ADD COLUMN more AS (hex(zeroblob(1000000)))" << "the table \"event\" has other columns";
        QTest::newRow("check") << "DROP TABLE event; CREATE TABLE event (id INTEGER PRIMARY KEY, kind, step, wall, message, CHECK (random() < 2))"
                               << "the table \"event\" has other columns";
        QTest::newRow("no table") << "DROP TABLE reading" << "lacks the table \"reading\"";
        QTest::newRow("a table of a later format") << "PRAGMA user_version = 3" << "unexpected table \"";
    }

    void tablesAreAsWeMakeThem()
    {
        QFETCH(QString, sql);
        QFETCH(QString, message);
        QVERIFY(PlainDatabase(path("run.lbrun")).run(sql.toStdString()));
        QVERIFY2(errorOf("run.lbrun").contains(message), qPrintable(errorOf("run.lbrun")));
    }

    void wrongValuesAreRefused_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::newRow("a shape of fractions") << R"(INSERT INTO layer VALUES (0, 'a', 'b', 1, '[{"name": "w", "shape": [1e300], "requires_grad": true}]'))";
        QTest::newRow("a shape beyond all memory") << R"(INSERT INTO layer VALUES (0, 'a', 'b', 1, '[{"name": "w", "shape": [4294967296, 4294967296], "requires_grad": true}]'))";
        QTest::newRow("a size below nothing") << R"(INSERT INTO layer VALUES (0, 'a', 'b', 1, '[{"name": "w", "shape": [-2], "requires_grad": true}]'))";
        QTest::newRow("parameters beyond all memory")
            << R"(INSERT INTO layer VALUES (0, 'a', 'b', 1, '[{"name": "w", "shape": [9223372036854775807], "requires_grad": true}, {"name": "v", "shape": [1], "requires_grad": true}]'))";
        QTest::newRow("an output shape of no layer") << "INSERT INTO info VALUES ('output_shapes', '[[3]]')";
        QTest::newRow("output shapes that are none") << "INSERT INTO info VALUES ('output_shapes', '{')";
        QTest::newRow("an output of fractions") << "INSERT INTO layer VALUES (0, 'a', 'b', 1, '[]'); INSERT INTO info VALUES ('output_shapes', '[[0.5]]')";
        QTest::newRow("an output beyond the numbers")
            << "INSERT INTO layer VALUES (0, 'a', 'b', 1, '[]'); INSERT INTO info VALUES ('output_shapes', '[[18446744073709551615]]')";
        QTest::newRow("a time beyond all calendars") << "UPDATE info SET value = '1e300' WHERE key = 'created'";
        QTest::newRow("a series of no tag") << "UPDATE series SET tag = 99";
        QTest::newRow("ticks from 1") << "UPDATE tick SET frame = 1";
        QTest::newRow("a chunk beyond the ticks") << "UPDATE chunk SET frame = 4294967290";
        QTest::newRow("values of another number") << "UPDATE reading SET readings = zeroblob(8)";
        QTest::newRow("times of another number") << "UPDATE chunk_time SET walls = zeroblob(16)";
        QTest::newRow("half a time") << "UPDATE chunk_time SET walls = zeroblob(2404)";
        QTest::newRow("times of another number in the journal")
            << "INSERT INTO journal SELECT 300, substr(ticks, 1, 40), X'00000000', zeroblob(8) FROM tick; "
               "INSERT INTO journal_time VALUES (300, zeroblob(16))";
    }

    void wrongValuesAreRefused()
    {
        QFETCH(QString, sql);
        QVERIFY(PlainDatabase(path("run.lbrun")).run(sql.toStdString()));
        QVERIFY2(errorOf("run.lbrun").contains("is damaged"), qPrintable(errorOf("run.lbrun")));
    }

    void partsOfTensorsAreCounted_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("message");
        QTest::newRow("as they should be") << "" << "no error";
        QTest::newRow("none") << "DELETE FROM tensor_part" << "more or fewer values than its shape says";
        QTest::newRow("one is missing") << "DELETE FROM tensor_part WHERE part = 1" << "parts of a tensor that are not numbered from 1";
        QTest::newRow("too long") << "UPDATE tensor_part SET readings = zeroblob(400)" << "more or fewer values than its shape says";
        QTest::newRow("half a number") << "UPDATE tensor_part SET readings = zeroblob(5)" << "a blob of 5 bytes";
        QTest::newRow("a shape beyond all memory") << "UPDATE tensor SET shape = X'FFFFFFFFFFFFFF0F'" << "more or fewer values than its shape says";
        QTest::newRow("in an older format") << "PRAGMA user_version = 5" << "unexpected table \"tensor_part\"";
        QTest::newRow("no table") << "DROP TABLE tensor_part" << "lacks the table \"tensor_part\"";
        QTest::newRow("other columns") << "ALTER TABLE tensor_part ADD COLUMN more AS (hex(zeroblob(1000000)))" << "the table \"tensor_part\" has other columns";
    }

    void partsOfTensorsAreCounted()
    {
        QFETCH(QString, sql);
        QFETCH(QString, message);
        {
            PlainDatabase database(path("run.lbrun"));
            QVERIFY(database.run(run_file::kPartsSchema));
            QVERIFY(database.run("PRAGMA user_version = 6; UPDATE series SET role = 4 WHERE id = 2; "
                                 "INSERT INTO tensor VALUES ((2 << 32) + 5, X'0600000000000000', zeroblob(8)); "
                                 "INSERT INTO tensor_part VALUES ((2 << 32) + 5, 1, zeroblob(12)), ((2 << 32) + 5, 2, zeroblob(4))"));
            QVERIFY(database.run(sql.toStdString()));
        }
        QVERIFY2(errorOf("run.lbrun").contains(message), qPrintable(errorOf("run.lbrun")));
    }

    /// A followed file gets tables of a later format while it grows. These are checked too.
    void tablesThatComeLaterAreChecked()
    {
        RunStore run;
        test::addMadeSeries(run, 3);
        RunFileWriter writer(path("live.lbrun"));
        run.commit(test::madeFrame(0, 3));
        writer.write(run);
        RunFile followed(path("live.lbrun"));
        QVERIFY(PlainDatabase(path("live.lbrun")).run("CREATE TABLE tensor_part (id, part, readings AS (hex(zeroblob(1000000)))); PRAGMA user_version = 6"));
        run.commit(test::madeFrame(1, 3));
        writer.write(run);
        QVERIFY(followed.refresh());
        const QString told = QString::fromStdString(followed.info().message);
        QVERIFY2(told.contains("the table \"tensor_part\" has other columns"), qPrintable(told));
    }

    void textsComeAsUtf8()
    {
        QVERIFY(PlainDatabase(path("run.lbrun")).run("UPDATE series SET layer = CAST(X'41FF42' AS TEXT)"));
        const RunFile run(path("run.lbrun"));
        QCOMPARE(test::whole(run).series.front().layer, std::string("A\uFFFD" "B"));
    }

    /// 400 rows that share the same pages: a file of 8 MB that claims 400 MB of content.
    void pagesThatManyRowsShareAreNotReadForEach()
    {
        {
            PlainDatabase database(path("run.lbrun"));
            for (int id = 1; id <= 400; ++id)
                QVERIFY(database.run("INSERT INTO event VALUES (" + std::to_string(id) + ", 'notice', 0, 0, replace(hex(zeroblob("
                                     + std::to_string((id == 1 ? kLongText : kShortText) / 2) + ")), '0', 'x'))"));
        }
        const std::uint64_t before = test::bytesRead();
        QCOMPARE(errorOf("run.lbrun"), "no error");
        const std::uint64_t honest = test::bytesRead() - before;
        QFile file(QString::fromStdString(path("run.lbrun")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray bytes = file.readAll();
        QCOMPARE(shareOverflow(bytes), 399);
        file.seek(0);
        file.write(bytes);
        file.close();
        const std::uint64_t begin = test::bytesRead();
        const QString error = errorOf("run.lbrun");
        QVERIFY2(error.contains("rows that are more than the file"), qPrintable(error));
        QCOMPARE_LT(test::bytesRead() - begin, 10 * honest); // the rows claim 50 times as much
    }

    /// A file of 6 MB can hold 200,000 tags. Each tag is compared only with its earlier version.
    void manyTagsTakeTimeInProportion()
    {
        const auto secondsOf = [this](int from, int to) { // tags
            const auto added = QString("WITH RECURSIVE n (i) AS (SELECT %1 UNION ALL SELECT i + 1 FROM n WHERE i < %2) "
                                       "INSERT INTO tag SELECT i, i, '', 'numerical', '', 0, 0, 0, NULL, NULL FROM n").arg(from).arg(to - 1);
            if (!PlainDatabase(path("run.lbrun")).run(added.toStdString()))
                return -1.0;
            const double begin = record::threadSeconds();
            const auto read = test::whole(RunFile(path("run.lbrun"))).tags.size();
            return read == static_cast<std::size_t>(to) ? record::threadSeconds() - begin : -1;
        };
        const double few = secondsOf(1, 20'000), many = secondsOf(20'000, 200'000);
        QVERIFY(few > 0 && many > 0);
        QVERIFY2(many < 40 * few, qPrintable(QString("%1 s, %2 s").arg(few).arg(many))); // ten times as many tags, not a hundred times the duration
    }

    /// A hot journal may name a file that SQLite deletes after the rollback.
    void aJournalDoesNotDeleteAnotherFile()
    {
        const std::string precious = path("precious.txt");
        {
            QFile file(QString::fromStdString(precious));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("precious");
        }
        {
            PlainDatabase database(path("run.lbrun"));
            QVERIFY(database.run("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 2; BEGIN; DELETE FROM reading; DELETE FROM chunk"));
            std::filesystem::copy(path("run.lbrun"), path("killed.lbrun"));
            std::filesystem::copy(path("run.lbrun-journal"), path("killed.lbrun-journal"));
        }
        QFile journal(QString::fromStdString(path("killed.lbrun-journal")));
        QVERIFY(journal.open(QIODevice::Append));
        journal.write(superJournalRecord(precious));
        journal.close();
        const QString error = errorOf("killed.lbrun");
        QVERIFY(QFile::exists(QString::fromStdString(precious)));
        QVERIFY2(error.contains("names another file"), qPrintable(error));
    }

    void whatIsNoFileIsNotWaitedFor()
    {
        QCOMPARE(mkfifo(path("pipe.lbrun").c_str(), 0600), 0);
        QVERIFY2(errorOf("pipe.lbrun").contains("is not a file"), qPrintable(errorOf("pipe.lbrun")));
    }

    /// Imitates a writer killed in its first transaction, with part of the transaction already in the file.
    void aFirstTransactionThatIsRolledBackLeavesAnEmptyRun()
    {
        {
            QFile file(QString::fromStdString(path("new.lbrun")));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        PlainDatabase database(path("new.lbrun"));
        QVERIFY(database.run("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN; PRAGMA application_id = " + std::to_string(run_file::kApplicationId)));
        QVERIFY(database.run(run_file::kSchema));
        QVERIFY(database.run("INSERT INTO reading VALUES (1, zeroblob(100000))"));
        std::filesystem::copy(path("new.lbrun-journal"), path("killed.lbrun-journal"));
        QVERIFY(database.run("COMMIT"));
        std::filesystem::copy(path("new.lbrun"), path("killed.lbrun"));
        const RunFile run(path("killed.lbrun"));
        QCOMPARE(run.info().status, record::RunStatus::Interrupted);
        QCOMPARE(run.frameCount(), std::size_t{0});
        test::readEverything(run);
    }

private:
    std::string path(const char *name) const { return m_folder->filePath(name).toStdString(); }

    QString errorOf(const char *name) const
    {
        try {
            test::readEverything(RunFile(path(name)));
        } catch (const RunFileError &error) {
            return error.what();
        }
        return "no error";
    }

    // Both leave 489 bytes of an event's row in its page of 4,096 bytes; the rest is in overflow pages of 4,092 bytes each.
    static constexpr int kShortText = 16'400, kLongText = kShortText + 240 * 4092, kRowWithoutText = 14, kLocalBytes = 489;

    /// Lets the rows of short texts share the overflow pages of the long text. Returns their number.
    static int shareOverflow(QByteArray &bytes)
    {
        const auto overflowAt = [](qsizetype cell, int idSize) { return cell + 3 + idSize + kLocalBytes; };
        const QByteArray longRow = varint(kLongText + kRowWithoutText), shortRow = varint(kShortText + kRowWithoutText);
        const QByteArray longType = varint(2 * kLongText + 13), shortType = varint(2 * kShortText + 13);
        const QByteArray pages = bytes.mid(overflowAt(bytes.indexOf(longRow + '\1'), 1), 4);
        int count = 0;
        for (qsizetype cell = 0; (cell = bytes.indexOf(shortRow, cell)) >= 0; ++cell, ++count) {
            bytes.replace(cell, 3, longRow);
            bytes.replace(bytes.indexOf(shortType, cell), 3, longType);
            bytes.replace(overflowAt(cell, bytes[cell + 3] & 0x80 ? 2 : 1), 4, pages);
        }
        return count;
    }

    static QByteArray varint(quint32 number)
    {
        QByteArray text;
        for (int shift = 28; shift >= 0; shift -= 7)
            if (number >> shift || shift == 0)
                text += static_cast<char>((number >> shift & 0x7F) | (shift ? 0x80 : 0));
        return text;
    }

    static QByteArray superJournalRecord(const std::string &name)
    {
        quint32 sum = 0;
        for (const char c : name)
            sum += static_cast<quint32>(static_cast<signed char>(c));
        QByteArray numbers(12, '\0');
        qToBigEndian<quint32>(0x40000000 / 4096 + 1, numbers.data()); // the lock byte's page, never used by a record
        qToBigEndian<quint32>(static_cast<quint32>(name.size()), numbers.data() + 4);
        qToBigEndian<quint32>(sum, numbers.data() + 8);
        return numbers.left(4) + QByteArray::fromStdString(name) + numbers.mid(4) + QByteArray("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

LENSBOARD_TEST(HostileRunFileTest)
#include "tst_hostile_run_file.moc"
