#pragma once

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

#include <string>
#include <vector>

#include <sys/types.h>

namespace lensboard::test {

/// Starts a separate X server with a window manager and sets an empty home folder, like a newly installed computer. The environment variables are set
/// while this object lives. Create before QApplication.
class Desktop
{
public:
    /// Throws std::runtime_error if a program cannot be started.
    Desktop();
    ~Desktop();

private:
    pid_t start(const std::vector<std::string> &command);
    void makeHome();
    void startServer();
    void startWindowManager();

    QTemporaryDir m_home;
    std::vector<pid_t> m_processes;
};

/// Body of main() for a test that needs a desktop.
template <typename Test> int runOnDesktop(int argc, char **argv)
{
    const Desktop desktop;
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Lensboard"));
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace lensboard::test
