#include "core/control/control_server.h"
#include "core/remote/link_transport.h"
#include "core/remote/remote_source.h"
#include "core/store/file/run_saver.h"
#include "tests/support/made_transport.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace lensboard;
using namespace lensboard::remote;

namespace fs = std::filesystem;

namespace {

void write(const QString &path, const QString &text, bool isProgram = false)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.toUtf8());
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | (isProgram ? QFile::ExeOwner : QFile::Permission()));
}

int freePort()
{
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    (void)bind(descriptor, reinterpret_cast<sockaddr *>(&address), size); // a failure shows when sshd starts
    getsockname(descriptor, reinterpret_cast<sockaddr *>(&address), &size);
    close(descriptor);
    return ntohs(address.sin_port);
}

} // namespace

/// Uses the system's ssh and a private sshd on the loopback interface.
class RemoteSshTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QProcess m_sshd;
    int m_port = 0;

    QString at(const char *name) const { return m_folder.filePath(name); }
    fs::path run(const char *name) const { return m_folder.filePath(QString("runs/") + name).toStdString(); }
    std::string url(const char *path) const { return "ssh://127.0.0.1:" + std::to_string(m_port) + m_folder.filePath(QString("runs/") + path).toStdString(); }

    void startServer(const QString &searchPath)
    {
        stopServer();
        write(at("sshd_config"), QString("ListenAddress 127.0.0.1:%1\nHostKey %2\nAuthorizedKeysFile %3\nStrictModes no\nUsePAM no\nPasswordAuthentication no\n"
                                         "PidFile none\nSetEnv PATH=%4 XDG_RUNTIME_DIR=%5\n")
                                     .arg(m_port).arg(at("host_key"), at("key.pub"), searchPath, at("runtime")));
        m_sshd.start("/usr/sbin/sshd", {"-D", "-e", "-f", at("sshd_config")});
        QVERIFY(m_sshd.waitForStarted());
        QByteArray said;
        const auto listens = [&] {
            said += m_sshd.readAllStandardError();
            return said.contains("listening") || m_sshd.state() != QProcess::Running;
        };
        QTRY_VERIFY(listens());
        QVERIFY2(said.contains("listening"), said.constData());
    }
    void stopServer()
    {
        m_sshd.kill();
        m_sshd.waitForFinished();
    }

    /// Returns the error of opening \p url.
    static QByteArray errorOf(const std::string &url)
    {
        try {
            imports::ReadProgress progress;
            openRemote(url, progress);
        } catch (const std::exception &error) {
            return error.what();
        }
        return {};
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(QFile::exists("/usr/sbin/sshd"), "the package openssh-server is not installed");
        m_sshd.setProcessChannelMode(QProcess::SeparateChannels);
        QDir(m_folder.path()).mkdir("runs");
        QDir(m_folder.path()).mkdir("runtime");
        fs::permissions(at("runtime").toStdString(), fs::perms::owner_all);
        for (const char *key : {"host_key", "key", "other_key"})
            QCOMPARE(QProcess::execute("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", at(key)}), 0);
        if (geteuid() == 0)
            fs::create_directories("/run/sshd");
        m_port = freePort();
        write(at("ssh"), QString("#!/bin/sh\nexec ssh -F none -o IdentityAgent=none -o IdentitiesOnly=yes -o StrictHostKeyChecking=no -o LogLevel=ERROR "
                                 "-o UserKnownHostsFile=%1 -o BatchMode=yes -i \"${LENSBOARD_TEST_KEY:-%2}\" \"$@\"\n").arg(at("known_hosts"), at("key")), true);
        qputenv("LENSBOARD_SSH", at("ssh").toUtf8());
        qputenv("XDG_CACHE_HOME", at("cache").toUtf8());
    }
    void init() { startServer(QString(LENSBOARD_BINARY_DIR "/bin:/usr/bin:/bin")); }
    void cleanup() { stopServer(); }

    void aRunComesAsItIs()
    {
        auto here = std::make_shared<store::RunStore>();
        test::addMadeSeries(*here, 3);
        for (std::size_t i = 0; i < 5000; ++i)
            here->commit(test::timedFrame(i, 3));
        here->update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
        store::saveRunCopy(*here, run("a run's «name».lbrun"));
        imports::ReadProgress progress;
        const auto source = openRemote(url("a run's «name».lbrun"), progress, Values::Awaited);
        const auto actual = test::frames(*source->run()), expected = test::frames(*here);
        QCOMPARE(actual.size(), expected.size());
        for (std::size_t i = 0; i < actual.size(); ++i)
            QVERIFY(test::same(actual[i], expected[i]));
        const runs::FoundRuns found = findRemote(url(""));
        QCOMPARE(found.runs.size(), std::size_t{1});
        QCOMPARE(found.runs.front().string(), url("a run's «name».lbrun"));
        QVERIFY(found.problems.empty());
        const auto isFile = [](const fs::directory_entry &entry) { return entry.path().extension() == ".cache"; };
        QCOMPARE(std::count_if(fs::directory_iterator(at("cache/lensboard/remote").toStdString()), {}, isFile), 1); // for the run, not for its folder
    }

    /// Kills the connection like an unplugged cable, while the run grows.
    void aKilledConnectionIsMadeAgain()
    {
        auto here = std::make_shared<store::RunStore>();
        test::addMadeSeries(*here, 3);
        store::RunSaver saver(here, run("growing.lbrun"));
        std::size_t frames = 0;
        const auto grow = [&] {
            for (int i = 0; i < 300; ++i)
                here->commit(test::madeFrame(frames++, 3));
            saver.requireWritten(test::kPatience);
        };
        grow();
        imports::ReadProgress progress;
        const auto source = openRemote(url("growing.lbrun"), progress);
        const auto there = source->run();
        for (int round = 0; round < 3; ++round) {
            QCOMPARE(QProcess::execute("pkill", {"-KILL", "-P", QString::number(getpid()), "-x", "ssh"}), 0);
            grow();
            QTRY_COMPARE(there->frameCount(), frames);
            const auto count = [&] { return there->values(0, 0, frames).size(); };
            QTRY_COMPARE(count(), here->tally(0).count);
        }
        here->update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
        QVERIFY(saver.finish().empty());
        QTRY_COMPARE(there->info().status, record::RunStatus::Finished);
    }

    void commandsReachTheTraining()
    {
        auto here = std::make_shared<store::RunStore>();
        test::addMadeSeries(*here, 1);
        here->commit(test::madeFrame(0, 1));
        store::RunSaver saver(here, run("trained.lbrun"));
        saver.requireWritten(test::kPatience);
        test::MadeTransport training;
        const control::ControlServer server(fs::path(at("runtime").toStdString()) / "lensboard", run("trained.lbrun"), 0, training, control::ControlServer::Limits());
        imports::ReadProgress progress;
        const auto source = openRemote(url("trained.lbrun"), progress);
        LinkTransport client(url("trained.lbrun"), 0);
        QVERIFY(client.waitFor([](const session::TrainingStatus &status) { return status.revision > 0; }, test::kPatience));
        QCOMPARE(client.outcomeOf({session::Command::Kind::Pause}, test::kPatience).value_or(client.whyClosed() + " closed"), std::string());
        QCOMPARE(training.commandCount(), std::size_t{1});
        QVERIFY(client.status().watchers->find("ParameterNorm"));
    }

    void whatIsMissingThereIsSaid()
    {
        startServer("/usr/bin:/bin");
        const QByteArray error = errorOf(url(""));
        QVERIFY2(error.contains("install its package lensboard-server there"), error.constData());
    }

    void whoIsNotLetInIsToldWhatSshSays()
    {
        qputenv("LENSBOARD_TEST_KEY", at("other_key").toUtf8());
        const QByteArray error = errorOf(url(""));
        qunsetenv("LENSBOARD_TEST_KEY");
        QVERIFY2(error.contains("Permission denied"), error.constData());
        stopServer();
        const QByteArray refused = errorOf(url(""));
        QVERIFY2(refused.contains("Connection refused"), refused.constData());
    }

    void badAddressesSayWhy_data()
    {
        QTest::addColumn<QString>("url");
        QTest::newRow("an option") << "ssh://-oProxyCommand=touch/tmp";
        QTest::newRow("a user that is one") << "ssh://-l@host/tmp";
        QTest::newRow("a shell's") << "ssh://a;b/tmp";
        QTest::newRow("no host") << "ssh:///tmp";
        QTest::newRow("port") << "ssh://host:0/tmp";
        QTest::newRow("a backslash") << "ssh://host/a\\b";
    }

    void badAddressesSayWhy()
    {
        QFETCH(QString, url);
        const QByteArray error = errorOf(url.toStdString());
        QVERIFY2(error.contains("is no ssh://[user@]host[:port]/path"), error.constData());
    }
};

QTEST_GUILESS_MAIN(RemoteSshTest)

#include "tst_remote_ssh.moc"
