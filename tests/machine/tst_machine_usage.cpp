#include "core/machine/machine_usage.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace lensboard::machine;

namespace {

/// A folder with the layout of /proc.
class MadeProc
{
public:
    MadeProc()
    {
        QDir(m_folder.path()).mkpath("self");
        QDir(m_folder.path()).mkpath("net");
        write("meminfo", "MemTotal:       1000 kB\nMemFree:   10 kB\nMemAvailable:  600 kB\n");
        write("self/status", "Name:\tpython\nVmHWM:\t     300 kB\nVmRSS:\t     200 kB\n");
    }

    std::filesystem::path path() const { return m_folder.path().toStdString(); }
    /// \p busy and \p own of \p all clock ticks; \p bytes read from disk, twice as many written, 3 times received, 4 times sent.
    void count(int all, int busy, int own, qint64 bytes)
    {
        write("stat", QString("cpu  %1 0 1 %2 0 0 0 0 0 0\ncpu0 1 1 1 1\n").arg(busy - 1).arg(all - busy));
        write("self/stat", QString("12 (a (b) c) R 1 1 1 0 -1 4194304 1 2 3 4 %1 2 0 0 20 0 1 0\n").arg(own - 2));
        write("self/io", QString("rchar: 5\nread_bytes: %1\nwrite_bytes: %2\n").arg(bytes).arg(2 * bytes));
        write("net/dev", QString("Inter-| Receive | Transmit\n face |bytes packets\n    lo: 77 1 0 0 0 0 0 0 77 1\n  eth0: %1 1 0 0 0 0 0 0 %2 1\n"
                                 "  eth1:%3 1 0 0 0 0 0 0 0 1\n")
                             .arg(2 * bytes)
                             .arg(4 * bytes)
                             .arg(bytes));
    }

private:
    void write(const QString &name, const QString &text)
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(text.toUtf8());
    }

    QTemporaryDir m_folder;
};

const std::string kNoGpu = "no such library";

} // namespace

class MachineUsageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countersBecomeShares()
    {
        MadeProc proc;
        proc.count(1000, 400, 100, 1'000'000);
        UsageMeter meter(proc.path(), GpuMonitor(kNoGpu));
        proc.count(1200, 500, 150, 3'000'000);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        const Usage usage = meter.take();
        QCOMPARE(*usage.processors, 0.5);
        QCOMPARE(*usage.process, 0.25);
        QCOMPARE(*usage.usedMemory, 400.0 * 1024);
        QCOMPARE(*usage.resident, 200.0 * 1024);
        QCOMPARE(*usage.peak, 300.0 * 1024);
        QVERIFY(*usage.read > 0 && *usage.read < 2e6 / 0.02);
        QCOMPARE(*usage.written / *usage.read, 2.0);
        QCOMPARE(*usage.received / *usage.read, 3.0);
        QCOMPARE(*usage.sent / *usage.read, 4.0);
        QVERIFY(usage.gpus.empty());
    }

    void unreadableCountersAreLeftOut()
    {
        const QTemporaryDir empty;
        UsageMeter meter(empty.path().toStdString(), GpuMonitor(kNoGpu));
        const Usage usage = meter.take();
        QVERIFY(!usage.processors && !usage.process && !usage.usedMemory && !usage.resident && !usage.read && !usage.sent);
    }

    void countersThatBeginAnewAreLeftOut()
    {
        MadeProc proc;
        proc.count(1000, 400, 100, 5'000'000);
        UsageMeter meter(proc.path(), GpuMonitor(kNoGpu));
        proc.count(1200, 500, 150, 1'000'000); // a network interface was replaced
        const Usage usage = meter.take();
        QVERIFY(usage.processors && !usage.received && !usage.read);
    }

    void thisMachineTells()
    {
        UsageMeter meter;
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
        while (std::chrono::steady_clock::now() < end) { // computes
        }
        const Usage usage = meter.take();
        QVERIFY(usage.processors && *usage.processors > 0 && *usage.processors <= 1);
        QVERIFY(usage.process && *usage.process > 0 && *usage.process <= 1);
        QVERIFY(usage.resident && *usage.resident > 1e6 && *usage.peak >= *usage.resident);
        QVERIFY(*usage.usedMemory > *usage.resident / 2);
    }

    void gpusAreRead()
    {
        const auto gpus = GpuMonitor(LENSBOARD_BINARY_DIR "/tests/libfake_nvml.so").read();
        QCOMPARE(gpus.size(), 2u);
        QCOMPARE(*gpus[0].load, 0.42);
        QCOMPARE(*gpus[0].memory, 3e9);
        QCOMPARE(*gpus[0].temperature, 61.0);
        QCOMPARE(*gpus[0].power, 250.5);
        QVERIFY(!gpus[1].load && !gpus[1].temperature && !gpus[1].power);
        QCOMPARE(*gpus[1].memory, 5e9);
    }
};

LENSBOARD_TEST(MachineUsageTest)
#include "tst_machine_usage.moc"
