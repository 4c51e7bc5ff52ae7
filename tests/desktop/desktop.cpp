#include "tests/desktop/desktop.h"

#include "tests/desktop/x_hand.h"
#include "tests/support/patience.h"

#include <QDir>
#include <QElapsedTimer>

#include <csignal>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lensboard::test {

namespace {

constexpr auto kLook = std::chrono::milliseconds(10);

/// Returns one line of \p file, or an empty string at its end.
std::string lineOf(int file)
{
    std::string line;
    for (char letter; read(file, &letter, 1) == 1 && letter != '\n';)
        line += letter;
    return line;
}

} // namespace

Desktop::Desktop()
{
    makeHome();
    startServer();
    startWindowManager();
}

Desktop::~Desktop()
{
    for (auto process = m_processes.rbegin(); process != m_processes.rend(); ++process) {
        kill(*process, SIGTERM);
        waitpid(*process, nullptr, 0);
    }
}

void Desktop::makeHome()
{
    const auto put = [this](const char *name, const char *folder) {
        QDir(m_home.path()).mkpath(folder);
        qputenv(name, m_home.filePath(folder).toUtf8());
    };
    put("HOME", ".");
    put("XDG_CONFIG_HOME", "config");
    put("XDG_DATA_HOME", "data");
    put("XDG_CACHE_HOME", "cache");
    put("XDG_RUNTIME_DIR", "runtime");
    QFile::setPermissions(m_home.filePath("runtime"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    for (const char *name : {"WAYLAND_DISPLAY", "QT_SCALE_FACTOR", "QT_IM_MODULE", "XMODIFIERS"})
        qunsetenv(name);
    qputenv("QT_QPA_PLATFORM", "xcb");
    qputenv("DBUS_SESSION_BUS_ADDRESS", "disabled:"); // ignores settings of the desktop that runs the test
}

/// Starts a command that ends together with this process.
pid_t Desktop::start(const std::vector<std::string> &command)
{
    std::vector<char *> arguments;
    for (const std::string &argument : command)
        arguments.push_back(const_cast<char *>(argument.c_str()));
    arguments.push_back(nullptr);
    const pid_t parent = getpid(), child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != parent)
            _exit(1);
        execvp(arguments.front(), arguments.data());
        _exit(127);
    }
    m_processes.push_back(child);
    return child;
}

/// The server chooses a free display and reports its number when it is ready.
void Desktop::startServer()
{
    int ends[2];
    if (pipe(ends) != 0)
        throw std::runtime_error("no pipe");
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    start({"Xvfb", "-displayfd", std::to_string(ends[1]), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"});
    close(ends[1]);
    const std::string display = lineOf(ends[0]);
    close(ends[0]);
    if (display.empty())
        throw std::runtime_error("Xvfb does not start; packaging/packages.txt lists what tests need");
    qputenv("DISPLAY", QByteArray::fromStdString(':' + display));
}

void Desktop::startWindowManager()
{
    const pid_t manager = start({"openbox", "--sm-disable"});
    XHand hand;
    QElapsedTimer clock;
    clock.start();
    while (!hand.hasWindowManager() || !hand.newWindowsGetFocus()) {
        if (waitpid(manager, nullptr, WNOHANG) != 0 || clock.hasExpired(kPatienceMs))
            throw std::runtime_error("openbox does not start; packaging/packages.txt lists what tests need");
        std::this_thread::sleep_for(kLook);
    }
}

} // namespace lensboard::test
