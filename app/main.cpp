#include "core/session/child_process.h"
#include "app/commands/check_command.h"
#include "app/commands/control_command.h"
#include "app/commands/ending_signals.h"
#include "app/commands/export_command.h"
#include "app/commands/import_command.h"
#include "app/commands/info_command.h"
#include "app/commands/inspect_command.h"
#include "app/commands/sweep_command.h"
#include "app/commands/train_command.h"
#include "app/main_window.h"
#include "app/settings.h"
#include "app/theme.h"
#include "app/translation.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/sweep.h"
#include "core/record/version.h"
#include "core/remote/run_server.h"
#include "core/session/model_inspection.h"

#include <CLI/CLI.hpp>

#include <QApplication>
#include <QIcon>
#include <QSocketNotifier>

#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
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

CLI::App *addSweep(CLI::App &cli, app::SweepOptions &options)
{
    CLI::App *sweep = cli.add_subcommand("sweep", "Train an experiment with all combinations of values, each in a run of its own; called again, go on");
    sweep->add_option("experiment", options.experiment, "experiment (.json)")->required();
    sweep->add_option("--set", options.assignments, "values to combine: optimizer.lr=0.1,0.01, seed=1..5, epochs=20 (repeatable)")
        ->required()->allow_extra_args(false);
    CLI::Option *random = sweep->add_option("--random", options.random, "only so many of the combinations, chosen at random; more of them if called again with a larger number")
                              ->check(CLI::Range(std::size_t{1}, experiment::kMostCombinations));
    sweep->add_option("--random-seed", options.randomSeed, "what chooses them; the same ones for the same number, 0 by default")->needs(random);
    CLI::Option *jobs = sweep->add_option("--jobs,-j", options.jobs, "how many are trained at a time; they share the cores, unless OMP_NUM_THREADS says how many threads each has")
                            ->check(CLI::Range(1, session::ChildProcess::kMost));
    sweep->add_option("--out,--output", options.out, "the folder for the run files; by default one of the experiment's name in the user's data folder");
    sweep->add_flag("--print-commands", options.printCommands, "train nothing, and print a shell command for each run that is not finished")->excludes(jobs);
    sweep->add_flag("--trust-model", options.trustModel, "run the experiment's TorchScript file, which is a program");
    return sweep;
}

CLI::App *addCheck(CLI::App &cli, app::CheckOptions &options)
{
    CLI::App *check = cli.add_subcommand("check", "Say what is wrong with a training, where, since when and what to try");
    check->add_option("run", options.paths, "runs (.lbrun), or what other tools recorded; of a folder, each run in it and below")->required();
    check->add_option("--rule", options.rules, "judge by this rule alone (repeatable): " + app::ruleNames())
        ->delimiter(',')->allow_extra_args(false);
    check->add_option("--fail-on", options.failOn, "the least severity for which the exit code is 1; problem by default")
        ->check(CLI::IsMember({"note", "warning", "problem"}));
    check->add_flag("--json", options.json, "as JSON, of several runs an array");
    return check;
}

CLI::App *addControl(CLI::App &cli, app::ControlOptions &options)
{
    CLI::App *control = cli.add_subcommand("control", "Order a training that another process of yours records, and say how it stands");
    control->add_option("run", options.run, "the run file (.lbrun) that it records")->required();
    control->add_option("--lens", options.lenses, "switch, set or add a lens, monitor or recorder: NAME=on, NAME=off, NAME={\"setting\": value} (repeatable)")
        ->allow_extra_args(false);
    control->add_option("--lr", options.learningRate, "set the learning rate")->check(CLI::PositiveNumber);
    control->add_flag("--checkpoint", options.checkpoint, "write a checkpoint, and wait for that");
    CLI::Option_group *pace = control->add_option_group("pace");
    pace->add_flag("--pause", options.pause, "wait after the batch that runs");
    pace->add_flag("--continue", options.goOn, "train on");
    pace->add_flag("--step", options.step, "train one batch, then wait");
    pace->add_flag("--tick", options.stepToTick, "train to the end of the next tick, then wait");
    pace->add_flag("--stop", options.stop, "end after the batch that runs; the run is kept");
    pace->require_option(0, 1);
    control->add_flag("--status", options.status, "print how it stands; also done without any order");
    control->add_flag("--json", options.json, "print that as JSON");
    CLI::Option *ended = control->add_flag("--ended", options.ended,
                                           "declare that the process which recorded the run has ended, where this cannot be seen from here; "
                                           "the run can then be resumed, renamed and moved to the trash");
    ended->excludes("--lens", "--lr", "--checkpoint", "--status", "--json");
    pace->excludes(ended);
    return control;
}

} // namespace

int main(int argc, char **argv)
{
    CLI::App cli("Watch a neural network train from the inside.", "lensboard");
    cli.set_version_flag("--version", std::string("lensboard ") + record::version());
    std::vector<std::string> files;
    bool start = false;
    cli.add_option("files", files, "experiments (.json) to prepare; TorchScript models (.pt) to train; runs (.lbrun, TensorBoard, monitorch, CSV, JSON lines) and folders of runs to open and follow, also on another machine: ssh://[user@]host[:port]/path");
    cli.add_flag("--start", start, "start the training of experiments at once");
    cli.footer("Exit codes: 0 done, 1 training failed or refused an order, what it should write is not whole, or check found a problem, 2 bad input or usage.");

    app::TrainOptions options;
    CLI::App *train = cli.add_subcommand("train", "Train without a window and record the run");
    CLI::Option *experiment = train->add_option("experiment", options.experiment, "experiment (.json)");
    CLI::Option *runFile = train->add_option("--out", options.out, "the run file to write; by default a new one in the user's data folder");
    CLI::Option *resume = train->add_option("--resume", options.resume, "go on with this run (.lbrun), which was stopped, was killed or failed, from its last checkpoint")
                              ->excludes(experiment)->excludes(runFile);
    CLI::Option *from = train->add_option("--from", options.from, "begin a new run where this run (.lbrun) or checkpoint ended; its experiment, unless one is given, with what is --set")
                            ->excludes(resume);
    train->add_option("--save-model", options.saveModel, "write the trained model for PyTorch");
    train->add_option("--epochs", options.epochs, "instead of the experiment's")->excludes(resume)->check(CLI::Range(1LL, 1000000000LL));
    train->add_option("--set", options.assignments, "change a value: optimizer.lr=0.1, lenses.0.parity=true (repeatable)")
        ->excludes(resume)->allow_extra_args(false);
    train->add_flag("--trust-model", options.trustModel, "run the experiment's TorchScript file, which is a program");
    train->add_flag("--no-lenses", options.withoutLenses, "measure nothing")->excludes(resume);
    train->add_flag("--no-control", options.withoutControl, "take no orders from other programs, as lensboard control gives them");
    train->callback([&] {
        if (experiment->empty() && resume->empty() && from->empty())
            throw CLI::RequiredError("an experiment, --resume or --from");
    });
    train->add_flag("--print", options.print, "print every tick, and what happens, on standard output");
    train->add_option("--processes", options.processes, "train in so many processes of this machine, each with its share of every batch")
        ->check(CLI::Range(1, session::ChildProcess::kMost));
    train->add_option("--join-timeout", options.joinSeconds, "seconds that several processes, of torchrun, srun or mpirun, wait for each other at the start; 60 by default")
        ->check(CLI::Range(1, 86400));
    train->add_option("--stop-on", options.stopOn, "stop, with exit code 1, once one of these rules finds a warning or problem: NotFinite,LossDiverging; see check --rule")
        ->delimiter(',')->allow_extra_args(false);
    train->add_option("--tensorboard", options.tensorboard, "the folder for event files that TensorBoard shows live");

    std::string plan;
    int rank = 0;
    CLI::App *worker = cli.add_subcommand("worker", "What a training in several processes starts")->group(""); // is in no help
    worker->add_option("plan", plan)->required();
    worker->add_option("rank", rank)->required();

    app::SweepOptions swept;
    const CLI::App *sweep = addSweep(cli, swept);

    std::vector<std::string> runs;
    bool json = false;
    CLI::App *info = cli.add_subcommand("info", "Say what a run holds");
    info->add_option("run", runs, "runs (.lbrun), or what other tools recorded; of several, and of a folder, what each is")->required();
    info->add_flag("--json", json, "as JSON, of several runs an array; non-finite numbers are \"NaN\", \"Infinity\", \"-Infinity\"");

    app::CheckOptions checked;
    const CLI::App *check = addCheck(cli, checked);

    app::ControlOptions controlled;
    const CLI::App *control = addControl(cli, controlled);

    app::InspectOptions inspected;
    CLI::App *inspect = cli.add_subcommand("inspect", "Say what a TorchScript model is made of; opens it, and so runs its program");
    inspect->add_option("model", inspected.model, "TorchScript file (.pt)")->required();
    inspect->add_option("--input", inspected.input, "the sizes of a sample, without the batch, to tell each layer's output: 1x28x28");
    inspect->add_option("--input-type", inspected.inputType, "of what numbers the input is made")->check(CLI::IsMember(session::inputTypes()));
    inspect->add_flag("--json", inspected.json, "as JSON");

    app::ExportOptions exported;
    CLI::App *exporting = cli.add_subcommand("export", "Write a run, or a part of it, for other programs");
    exporting->add_option("run", exported.run, "run (.lbrun), or what another tool recorded; of a folder, each run in it and below goes to a folder or file of its own")->required();
    CLI::Option_group *format = exporting->add_option_group("format");
    const auto addFormat = [&](const char *option, app::ExportFormat kind, const char *description) {
        return format->add_option_function<std::string>(option, [&exported, kind](const std::string &path) {
            exported.format = kind;
            exported.path = path;
        }, description);
    };
    addFormat("--png", app::ExportFormat::Png, "the picture to write");
    addFormat("--svg", app::ExportFormat::Svg, "the vector picture to write");
    addFormat("--pdf", app::ExportFormat::Pdf, "the pages to write, A4");
    addFormat("--csv", app::ExportFormat::Csv, "the folder for a CSV file per tag; nan, inf, -inf are non-finite numbers");
    addFormat("--jsonl", app::ExportFormat::JsonLines, "the file for a JSON object per tick; NaN, Infinity, -Infinity as Python writes them");
    addFormat("--tensorboard", app::ExportFormat::Tensorboard, "the folder for event files that TensorBoard shows");
    format->add_option("--tensors", exported.tensors, "the folder for recorded tensors: a folder per recorder, a .pt file per layer, for torch.load");
    format->require_option(1);
    exporting->add_option("--width", exported.width, "width of PNG and SVG, pixels")->check(CLI::Range(320, 16000));
    exporting->add_option("--tag", exported.tags, "only this tag (repeatable)")->allow_extra_args(false);
    exporting->add_option("--steps", exported.steps, "only steps FROM:TO; either may be left out");

    std::string source, out;
    CLI::App *importing = cli.add_subcommand("import", "Write runs of other tools as run files");
    importing->add_option("path", source, "TensorBoard log folder or event file, monitorch recording, CSV, JSON lines; a folder with such below")->required();
    importing->add_option("--out", out, "the run file to write (.lbrun); or, of a folder, the folder for run files")->required();

    std::string served;
    bool onStandardStreams = false;
    CLI::App *serve = cli.add_subcommand("serve", "Show the runs of a folder to a Lensboard on another machine, which starts this through ssh");
    serve->add_option("folder", served, "the folder, or a run; nothing else is read")->required();
    serve->add_flag("--stdio", onStandardStreams, "through standard input and output")->required();

    CLI::App *schema = cli.add_subcommand("schema", "Print the JSON Schema of experiments");
    cli.require_subcommand(0, 1);

    try {
        cli.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        return cli.exit(error) == 0 ? app::kDone : app::kBadInput;
    }
    if (train->parsed())
        return app::train(options);
    if (worker->parsed())
        return app::work(plan, rank);
    if (sweep->parsed())
        return app::sweep(swept);
    if (info->parsed())
        return app::info(runs, json);
    if (check->parsed())
        return app::check(checked);
    if (control->parsed())
        return app::control(controlled);
    if (inspect->parsed())
        return app::inspect(inspected);
    if (importing->parsed())
        return app::importRun(source, out);
    if (serve->parsed())
        return remote::serveOnStandardStreams(served);
    if (schema->parsed()) {
        std::printf("%s\n", experiment::jsonSchema().dump(2).c_str());
        return app::kDone;
    }
    if (exporting->parsed()) {
        if (!app::kindOf(exported.format).isPicture)
            return app::exportRun(exported);
        if (!hasDisplay())
            setenv("QT_QPA_PLATFORM", "offscreen", 1);
        Application application(argc, argv, app::speakEnglish); // English, like all commands
        return app::exportRun(exported);
    }
    return openWindow(argc, argv, files, start);
}
