#include "app/commands/command_line.h"

#include "app/commands/check_command.h"
#include "app/commands/command_help.h"
#include "app/commands/completion.h"
#include "app/commands/control_command.h"
#include "app/commands/diff_command.h"
#include "app/commands/exit_code.h"
#include "app/commands/export_command.h"
#include "app/commands/import_command.h"
#include "app/commands/info_command.h"
#include "app/commands/inspect_command.h"
#include "app/commands/manual_page.h"
#include "app/commands/sweep_command.h"
#include "app/commands/train_command.h"
#include "core/bytes/part_file.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/settings/training_kind.h"
#include "core/experiment/sweep.h"
#include "core/experiment/validate.h"
#include "core/record/version.h"
#include "core/remote/location.h"
#include "core/remote/run_server.h"
#include "core/session/child_process.h"
#include "core/session/model_inspection.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace lensboard::app {

namespace {

/// Makes the options of a command. The parser fills them, the command's function reads them.
template <class Options>
std::shared_ptr<Options> made()
{
    return std::make_shared<Options>();
}

void addColumns(CLI::App *command, imports::RoleChoice &columns)
{
    const auto add = [&](const char *option, imports::ColumnUse use, const char *description) {
        command->add_option_function<std::string>(option, [&columns, use](const std::string &name) { columns.emplace_back(name, use); }, description);
    };
    add("--step", imports::ColumnUse::Step, "column of a CSV file, or key of JSON objects, with the step");
    add("--run", imports::ColumnUse::Run, "column of a CSV file, or key of JSON objects, that separates runs");
}

struct WindowOptions
{
    std::vector<std::string> files;
    bool start = false;
};

struct WorkerOptions
{
    std::string plan;
    int rank = 0;
};

struct ServeOptions
{
    std::string folder;
    bool onStandardStreams = false;
};

struct ManualOptions
{
    std::string command, folder;
};

/// Writes the pages of the program and its commands into \p folder. Returns the exit code.
int writeManual(const CommandHelp &program, const std::filesystem::path &folder)
{
    try {
        std::filesystem::create_directories(folder);
        bytes::writeWhole(folder / "lensboard.1", manualPage(program));
        for (const CommandHelp &command : program.commands)
            bytes::writeWhole(folder / ("lensboard-" + command.name + ".1"), manualPage(command, program));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "lensboard man: %s\n", error.what());
        return kNotWhole;
    }
    return kDone;
}

int printText(const std::string &text)
{
    std::fputs(text.c_str(), stdout);
    return kDone;
}

} // namespace

CommandLine::CommandLine(Windowed windowed)
    : m_windowed(std::move(windowed)), m_parser(std::make_unique<CLI::App>("Watch a neural network train from the inside.", "lensboard"))
{
    m_parser->set_version_flag("--version", std::string("lensboard ") + record::version());
    m_parser->require_subcommand(0, 1);
    m_parser->footer("Exit codes: 0 done; 1 the training failed or refused an order, the output is not complete, or check or --stop-on found a problem; "
                     "2 bad input or usage; 128 + N ended by signal N.");
    addWindow();
    addTrain();
    addWorker();
    addSweep();
    addInfo();
    addCheck();
    addDiff();
    addControl();
    addInspect();
    addExport();
    addImport();
    addServe();
    addSchema();
    addCompletion();
    addManual();
}

CommandLine::~CommandLine() = default;

int CommandLine::run(int argc, const char *const *argv)
{
    try {
        m_parser->parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        return m_parser->exit(error) == 0 ? kDone : kBadInput;
    }
    const auto chosen = std::ranges::find_if(m_commands, [](const Command &command) { return command.parser->parsed(); });
    return chosen == m_commands.end() ? m_openWindow() : chosen->run();
}

int CommandLine::complain(const std::string &word) const
{
    std::vector<std::string> names;
    for (const Command &command : m_commands)
        names.push_back(command.parser->get_name());
    const std::string guess = experiment::nearest(word, names);
    std::fprintf(stderr, "lensboard: there is no file or command %s.%s Call lensboard --help for the list of commands.\n", word.c_str(),
                 guess.empty() ? "" : (" Did you mean " + guess + '?').c_str());
    return kBadInput;
}

CLI::App *CommandLine::add(const char *name, const char *description, std::function<int()> run)
{
    CLI::App *command = m_parser->add_subcommand(name, description);
    m_commands.push_back({command, std::move(run)});
    return command;
}

void CommandLine::addWindow()
{
    const auto options = made<WindowOptions>();
    m_parser->add_option("files", options->files, "experiments (.json) to prepare; TorchScript models (.pt) to train; runs (.lbrun, TensorBoard, monitorch, CSV, JSON lines) and folders of runs to open and follow, also on another machine: ssh://[user@]host[:port]/path");
    m_parser->add_flag("--start", options->start, "start the training of experiments at once");
    m_openWindow = [this, options] {
        for (const std::string &file : options->files) {
            std::error_code error; // the window reports a file that cannot be accessed
            if (!remote::isRemote(file) && std::filesystem::status(file, error).type() == std::filesystem::file_type::not_found)
                return complain(file);
        }
        return m_windowed.openWindow(options->files, options->start);
    };
}

void CommandLine::addTrain()
{
    const auto options = made<TrainOptions>();
    CLI::App *train = add("train", "Train without a window and record the run", [options] { return app::train(*options); });
    CLI::Option *experiment = train->add_option("experiment", options->experiment, "experiment (.json)");
    CLI::Option *runFile = train->add_option("--out", options->out, "run file to write (default: a new one in the user's data folder)");
    CLI::Option *resume = train->add_option("--resume", options->resume, "continue this run (.lbrun) from its last checkpoint, after it was stopped, was killed or failed")
                              ->excludes(experiment)->excludes(runFile);
    CLI::Option *from = train->add_option("--from", options->from, "start a new run from the end of this run (.lbrun) or checkpoint, with its experiment unless another is given; --set changes values")
                            ->excludes(resume);
    train->add_option("--save-model", options->saveModel, "write the trained model for PyTorch");
    train->add_option("--epochs", options->epochs, "number of epochs, in place of the experiment's")->excludes(resume)->check(CLI::Range(1LL, 1000000000LL));
    train->add_option("--set", options->assignments, "change a value: optimizer.lr=0.1, lenses.0.parity=true (repeatable)")
        ->excludes(resume)->allow_extra_args(false);
    train->add_flag("--trust-model", options->trustModel, "run the program in the experiment's TorchScript file");
    train->add_flag("--no-lenses", options->withoutLenses, "train without lenses")->excludes(resume);
    train->add_flag("--no-control", options->withoutControl, "accept no commands from other programs, such as lensboard control");
    train->callback([experiment, resume, from] {
        if (experiment->empty() && resume->empty() && from->empty())
            throw CLI::RequiredError("an experiment, --resume or --from");
    });
    train->add_flag("--print", options->print, "print ticks and events on standard output");
    train->add_option("--processes", options->processes, "number of processes on this machine; each trains its share of every batch")
        ->check(CLI::Range(1, session::ChildProcess::kMax));
    train->add_option("--join-timeout", options->joinSeconds, "seconds that processes of torchrun, srun or mpirun wait for each other at the start (default 60)")
        ->check(CLI::Range(1, 86400));
    train->add_option("--stop-on", options->stopOn, "stop with exit code 1 once one of these rules finds a warning or problem: NotFinite,LossDiverging; check --rule lists the rules")
        ->delimiter(',')->allow_extra_args(false);
    train->add_option("--tensorboard", options->tensorboard, "folder for TensorBoard event files, written during the training");
}

void CommandLine::addWorker()
{
    const auto options = made<WorkerOptions>();
    CLI::App *worker = add("worker", "Train as one of several processes; started by train", [options] { return work(options->plan, options->rank); });
    worker->group(""); // is in no help
    worker->add_option("plan", options->plan)->required();
    worker->add_option("rank", options->rank)->required();
}

void CommandLine::addSweep()
{
    const auto options = made<SweepOptions>();
    CLI::App *sweep = add("sweep", "Train an experiment with all combinations of values, one run each; another call continues the sweep", [options] { return app::sweep(*options); });
    sweep->add_option("experiment", options->experiment, "experiment (.json)")->required();
    sweep->add_option("--set", options->assignments, "values to combine: optimizer.lr=0.1,0.01, seed=1..5, epochs=20 (repeatable)")
        ->required()->allow_extra_args(false);
    CLI::Option *random = sweep->add_option("--random", options->random, "number of combinations, chosen at random; another call with a larger number adds more")
                              ->check(CLI::Range(std::size_t{1}, experiment::kMaxCombinations));
    sweep->add_option("--random-seed", options->randomSeed, "seed of the random choice (default 0)")->needs(random);
    CLI::Option *jobs = sweep->add_option("--jobs,-j", options->jobs, "number of trainings at a time; they share the cores unless OMP_NUM_THREADS sets the threads of each")
                            ->check(CLI::Range(1, session::ChildProcess::kMax));
    sweep->add_option("--out,--output", options->out, "folder for the run files (default: one with the experiment's name in the user's data folder)");
    sweep->add_flag("--print-commands", options->printCommands, "print a shell command for each unfinished run, without training")->excludes(jobs);
    sweep->add_flag("--trust-model", options->trustModel, "run the program in the experiment's TorchScript file");
}

void CommandLine::addInfo()
{
    const auto options = made<InfoOptions>();
    CLI::App *info = add("info", "Describe a run: settings, status, tags", [options] { return app::info(*options); });
    info->add_option("run", options->runs, "runs (.lbrun) or logs of other tools; several runs or a folder give one line per run")->required();
    CLI::Option *explain = info->add_flag("--explain", options->explain, "print how a file of another tool was read: step, time, runs, skipped rows");
    addColumns(info, options->columns);
    info->add_flag("--json", options->json, "print JSON, an array for several runs; non-finite numbers are \"NaN\", \"Infinity\", \"-Infinity\"")->excludes(explain);
}

void CommandLine::addCheck()
{
    const auto options = made<CheckOptions>();
    CLI::App *check = add("check", "Report faults of a training: place, onset, advice", [options] { return app::check(*options); });
    check->add_option("run", options->paths, "runs (.lbrun) or logs of other tools; a folder stands for all runs in it and below")->required();
    check->add_option("--rule", options->rules, "apply this rule only (repeatable): " + app::ruleNames())
        ->delimiter(',')->allow_extra_args(false);
    check->add_option("--fail-on", options->failOn, "least severity that gives exit code 1 (default: problem)")
        ->check(CLI::IsMember({"note", "warning", "problem"}));
    check->add_option("--kind", options->kind, "kind of training that the rules assume (default: found from evidence in the run)")
        ->check(CLI::IsMember(std::vector<std::string>(settings::kTrainingKinds.begin(), settings::kTrainingKinds.end())));
    addColumns(check, options->columns);
    check->add_flag("--json", options->json, "print JSON, an array for several runs");
}

void CommandLine::addDiff()
{
    const auto options = made<DiffOptions>();
    CLI::App *diff = add("diff", "Find the first difference of two runs: its step, layer and quantity", [options] { return app::diff(*options); });
    diff->add_option("first", options->first, "run (.lbrun) or log of another tool")->required();
    diff->add_option("second", options->second, "the other run")->required();
    diff->add_option("--repeats", options->repeats, "runs or folders of runs that repeat one of the two with other seeds; differences within their noise do not count (repeatable)")
        ->allow_extra_args(false);
    diff->add_option("--tolerance", options->tolerance, "relative differences up to this one do not count (default 0: compare exactly)")->check(CLI::Range(0.0, 1.0));
    diff->add_flag("--json", options->json, "print JSON with all series");
}

void CommandLine::addControl()
{
    const auto options = made<ControlOptions>();
    CLI::App *control = add("control", "Control a training in another process of yours, and print its status", [options] { return app::control(*options); });
    control->add_option("run", options->run, "run file (.lbrun) that the training records")->required();
    control->add_option("--lens", options->lenses, "switch, set or add a lens, monitor or recorder: NAME=on, NAME=off, NAME={\"setting\": value} (repeatable)")
        ->allow_extra_args(false);
    control->add_option("--lr", options->learningRate, "set the learning rate")->check(CLI::PositiveNumber);
    control->add_flag("--checkpoint", options->checkpoint, "write a checkpoint and wait for it");
    CLI::Option_group *pace = control->add_option_group("pace");
    pace->add_flag("--pause", options->pause, "pause after the current batch");
    pace->add_flag("--continue", options->goOn, "continue");
    pace->add_flag("--step", options->step, "train one batch, then pause");
    pace->add_flag("--tick", options->stepToTick, "train to the end of the next tick, then pause");
    pace->add_flag("--stop", options->stop, "stop after the current batch; the run is kept");
    pace->require_option(0, 1);
    control->add_flag("--status", options->status, "print the status; the default if no command is given");
    control->add_flag("--json", options->json, "print the status as JSON");
    CLI::Option *ended = control->add_flag("--ended", options->ended,
                                           "declare that the recording process has ended, if this machine cannot check it; the run can then "
                                           "be resumed, renamed and moved to the trash");
    ended->excludes("--lens", "--lr", "--checkpoint", "--status", "--json");
    pace->excludes(ended);
}

void CommandLine::addInspect()
{
    const auto options = made<InspectOptions>();
    CLI::App *inspect = add("inspect", "List the layers of a TorchScript model; loads the file, which runs its program", [options] { return app::inspect(*options); });
    inspect->add_option("model", options->model, "TorchScript file (.pt)")->required();
    inspect->add_option("--input", options->input, "size of a sample without the batch, for the sizes of outputs: 1x28x28");
    inspect->add_option("--input-type", options->inputType, "element type of the input")->check(CLI::IsMember(session::inputTypes()));
    inspect->add_flag("--json", options->json, "print JSON");
}

void CommandLine::addExport()
{
    const auto options = made<ExportOptions>();
    CLI::App *exporting = add("export", "Write a run or a part of it for other programs", [this, options] {
        const auto write = [options] { return exportRun(*options); };
        return kindOf(options->format).isPicture ? m_windowed.withoutWindow(write) : write();
    });
    exporting->add_option("run", options->run, "run (.lbrun) or log of another tool; each run of a folder and below gets a folder or file of its own")->required();
    CLI::Option_group *format = exporting->add_option_group("format");
    const auto addFormat = [format, options](const char *option, ExportFormat kind, const char *description) {
        return format->add_option_function<std::string>(option, [options, kind](const std::string &path) {
            options->format = kind;
            options->path = path;
        }, description);
    };
    addFormat("--png", ExportFormat::Png, "picture to write");
    addFormat("--svg", ExportFormat::Svg, "vector picture to write");
    addFormat("--pdf", ExportFormat::Pdf, "A4 pages to write");
    addFormat("--csv", ExportFormat::Csv, "folder for a CSV file per tag; non-finite numbers are nan, inf, -inf");
    addFormat("--jsonl", ExportFormat::JsonLines, "file for a JSON object per tick; non-finite numbers are NaN, Infinity, -Infinity, as Python writes them");
    addFormat("--tensorboard", ExportFormat::Tensorboard, "folder for event files of TensorBoard");
    format->add_option("--tensors", options->tensors, "folder for recorded tensors: a folder per recorder, a .pt file per layer for torch.load");
    format->require_option(1);
    exporting->add_option("--width", options->width, "width of PNG and SVG in pixels")->check(CLI::Range(320, 16000));
    exporting->add_option("--tag", options->tags, "only this tag (repeatable)")->allow_extra_args(false);
    addColumns(exporting, options->columns);
    exporting->add_option("--steps", options->steps, "only steps FROM:TO; FROM or TO can be omitted");
}

void CommandLine::addImport()
{
    const auto options = made<ImportOptions>();
    CLI::App *importing = add("import", "Write runs of other tools as run files", [options] { return importRun(*options); });
    importing->add_option("path", options->source, "TensorBoard log folder or event file, monitorch recording, CSV, JSON lines, or a folder that contains them")->required();
    importing->add_option("--out", options->out, "run file to write (.lbrun), or folder for run files if the source is a folder")->required();
    addColumns(importing, options->columns);
}

void CommandLine::addServe()
{
    const auto options = made<ServeOptions>();
    CLI::App *serve = add("serve", "Serve the runs of a folder to Lensboard on another machine, which calls this through ssh",
                          [options] { return remote::serveOnStandardStreams(options->folder); });
    serve->add_option("folder", options->folder, "folder or run; no other files are read")->required();
    serve->add_flag("--stdio", options->onStandardStreams, "use standard input and output")->required();
}

void CommandLine::addSchema()
{
    add("schema", "Print the JSON Schema of experiments", [] { return printText(experiment::jsonSchema().dump(2) + "\n"); });
}

void CommandLine::addCompletion()
{
    const auto shell = made<std::string>();
    CLI::App *completion = add("completion", "Print the completion of commands and options for a shell",
                               [this, shell] { return printText(completionScript(*shell, commandHelp(*m_parser))); });
    completion->add_option("shell", *shell, "the shell: source <(lensboard completion bash)")->required()->check(CLI::IsMember(completionShells()));
}

void CommandLine::addManual()
{
    const auto options = made<ManualOptions>();
    CLI::App *man = add("man", "Print the manual page of the program or of one of its commands, for man -l -", [this, options] {
        const CommandHelp program = commandHelp(*m_parser);
        if (!options->folder.empty())
            return writeManual(program, options->folder);
        if (options->command.empty())
            return printText(manualPage(program));
        const auto found = std::ranges::find(program.commands, options->command, &CommandHelp::name);
        return found == program.commands.end() ? complain(options->command) : printText(manualPage(*found, program));
    });
    CLI::Option *command = man->add_option("command", options->command, "a command, such as train");
    man->add_option("--out", options->folder, "write the pages of the program and all commands into this folder")->excludes(command);
}

} // namespace lensboard::app
