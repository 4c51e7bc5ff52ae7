#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace lensboard::app {

/// Parts of the program that need an application of Qt. main() makes the application.
struct Windowed
{
    std::function<int(const std::vector<std::string> &files, bool start)> openWindow;
    std::function<int(const std::function<int()> &draw)> withoutWindow; ///< runs \p draw where pictures can be drawn
};

/// The program's commands with their options and help texts.
class CommandLine
{
public:
    explicit CommandLine(Windowed windowed);
    ~CommandLine();

    /// Parses the arguments and runs the command that they name; opens the window if they name none. Prints errors and help texts.
    /// Returns the exit code.
    int run(int argc, const char *const *argv);
    /// The parser, for help in other forms. Owned by this object.
    const CLI::App &parser() const { return *m_parser; }

private:
    struct Command
    {
        const CLI::App *parser;
        std::function<int()> run;
    };

    CLI::App *add(const char *name, const char *description, std::function<int()> run);
    int complain(const std::string &word) const;
    void addWindow();
    void addTrain();
    void addWorker();
    void addSweep();
    void addInfo();
    void addCheck();
    void addDiff();
    void addControl();
    void addInspect();
    void addExport();
    void addImport();
    void addServe();
    void addSchema();
    void addCompletion();
    void addManual();

    Windowed m_windowed;
    std::unique_ptr<CLI::App> m_parser;
    std::vector<Command> m_commands;
    std::function<int()> m_openWindow;
};

} // namespace lensboard::app
