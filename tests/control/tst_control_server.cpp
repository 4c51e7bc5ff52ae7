// Control server of a training, with well-behaved and misbehaving clients.

#include "core/control/control_protocol.h"
#include "core/control/control_server.h"
#include "core/control/socket_place.h"
#include "core/control/socket_transport.h"
#include "core/record/message_json.h"
#include "tests/support/made_transport.h"
#include "tests/support/patience.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <future>
#include <thread>

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lensboard;
using namespace lensboard::control;
using namespace std::chrono_literals;
using experiment::Json;
using experiment::WatcherChange;
using session::Command;
using session::State;
using session::TrainingStatus;
using test::MadeTransport;

namespace {

constexpr double kCreated = 1.7e9 + 1.0 / 3;

int connectedTo(const std::filesystem::path &path)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

/// Sends arbitrary bytes to a server.
class RawClient
{
public:
    explicit RawClient(const std::filesystem::path &path) : m_socket(connectedTo(path)) {}
    ~RawClient() { close(m_socket); }

    void sendBytes(const std::string &bytes) const { (void)!::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT); }
    /// Reads until the server closes the connection; returns false if it does not.
    bool isCutOff() const
    {
        char bytes[4096];
        pollfd readable = {m_socket, POLLIN, 0};
        while (poll(&readable, 1, test::kPatienceMs) > 0)
            if (read(m_socket, bytes, sizeof bytes) <= 0)
                return true;
        return false;
    }

private:
    int m_socket;
};

std::string framed(const std::string &message)
{
    std::string bytes;
    std::size_t length = message.size();
    for (; length >= 0x80; length >>= 7)
        bytes += static_cast<char>(length | 0x80);
    return bytes + static_cast<char>(length) + message;
}

std::string hello() { return framed(toBytes(Greeting::own())); }

mode_t modeOf(const std::filesystem::path &path)
{
    struct stat found = {};
    return stat(path.c_str(), &found) == 0 ? found.st_mode & 07777 : 0;
}

/// Returns the reason why a client closes the connection when it receives \p bytes; empty if it accepts them.
QString whyRefused(const std::string &bytes)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    (void)!write(ends[1], bytes.data(), bytes.size());
    const SocketTransport client(std::make_unique<Connection>(ends[0]), kCreated);
    client.waitFor([](const TrainingStatus &status) { return status.revision > 0; }, test::kPatience);
    const std::string why = client.whyClosed(); // read before close(), because that is a reason, too
    close(ends[1]);
    return QString::fromStdString(why);
}

std::unique_ptr<SocketTransport> clientOf(const std::string &runFile)
{
    return std::make_unique<SocketTransport>(connectTo(runFile), kCreated);
}

std::string outcomeOf(SocketTransport &client, const Command &command)
{
    return client.outcomeOf(command, test::kPatience).value_or("no answer");
}

} // namespace

class ControlServerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_RUNTIME_DIR", m_folder->path().toUtf8());
        QFile run(QString::fromStdString(runFile()));
        QVERIFY(run.open(QIODevice::WriteOnly));
        m_training = std::make_unique<MadeTransport>();
        listen(ControlServer::Limits());
    }
    void cleanup() { m_server.reset(); }

    void messagesKeepTheirStructure()
    {
        session::TrainingStatus status;
        status.activity = record::message("reading the data set %1", "csv");
        const control::Answer sent{1, record::message("%1: %2", "OutputNorm", record::message("the training is over")), status};
        const control::Answer received = control::answerFrom(control::toBytes(sent));
        QCOMPARE(record::structureJson(received.refusal), record::structureJson(sent.refusal));
        QCOMPARE(record::structureJson(received.status->activity), record::structureJson(status.activity));
        QVERIFY(received.refusal.parts() && received.status->activity.parts());
    }

    void commandsReachTheTraining()
    {
        SocketTransport client(connectTo(runFile()), kCreated);
        const std::vector<Command> given = {{Command::Kind::Pause}, {Command::Kind::Step}, {Command::Kind::StepToTick}, {Command::Kind::Start},
                                          {Command::Kind::LearningRate, 0.25},
                                          {Command::Kind::Watcher, 0, {"ParameterNorm", {{"log_scale", true}}}},
                                          {Command::Kind::Watcher, 0, {"w", {{"kind", "StateMonitor"}, {"name", "w"}, {"module", "fc"}, {"attribute", "weight"}}}},
                                          {Command::Kind::Stop}};
        for (const Command &command : given)
            QCOMPARE(outcomeOf(client, command), std::string());
        const std::vector<Command> followed = m_training->commands();
        QCOMPARE(followed.size(), given.size());
        for (std::size_t i = 0; i < given.size(); ++i) {
            QCOMPARE(followed[i].kind, given[i].kind);
            QCOMPARE(followed[i].learningRate, given[i].learningRate);
            QCOMPARE(followed[i].change.watcher, given[i].change.watcher);
            QVERIFY(followed[i].change.settings == given[i].change.settings);
        }
        TrainingStatus received = client.status();
        const auto watchers = std::exchange(received.watchers, m_training->status().watchers);
        QVERIFY(received == m_training->status());
        QCOMPARE(watchers->all().size(), std::size_t{2});
        QVERIFY(watchers->all()[0].settings == m_training->status().watchers->all()[0].settings);
    }

    void whatCannotBeIsRefused()
    {
        SocketTransport client(connectTo(runFile()), kCreated);
        QVERIFY(outcomeOf(client, {Command::Kind::Watcher, 0, {"ParameterNorm", {{"log_scal", true}}}}).find("log_scale") != std::string::npos);
        QVERIFY(outcomeOf(client, {Command::Kind::LearningRate, -1}).find("greater than 0") != std::string::npos);
        const Json program = {{"kind", "CustomLens"}, {"name", "x"}, {"lens", "x"}, {"path", "/tmp/plugin.so"}};
        QVERIFY(outcomeOf(client, {Command::Kind::Watcher, 0, {"x", program}}).find("from its beginning") != std::string::npos);
        m_training->setStatus({.state = State::Running});
        for (const Command::Kind kind : {Command::Kind::Pause, Command::Kind::Start, Command::Kind::Step, Command::Kind::StepToTick, Command::Kind::Stop,
                                       Command::Kind::LearningRate, Command::Kind::Checkpoint})
            QVERIFY(!outcomeOf(client, {kind, 0.1}).empty());
        QCOMPARE(m_training->commandCount(), std::size_t{0});
        QCOMPARE(outcomeOf(client, {Command::Kind::Watcher, 0, WatcherChange::switched("ParameterNorm", false)}), std::string());
        m_training->setStatus({.state = State::Finished, .abilities = {true, true, true, true}});
        QCOMPARE(outcomeOf(client, {Command::Kind::Pause}), std::string("the training is over"));
    }

    void aCheckpointIsTakenForWrittenWhenItIs()
    {
        SocketTransport client(connectTo(runFile()), kCreated);
        std::promise<std::string> outcome;
        auto told = outcome.get_future();
        client.send({Command::Kind::Checkpoint}, [&](const std::string &error) { outcome.set_value(error); });
        QTRY_COMPARE(m_training->commandCount(), std::size_t{1});
        QCOMPARE(outcomeOf(client, {Command::Kind::Pause}), std::string()); // meanwhile
        QVERIFY(told.wait_for(0ms) == std::future_status::timeout);
        const auto done = m_training->takeCheckpoint();
        std::thread([&] { done("the disk is full"); }).join();
        QVERIFY(told.wait_for(test::kPatience) == std::future_status::ready);
        QCOMPARE(told.get(), std::string("the disk is full"));
        m_server.reset();
        done({}); // the client is gone
    }

    void whoFollowsIsToldWhatChanges()
    {
        SocketTransport one(connectTo(runFile()), kCreated), other(connectTo(runFile()), kCreated);
        for (SocketTransport *client : {&one, &other})
            QVERIFY(client->waitFor([](const TrainingStatus &status) { return status.revision > 0; }, test::kPatience));
        QCOMPARE(outcomeOf(one, {Command::Kind::Watcher, 0, {"ParameterNorm", {{"log_scale", true}}}}), std::string());
        m_training->setStatus({.state = State::Paused, .step = 9});
        const auto isNew = [](const TrainingStatus &status) { return status.step == 9 && status.watchers->all()[0].settings["log_scale"] == true; };
        for (SocketTransport *client : {&one, &other})
            QVERIFY(client->waitFor(isNew, test::kPatience));
        QVERIFY(one.whyClosed().empty());
        m_server.reset();
        QTRY_COMPARE(one.whyClosed(), std::string("the training is over, or takes no more commands"));
    }

    void onlyThisUserReachesIt()
    {
        m_server.reset();
        const mode_t before = umask(0);
        chmod((m_folder->path() + "/lensboard").toUtf8().constData(), 0777);
        listen(ControlServer::Limits());
        umask(before);
        QCOMPARE(modeOf(m_server->path().parent_path()), mode_t{0700});
        QCOMPARE(modeOf(m_server->path()), mode_t{0600});
        if (geteuid() != 0)
            QSKIP("another user can be had by root alone");
        for (const std::filesystem::path &path : {m_server->path(), m_server->path().parent_path(), m_server->path().parent_path().parent_path()})
            chmod(path.c_str(), 0777); // gives other users access through the file system
        const std::filesystem::path path = m_server->path();
        const pid_t stranger = fork();
        if (stranger == 0) {
            char byte = 0;
            const int descriptor = setuid(65534) == 0 ? connectedTo(path) : -1;
            _exit(descriptor < 0 ? 2 : read(descriptor, &byte, 1) == 0 ? 0 : 1);
        }
        int status = 0;
        QCOMPARE(waitpid(stranger, &status, 0), stranger);
        QCOMPARE(WEXITSTATUS(status), 0);
    }

    void nonsenseIsCutOff_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char *name, const std::string &bytes) { QTest::newRow(name) << QByteArray::fromStdString(bytes); };
        Greeting newer = Greeting::own();
        ++newer.version;
        row("no protocol", "GET / HTTP/1.1\r\n\r\n");
        row("a length beyond all", std::string(16, '\xFF'));
        row("too long a message", "\x81\x80\x40");
        row("no greeting", framed(toBytes(Request{1, Command{Command::Kind::Stop}})));
        row("a newer version", framed(toBytes(newer)));
        row("noise", hello() + framed(std::string(1000, '\x9C')));
        row("an empty message", hello() + framed(""));
        row("an unknown order", hello() + framed(std::string("\x08\x01\x12\x02\x08\x63", 6)));
        row("deep JSON", hello() + framed(std::string("\x08\x01\x12\xCC\xB8\x02\x08\x06\x22\xC6\xB8\x02", 12) + std::string(40006, '[')));
        row("settings that are a list", hello() + framed(std::string("\x08\x01\x12\x07\x08\x06\x22\x03[1]", 11)));
    }

    void nonsenseIsCutOff()
    {
        QFETCH(QByteArray, bytes);
        const RawClient hostile(m_server->path());
        hostile.sendBytes(bytes.toStdString());
        QVERIFY(hostile.isCutOff());
        SocketTransport client(connectTo(runFile()), kCreated);
        QCOMPARE(outcomeOf(client, {Command::Kind::Pause}), std::string());
        QCOMPARE(m_training->commandCount(), std::size_t{1});
    }

    void whatDoesNotGoOnIsCutOff()
    {
        listen({.patience = 100ms, .newsEvery = 1ms});
        const RawClient silent(m_server->path()), amid(m_server->path()), deaf(m_server->path());
        amid.sendBytes(hello() + framed(toBytes(Request{1, Command{Command::Kind::Stop}})).substr(0, 3));
        deaf.sendBytes(hello() + framed(toBytes(Request{1, std::nullopt, true})));
        for (int i = 0; i < 2000; ++i) { // the client does not read the answers
            m_training->setStatus({.state = State::Running, .activity = std::string(4000, 'x'), .step = i});
            std::this_thread::sleep_for(100us);
        }
        QVERIFY(silent.isCutOff());
        QVERIFY(amid.isCutOff());
        QVERIFY(deaf.isCutOff());
        QCOMPARE(m_training->commandCount(), std::size_t{0});
    }

    /// The limit holds whether or not the client reads its answers, and also after it disconnected.
    void aFloodOfCommandsWaits()
    {
        listen({.commandsPerSecond = 1e-6, .commandsAtOnce = 5});
        {
            const RawClient flood(m_server->path());
            std::string commands = hello();
            for (std::uint64_t i = 1; i <= 5000; ++i)
                commands += framed(toBytes(Request{i, Command{Command::Kind::Step}}));
            flood.sendBytes(commands);
            QTRY_COMPARE(m_training->commandCount(), std::size_t{4}); // the client was greeted
            SocketTransport client(connectTo(runFile()), kCreated);
            QCOMPARE(outcomeOf(client, {Command::Kind::Pause}), std::string());
            QCOMPARE(m_training->commandCount(), std::size_t{5});
        }
        SocketTransport client(connectTo(runFile()), kCreated);
        QCOMPARE(outcomeOf(client, {Command::Kind::Pause}), std::string());
        QCOMPARE(m_training->commandCount(), std::size_t{6});
    }

    void noMoreClientsThanItCanHave()
    {
        listen({.clients = 2});
        auto one = clientOf(runFile());
        SocketTransport two(connectTo(runFile()), kCreated);
        QCOMPARE(outcomeOf(*one, {Command::Kind::Pause}), std::string());
        QCOMPARE(outcomeOf(two, {Command::Kind::Pause}), std::string());
        QVERIFY(RawClient(m_server->path()).isCutOff());
        SocketTransport refused(connectTo(runFile()), kCreated);
        QCOMPARE(outcomeOf(refused, {Command::Kind::Pause}), std::string("no answer"));
        QCOMPARE(refused.whyClosed(), std::string("its training is busy with too many other programs that send it commands"));
        one.reset();
        std::unique_ptr<SocketTransport> next; // outlives the lambda: later calls see that the client is accepted
        const auto isLetIn = [&] {
            if (next)
                return true;
            auto client = clientOf(runFile());
            if (outcomeOf(*client, {Command::Kind::Pause}).empty())
                next = std::move(client);
            return next != nullptr;
        };
        QTRY_VERIFY(isLetIn());
    }

    void aSocketOfAKilledTrainingIsReplaced()
    {
        m_server.reset();
        QVERIFY_THROWS_EXCEPTION(NotListening, connectTo(runFile()));
        int ready[2];
        QCOMPARE(pipe(ready), 0);
        const pid_t victim = fork();
        if (victim == 0) {
            listen(ControlServer::Limits());
            (void)!write(ready[1], "", 1);
            pause();
        }
        char byte = 0;
        QCOMPARE(read(ready[0], &byte, 1), ssize_t{1});
        close(ready[0]);
        close(ready[1]);
        kill(victim, SIGKILL);
        waitpid(victim, nullptr, 0);
        try {
            SocketTransport client(connectTo(runFile()), kCreated);
            QFAIL("nobody is there");
        } catch (const NotListening &error) {
            QVERIFY2(QByteArray(error.what()).contains("was killed"), error.what());
        }
        const std::filesystem::path dead = socketPath(*socketFolder(), runFile());
        QVERIFY(std::filesystem::exists(dead));
        const ControlServer other(*socketFolder(), m_folder->path().toStdString(), kCreated, *m_training, ControlServer::Limits()); // of another run
        QVERIFY(!std::filesystem::exists(dead));
        listen(ControlServer::Limits());
        SocketTransport client(connectTo(runFile()), kCreated);
        QCOMPARE(outcomeOf(client, {Command::Kind::Pause}), std::string());
    }

    void aServerRemovesNoSocketButItsOwn()
    {
        auto before = std::move(m_server);
        listen(ControlServer::Limits()); // of the process that resumes the run
        before.reset();
        SocketTransport client(connectTo(runFile()), kCreated);
        QCOMPARE(outcomeOf(client, {Command::Kind::Pause}), std::string());
        const std::filesystem::path path = m_server->path();
        m_server.reset();
        QVERIFY(!std::filesystem::exists(path));
    }

    void aTrainingIsFoundByAnyNameOfItsRun()
    {
        const std::string link = (m_folder->path() + "/link.lbrun").toStdString(), moved = (m_folder->path() + "/moved.lbrun").toStdString();
        std::filesystem::create_symlink(runFile(), link);
        QCOMPARE(socketPath("/x", link), socketPath("/x", runFile()));
        const std::filesystem::path before = socketPath("/x", runFile());
        std::filesystem::rename(runFile(), moved);
        QCOMPARE(socketPath("/x", moved), before);
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, socketPath("/x", runFile()));
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, socketPath('/' + std::string(100, 'x'), moved));
    }

    void withoutARuntimeFolderThereIsNoSocket()
    {
        for (const QByteArray &folder : {QByteArray("/nowhere"), QByteArray("relative"), QByteArray()}) {
            qputenv("XDG_RUNTIME_DIR", folder);
            QVERIFY(!listenFor(*m_training, runFile(), kCreated, [](const std::string &why) { QFAIL(why.c_str()); }));
            QVERIFY_THROWS_EXCEPTION(NotListening, connectTo(runFile()));
        }
        QTemporaryDir taken;
        QVERIFY(QFile::link("/tmp", taken.path() + "/lensboard"));
        qputenv("XDG_RUNTIME_DIR", taken.path().toUtf8());
        std::string why;
        QVERIFY(!listenFor(*m_training, runFile(), kCreated, [&](const std::string &told) { why = told; }));
        QVERIFY(why.find("is no folder of this user's") != std::string::npos);
    }

    void aClientBelievesNoServer()
    {
        const std::string greeting = framed(toBytes(Greeting::own(kCreated)));
        Greeting newer = Greeting::own(kCreated), older = newer;
        newer.version = kProtocolVersion + 1;
        newer.program = "9.0";
        older.version = 0;
        QVERIFY(whyRefused(framed(toBytes(newer))).contains("newer Lensboard (9.0)"));
        QVERIFY(whyRefused(framed(toBytes(newer))).endsWith("update this one"));
        QVERIFY(whyRefused(framed(toBytes(older))).endsWith("update the training's"));
        QVERIFY(whyRefused(framed(toBytes(Answer{1}))).contains("no Lensboard"));
        QVERIFY(whyRefused(framed(toBytes(Greeting::own(kCreated + 1)))).contains("another run"));
        QVERIFY(whyRefused(std::string(8, '\xFF')).contains("longer"));
        QVERIFY(whyRefused(greeting + framed("\xFF\xFF")).contains("not a Lensboard message"));
        QVERIFY(whyRefused(greeting + framed(toBytes(Answer{7}))).contains("unknown request"));
        TrainingStatus status;
        status.revision = 1;
        const TrainingStatus valid = status;
        status.state = static_cast<State>(99);
        QVERIFY(whyRefused(greeting + framed(toBytes(Answer{1, {}, status}))).contains("a state that is not known"));
        const std::string noLens("\x08\x01\x1A\x18\xAA\x01\x15\x0A\x13\x0A\x01x\x12\x0E{\"enabled\": 3}", 28); // its status has one watcher
        QVERIFY(whyRefused(greeting + framed(noLens)).contains("no lens's"));
        QCOMPARE(whyRefused(greeting + framed(toBytes(Answer{1, {}, valid}))), QString());
    }

private:
    std::string runFile() const { return (m_folder->path() + "/run.lbrun").toStdString(); }

    void listen(const ControlServer::Limits &limits)
    {
        m_server = std::make_unique<ControlServer>(*socketFolder(), runFile(), kCreated, *m_training, limits);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MadeTransport> m_training;
    std::unique_ptr<ControlServer> m_server;
};

QTEST_GUILESS_MAIN(ControlServerTest)
#include "tst_control_server.moc"
