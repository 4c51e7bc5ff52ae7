#pragma once

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

#include <string>
#include <vector>

#include <sys/types.h>

namespace lensboard::test {

/// An X server of its own with a window manager, and a home that is empty: what a program finds that is started on a fresh
/// computer. Stands in the environment as long as this object lives. To be made before QApplication.
class Desktop
{
public:
    /// Errors: std::runtime_error that says what could not be started.
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

/// What main() does of a test that needs a desktop.
template <typename Test> int runOnDesktop(int argc, char **argv)
{
    const Desktop desktop;
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Lensboard"));
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace lensboard::test
