#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "tests/store/run_writer_victim.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>

#include <array>
#include <csignal>
#include <functional>
#include <future>
#include <map>
#include <random>

using namespace lensboard;
using record::RunStatus;

namespace {

/// A recording process, and its messages about each file.
class Victim
{
public:
    Victim(const QString &folder, const char *manner) : m_folder(folder)
    {
        m_process.start(LENSBOARD_BINARY_DIR "/bin/run_writer_victim", {folder, manner});
        m_process.waitForStarted(test::kPatienceMs);
    }

    /// Reads its messages until \p isTime returns true, then kills it. If \p follows, a reader follows its first file meanwhile.
    void killOnce(const std::function<bool()> &isTime, bool follows)
    {
        while (!isTime() && m_process.state() == QProcess::Running) {
            m_process.waitForReadyRead(1);
            listen();
            if (m_reader)
                m_reader->refresh();
            else if (follows && std::filesystem::exists(path(0)))
                m_reader = std::make_unique<store::RunFile>(path(0));
        }
        ::kill(static_cast<pid_t>(m_process.processId()), SIGKILL);
        m_process.waitForFinished(test::kPatienceMs);
        listen();
    }

    std::filesystem::path path(std::size_t file) const { return m_folder.toStdString() + '/' + test::victimFile(file); }
    std::size_t acknowledged(std::size_t file) const { return m_acknowledged.contains(file) ? m_acknowledged.at(file) : 0; }
    bool saidClosed(std::size_t file) const { return m_closed.contains(file) && m_closed.at(file); }
    store::RunFile *reader() { return m_reader.get(); }

private:
    void listen()
    {
        while (m_process.canReadLine()) {
            const QList<QByteArray> words = m_process.readLine().trimmed().split(' ');
            const std::size_t file = words[0].toULongLong();
            if (words[1] == "closed")
                m_closed[file] = true;
            else
                m_acknowledged[file] = words[1].toULongLong();
        }
    }

    QString m_folder;
    QProcess m_process;
    std::map<std::size_t, std::size_t> m_acknowledged;
    std::map<std::size_t, bool> m_closed;
    std::unique_ptr<store::RunFile> m_reader;
};

struct Outcome
{
    QString problem; ///< empty if there is no fault
    std::size_t frames = 0, files = 0, closed = 0;
};

QString wrongFrames(const store::Run &run, std::size_t acknowledged)
{
    const auto frames = test::frames(run);
    if (frames.size() < acknowledged)
        return QString("%1 frames of %2 that were acknowledged").arg(frames.size()).arg(acknowledged);
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (!test::same(frames[i], test::timedFrame(i, test::kVictimSeries)))
            return QString("frame %1 is another").arg(i);
    return {};
}

QString wrongFile(const Victim &victim, std::size_t file, Outcome &outcome)
{
    const store::RunFile run(victim.path(file));
    const record::RunInfo info = run.info();
    outcome.frames = std::max(outcome.frames, run.frameCount());
    outcome.closed += victim.saidClosed(file) ? 1 : 0;
    if (victim.saidClosed(file) && info.status != RunStatus::Finished)
        return "it was closed, and does not say so";
    if (!victim.saidClosed(file) && info.status != RunStatus::Finished && info.status != RunStatus::Interrupted)
        return "a status that cannot be";
    if (info.status == RunStatus::Finished && run.frameCount() != test::kClosedFrames)
        return "it says that it is finished, and is not complete";
    if (info.status == RunStatus::Interrupted && info.message.empty())
        return "it was interrupted, and nothing says so";
    return wrongFrames(run, victim.acknowledged(file));
}

/// Imitates a user's next actions: opens the file, copies it and records another one. Returns the error, or an empty string.
QString wrongAfterwards(Victim &victim, const std::filesystem::path &folder)
{
    const store::RunFile run(victim.path(0));
    store::saveRunCopy(run, folder / "copy.lbrun");
    if (const QString wrong = wrongFrames(store::RunFile(folder / "copy.lbrun"), run.frameCount()); !wrong.isEmpty())
        return "the copy: " + wrong;
    store::RunStore another;
    test::addMadeSeries(another, test::kVictimSeries);
    another.commit(test::timedFrame(0, test::kVictimSeries));
    store::RunFileWriter writer(folder / "another.lbrun");
    writer.write(another);
    if (writer.acknowledgedFrames() != 1)
        return "another run could not be recorded";
    if (!victim.reader())
        return {};
    victim.reader()->refresh();
    if (victim.reader()->info().status != run.info().status)
        return "who followed it does not see how it ended";
    return wrongFrames(*victim.reader(), victim.acknowledged(0));
}

Outcome killOne(unsigned seed)
{
    std::mt19937 random(seed);
    static constexpr std::array kManners = {"endless", "closing", "follower"};
    const QTemporaryDir folder;
    Outcome outcome;
    try {
        Victim victim(folder.path(), kManners[seed % kManners.size()]);
        const unsigned longest = seed % 2 ? 30 : 250;
        QElapsedTimer timer;
        timer.start();
        const std::function<bool()> after = [&, end = static_cast<qint64>(random() % longest)] { return timer.elapsed() >= end; };
        const std::function<bool()> chunked = [&] { return victim.acknowledged(0) > store::run_file::kFramesInJournal; };
        const std::function<bool()> closed = [&] { return victim.saidClosed(0); };
        victim.killOnce(seed % 60 == 18 ? chunked : seed % 60 == 19 ? closed : after, seed % 4 == 0); // independent of its writing speed
        for (std::size_t file = 0; outcome.problem.isEmpty(); ++file) {
            if (!std::filesystem::exists(victim.path(file))) {
                outcome.problem = victim.acknowledged(file) ? "a file is not there" : "";
                break;
            }
            ++outcome.files;
            outcome.problem = wrongFile(victim, file, outcome);
        }
        if (outcome.problem.isEmpty() && outcome.files > 0)
            outcome.problem = wrongAfterwards(victim, folder.path().toStdString());
    } catch (const std::exception &error) {
        outcome.problem = error.what();
    }
    return outcome;
}

} // namespace

class KillTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// kill -9 at any moment, from before the file exists to after it is closed, leaves files that open with every acknowledged tick.
    void nothingAcknowledgedIsLost()
    {
        constexpr unsigned kKills = 200, kAtOnce = 4;
        std::size_t most = 0, none = 0, empty = 0, closed = 0;
        for (unsigned first = 0; first < kKills; first += kAtOnce) {
            std::vector<std::future<Outcome>> kills;
            for (unsigned seed = first; seed < first + kAtOnce; ++seed)
                kills.push_back(std::async(std::launch::async, killOne, seed));
            for (unsigned i = 0; i < kAtOnce; ++i) {
                const Outcome outcome = kills[i].get();
                QVERIFY2(outcome.problem.isEmpty(), qPrintable(QString("kill %1: %2").arg(first + i).arg(outcome.problem)));
                most = std::max(most, outcome.frames);
                none += outcome.files == 0 ? 1 : 0;
                empty += outcome.files > 0 && outcome.frames == 0 ? 1 : 0;
                closed += outcome.closed;
            }
        }
        qInfo("%zu before there was a file, %zu before the first frame, %zu files closed, up to %zu frames", none, empty, closed, most);
        QVERIFY(most > 1024 && closed > 0); // some died after chunks were made
    }
};

LENSBOARD_TEST(KillTest)
#include "tst_kill.moc"
