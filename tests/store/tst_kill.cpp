#include "core/store/run_file.h"
#include "tests/support/made_run.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <random>

using namespace lensboard;

class KillTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// kill -9 at any moment leaves a file that opens with every tick the writer had acknowledged.
    void nothingAcknowledgedIsLost()
    {
        std::mt19937 random(42);
        std::size_t most = 0;
        for (int round = 0; round < 20; ++round) {
            const QTemporaryDir folder;
            const QString path = folder.filePath("killed.lbrun");
            QProcess victim;
            victim.start(LENSBOARD_BINARY_DIR "/bin/run_writer_victim", {path});
            QVERIFY(victim.waitForStarted());
            std::size_t acknowledged = 0;
            const auto listen = [&] {
                while (victim.canReadLine())
                    acknowledged = victim.readLine().trimmed().toULongLong();
            };
            QTRY_VERIFY((listen(), acknowledged > 0));
            victim.waitForReadyRead(static_cast<int>(random() % 500));
            listen();
            ::kill(static_cast<pid_t>(victim.processId()), SIGKILL);
            QVERIFY(victim.waitForFinished());
            listen();

            const store::RunFile run(path.toStdString());
            QCOMPARE(run.info().status, record::RunStatus::Interrupted);
            QVERIFY(QString::fromStdString(run.info().message).startsWith("process "));
            const auto frames = test::frames(run);
            QVERIFY2(frames.size() >= acknowledged, qPrintable(QString("%1 of %2").arg(frames.size()).arg(acknowledged)));
            for (std::size_t i = 0; i < frames.size(); ++i)
                QVERIFY(test::same(frames[i], test::madeFrame(i, 40)));
            most = std::max(most, frames.size());
        }
        QVERIFY(most > 1000); // some died after the first chunks were made
    }
};

QTEST_GUILESS_MAIN(KillTest)
#include "tst_kill.moc"
