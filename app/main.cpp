#include "app/commands/command_line.h"
#include "app/commands/ending_signals.h"
#include "app/commands/exit_code.h"
#include "app/main_window.h"
#include "app/settings.h"
#include "app/theme.h"
#include "app/translation.h"

#include <QApplication>
#include <QIcon>
#include <QSocketNotifier>

#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>

#include <fcntl.h>
#include <unistd.h>

using namespace lensboard;

namespace {

bool hasDisplay()
{
    return std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY") || std::getenv("QT_QPA_PLATFORM");
}

/// Application with the setup that all Qt widgets here need.
class Application : public QApplication
{
public:
    Application(int &argc, char **argv, void (*speak)()) : QApplication(argc, argv)
    {
        setApplicationName("lensboard");
        setApplicationDisplayName("Lensboard");
        setOrganizationName("Lensboard");
        setDesktopFileName("lensboard");
        speak();
        setWindowIcon(QIcon(":/icons/lensboard.svg"));
        std::setlocale(LC_NUMERIC, "C"); // numbers in files do not depend on the desktop's language
        app::applyTheme(app::Settings::theme());
    }
};

/// Handles a log-out or kill: closes the windows without asking.
class SignalWatch
{
public:
    SignalWatch()
    {
        if (pipe2(pipeEnds, O_CLOEXEC | O_NONBLOCK) != 0)
            return;
        m_notifier = std::make_unique<QSocketNotifier>(pipeEnds[0], QSocketNotifier::Read);
        QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [] {
            app::MainWindow::finishWindows();
            QCoreApplication::exit(); // not quit(): it would close windows with an open question
        });
        app::onEndingSignals([](int) { (void)!write(pipeEnds[1], "", 1); });
    }

private:
    static inline int pipeEnds[2] = {-1, -1};
    std::unique_ptr<QSocketNotifier> m_notifier;
};

int openWindow(int argc, char **argv, const std::vector<std::string> &files, bool start)
{
    if (!hasDisplay()) {
        std::fprintf(stderr, "lensboard: there is no display: the window needs X11 or Wayland, and neither DISPLAY nor WAYLAND_DISPLAY is set. "
                             "lensboard export draws runs without one, and lensboard train trains\n");
        return app::kBadInput;
    }
    Application application(argc, argv, app::installTranslations);
    const SignalWatch onSignals;
    app::MainWindow *window = app::MainWindow::openAnother();
    for (const std::string &file : files)
        window->openFile(QString::fromStdString(file), start);
    if (files.empty())
        window->reopenTabs();
    const int result = QApplication::exec();
    app::MainWindow::deleteAll(); // windows still open after a signal
    return result;
}

int withoutWindow(int argc, char **argv, const std::function<int()> &draw)
{
    if (!hasDisplay())
        setenv("QT_QPA_PLATFORM", "offscreen", 1);
    Application application(argc, argv, app::speakEnglish); // as all commands
    return draw();
}

} // namespace

int main(int argc, char **argv)
{
    app::CommandLine commands({.openWindow = [&](const auto &files, bool start) { return openWindow(argc, argv, files, start); },
                               .withoutWindow = [&](const auto &draw) { return withoutWindow(argc, argv, draw); }});
    return commands.run(argc, argv);
}
