#include "core/store/file/temporary_folder.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <optional>

#include <sys/wait.h>
#include <unistd.h>

using namespace lensboard::store;
namespace fs = std::filesystem;

class TemporaryFolderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_place.emplace();
        qputenv("TMPDIR", m_place->path().toUtf8());
    }
    void cleanup() { qunsetenv("TMPDIR"); }

    void isGoneWithItsObject()
    {
        fs::path path;
        {
            const TemporaryFolder folder;
            path = folder.path();
            QVERIFY(fs::is_directory(path));
        }
        QVERIFY(!fs::exists(path));
    }

    void thatOfAKilledProcessIsRemovedByTheNext()
    {
        const TemporaryFolder living;
        int ends[2];
        QCOMPARE(pipe(ends), 0);
        const pid_t child = fork();
        if (child == 0) {
            const TemporaryFolder folder;
            const std::string path = folder.path().string();
            if (write(ends[1], path.data(), path.size()) < 0)
                _exit(1);
            pause();
            _exit(0);
        }
        char name[4096];
        const ssize_t length = read(ends[0], name, sizeof name);
        QVERIFY(length > 0);
        const fs::path left(std::string(name, static_cast<std::size_t>(length)));
        {
            const TemporaryFolder next;
            QVERIFY(fs::exists(left)); // its process is alive
        }
        kill(child, SIGKILL);
        QCOMPARE(waitpid(child, nullptr, 0), child);
        QVERIFY(fs::exists(left));
        const TemporaryFolder next;
        QVERIFY(!fs::exists(left));
        QVERIFY(fs::exists(living.path()) && fs::exists(next.path()));
        close(ends[0]);
        close(ends[1]);
    }

    void whatOthersMadeStays()
    {
        const fs::path place = m_place->path().toStdString();
        fs::create_directory(place / "lensboard-notes");
        fs::create_directories(place / "other" / "lock");
        fs::create_directory(place / "elsewhere");
        QFile lock(m_place->filePath("elsewhere/lock"));
        QVERIFY(lock.open(QIODevice::WriteOnly));
        lock.close();
        fs::create_directory_symlink(place / "elsewhere", place / "lensboard-link");
        QFile file(m_place->filePath("lensboard-file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const TemporaryFolder folder;
        for (const char *each : {"lensboard-notes", "other", "elsewhere/lock", "lensboard-link", "lensboard-file"})
            QVERIFY2(fs::exists(place / each), each);
    }

private:
    std::optional<QTemporaryDir> m_place;
};

LENSBOARD_TEST(TemporaryFolderTest)
#include "tst_temporary_folder.moc"
