#include "core/experiment/memory_limit.h"
#include "core/gatherer/memory_turns.h"

#include <QTest>

#include <numeric>
#include <random>

#include <unistd.h>

using lensboard::experiment::memoryLimit;
using lensboard::gatherer::MemoryTurns;

class MemoryTurnsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allHaveTheirTurnWhereThereIsRoom()
    {
        const std::vector<double> needs{10, 0, 20, 30};
        QVERIFY(MemoryTurns(60).turns(needs) == std::vector<bool>(4, true));
        QVERIFY(MemoryTurns().turns(needs) == std::vector<bool>(4, true)); // no limit
    }

    /// For any memory demand, every account gets its turn and the limit is kept.
    void eachHasItsTurn()
    {
        std::mt19937 random(3);
        for (int trial = 0; trial < 200; ++trial) {
            std::vector<double> needs(1 + random() % 20);
            for (double &need : needs)
                need = random() % 4 == 0 ? 0 : static_cast<double>(random() % 100);
            MemoryTurns turns(1 + static_cast<double>(random() % 120));
            std::vector<std::size_t> had(needs.size());
            for (std::size_t turn = 0; turn < 2 * needs.size(); ++turn) {
                const std::vector<bool> have = turns.turns(needs);
                double kept = 0;
                for (std::size_t i = 0; i < needs.size(); ++i) {
                    kept += have[i] ? needs[i] : 0;
                    had[i] += have[i] ? 1 : 0;
                }
                QVERIFY(kept <= turns.limit());
                turns.pass(needs);
            }
            for (std::size_t i = 0; i < needs.size(); ++i)
                QCOMPARE(had[i] > 0, needs[i] <= turns.limit());
        }
    }

    void limitsAreRead_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("bytes");
        const double machine = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
        QTest::newRow("none") << QString() << 0.0;
        QTest::newRow("gigabytes") << QString("1 GB") << 1e9;
        QTest::newRow("megabytes") << QString("500MB") << 5e8;
        QTest::newRow("binary") << QString(" 1.5 GiB ") << 1.5 * 0x1p30;
        QTest::newRow("share") << QString("10 %") << machine / 10;
        for (const char *wrong : {"1", "GB", "-1 GB", "0 GB", "110 %", "1 gb", "nan GB", "1 GB 2", "1e99 GB"})
            QTest::newRow(wrong) << QString(wrong) << -1.0;
    }

    void limitsAreRead()
    {
        QFETCH(QString, text);
        QFETCH(double, bytes);
        QCOMPARE(memoryLimit(text.toStdString()).value_or(-1), bytes);
    }
};

QTEST_GUILESS_MAIN(MemoryTurnsTest)
#include "tst_memory_turns.moc"
