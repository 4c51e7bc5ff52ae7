#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/made_run.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <map>
#include <random>

using namespace lensboard;
using namespace lensboard::store;
using test::ScratchFile;

namespace {

constexpr std::size_t kCutSeries = 3;
constexpr int kCuts = 200;

std::string contents(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void put(const std::filesystem::path &path, const std::string &bytes)
{
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

/// Returns the number of frames after checking their values, or sets \p message to the error, after checking that it names the file.
std::size_t framesOf(const std::filesystem::path &path, QString &message)
{
    message.clear();
    try {
        const RunFile run(path);
        const auto frames = test::frames(run);
        for (std::size_t i = 0; i < frames.size(); ++i)
            if (!test::same(frames[i], test::madeFrame(i, kCutSeries)))
                qFatal("frame %zu is another", i);
        return frames.size();
    } catch (const RunFileError &error) {
        message = error.what();
        if (!message.startsWith(QString::fromStdString(path.string()) + ": "))
            qFatal("which file? %s", error.what());
        return 0;
    }
}

/// A run left by a killed writer, and the length of its -wal file after each write.
struct Interrupted
{
    std::string file, wal;
    std::map<std::size_t, std::size_t> framesBySize = {{0, 0}};

    Interrupted()
    {
        const ScratchFile scratch("run.lbrun");
        const std::string walPath = scratch.path().string() + "-wal";
        RunStore run;
        test::addMadeSeries(run, kCutSeries);
        RunFileWriter writer(scratch.path());
        for (std::size_t frame = 0; frame < 1300;) {
            for (int i = 0; i < 13; ++i)
                run.commit(test::madeFrame(frame++, kCutSeries));
            writer.write(run);
            framesBySize[std::filesystem::file_size(walPath)] = frame;
        }
        file = contents(scratch.path());
        wal = contents(walPath);
    }
};

} // namespace

/// Run files, cut at 200 random places.
class CutRunFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClosedFileSaysHowMuchIsMissing()
    {
        RunStore run;
        test::addMadeSeries(run, kCutSeries);
        for (std::size_t frame = 0; frame < 1200; ++frame)
            run.commit(test::madeFrame(frame, kCutSeries));
        const ScratchFile file("run.lbrun");
        saveRunCopy(run, file.path());
        const std::string whole = file.read();
        std::mt19937 random(1);
        QString message;
        for (int i = 0; i < kCuts; ++i) {
            const std::size_t cut = 1 + random() % (whole.size() - 1);
            file.write(whole.substr(0, cut));
            framesOf(file.path(), message);
            const QString expected = cut < 72 ? QString("is not a Lensboard run") : QString("is cut short: %1 bytes of %2").arg(cut).arg(whole.size());
            QVERIFY2(message.contains(expected), qPrintable(message));
        }
    }

    void ofACutLogAllWholeWritesAreKept()
    {
        const Interrupted run;
        const ScratchFile file("run.lbrun");
        std::mt19937 random(2);
        QString message;
        for (int i = 0; i < kCuts; ++i) {
            const std::size_t cut = random() % run.wal.size();
            file.write(run.file);
            put(file.path().string() + "-wal", run.wal.substr(0, cut));
            const std::size_t acknowledged = std::prev(run.framesBySize.upper_bound(cut))->second, frames = framesOf(file.path(), message);
            QVERIFY2(message.isEmpty(), qPrintable(message));
            QVERIFY2(frames >= acknowledged, qPrintable(QString("cut at %1: %2 of %3").arg(cut).arg(frames).arg(acknowledged)));
            std::filesystem::remove(file.path().string() + "-shm");
        }
    }

    void aCutFileWithAWholeLogIsReadOrSaysWhatIsWrong()
    {
        const Interrupted run;
        const ScratchFile file("run.lbrun");
        std::mt19937 random(3);
        QString message;
        int readable = 0;
        for (int i = 0; i < kCuts; ++i) {
            file.write(run.file.substr(0, 1 + random() % run.file.size()));
            put(file.path().string() + "-wal", run.wal);
            const std::size_t frames = framesOf(file.path(), message);
            QVERIFY(!message.isEmpty() || frames == run.framesBySize.rbegin()->second);
            readable += message.isEmpty() ? 1 : 0;
            std::filesystem::remove(file.path().string() + "-shm");
        }
        qInfo("%d of %d whole", readable, kCuts);
    }
};

LENSBOARD_TEST(CutRunFileTest)
#include "tst_cut_run_file.moc"
