#include "core/loop/run_recorder.h"

#include "core/experiment/field.h"
#include "core/health/kind_finder.h"
#include "core/health/run_judge.h"
#include "core/loop/run_recorder_private.h"
#include "core/record/clock.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/session/environment.h"
#include "core/session/resumed_run.h"
#include "core/store/run_names.h"

#include <cstdio>
#include <stdexcept>
#include <utility>

#include <unistd.h>

namespace lensboard {

namespace {

/// Errors: std::invalid_argument if \p path cannot be a file's path.
const std::filesystem::path &requireFile(const std::filesystem::path &path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        throw record::InvalidArgument(record::message("%1: is a folder; expected the path of a run file, as %2", path.string(), (path / "my.lbrun").string()));
    if (!path.has_filename())
        throw record::InvalidArgument(record::message("the path of the run is \"%1\"; expected the path of a run file, as %2", path.string(),
                                                    (path / "my.lbrun").string()));
    return path;
}

std::filesystem::path unused(const std::filesystem::path &path)
{
    std::error_code error;
    std::filesystem::path free = path, beginning = path;
    const std::string ending = path.extension() == ".lbrun" ? ".lbrun" : "";
    if (!ending.empty())
        beginning.replace_extension();
    for (int number = 2; std::filesystem::exists(free, error); ++number)
        free = beginning.string() + '-' + std::to_string(number) + ending;
    return free;
}

} // namespace

void RunRecorder::Private::complain(const std::string &text)
{
    std::fprintf(stderr, "lensboard: %s\n", text.c_str());
}

bool RunRecorder::Private::isForked() const
{
    return ::getpid() != process;
}

void RunRecorder::Private::goOn()
{
    if (!path.empty() && !file)
        file = session::recordResumed(run, path, {.keep = keep}, &complain);
}

void RunRecorder::Private::takeCommands(std::shared_ptr<session::Transport> training)
{
    if (path.empty())
        return;
    loop = std::move(training);
    server = control::listenFor(*loop, path, run->info().createdSeconds, &complain);
}

void RunRecorder::Private::endLoop(record::RunStatus status)
{
    if (const auto end = std::exchange(atEnd, nullptr); end && isOpen())
        end(status);
}

record::Message RunRecorder::Private::close(record::RunStatus status, const record::Message &message)
{
    endLoop(status);
    server.reset();
    if (!file) { // a run that was to be resumed stays unchanged
        isClosed = true;
        return {};
    }
    if (!std::exchange(isClosed, true)) {
        run->awaitLate();
        const auto verdict = health::verdictOf(*run);
        run->update([&](record::RunInfo &info) {
            info.status = status;
            info.message = message;
            info.verdict = verdict;
        });
    }
    const record::Message problem = file->finish();
    if (problem.empty())
        return {};
    return record::message("%1; %2 of %3 ticks are in the file", problem, file->acknowledgedFrames(), run->committedCount());
}

void RunRecorder::Private::discard()
{
    isClosed = true;
    if (path.empty())
        return;
    file->finish();
    store::removeRunFile(path);
}

void RunRecorder::Private::warn(const record::Message &text, std::int64_t step) const
{
    run->append({record::RunEvent::Kind::Warning, step, record::wallSeconds(), text});
    complain(path.empty() ? text : record::message("%1: %2", path.string(), text));
}

namespace {

std::size_t checkedKeep(std::int64_t keep)
{
    if (keep < 0)
        throw record::InvalidArgument(record::message("keep is %1, expected a number of ticks, or 0 for all", keep));
    return static_cast<std::size_t>(keep);
}

} // namespace

RunRecorder::RunRecorder(const std::filesystem::path &path, const std::string &name, std::int64_t keep) : d(std::make_unique<Private>())
{
    d->keep = checkedKeep(keep);
    record::RunInfo info;
    info.name = name.empty() ? store::runName(path) : name;
    info.createdSeconds = record::wallSeconds();
    info.environment = session::hostEnvironment();
    d->process = ::getpid();
    d->run = std::make_shared<store::RunStore>(std::move(info));
    d->path = unused(requireFile(path));
    d->file = std::make_unique<store::RunSaver>(d->run, d->path, std::filesystem::path(), store::SaverOptions{.keep = d->keep}, &Private::complain);
}

RunRecorder::RunRecorder(std::unique_ptr<Private> made) : d(std::move(made)) {}

RunRecorder RunRecorder::resume(const std::filesystem::path &path, const std::filesystem::path &state, std::int64_t keep)
{
    const std::size_t kept = checkedKeep(keep);
    requireFile(path);
    LoopState loop = readLoopState(state);
    auto run = session::runUpTo(path, {state, loop.runCreated, loop.ticks, loop.lastStep()});
    return RunRecorder(std::make_unique<Private>(Private{std::move(run), nullptr, path, kept, ::getpid(), std::move(loop)}));
}

RunRecorder RunRecorder::elsewhere(const std::filesystem::path &state)
{
    auto made = std::make_unique<Private>(Private{std::make_shared<store::RunStore>(record::RunInfo()), nullptr, {}, 0, ::getpid()});
    if (!state.empty())
        made->resumed = readLoopState(state);
    return RunRecorder(std::move(made));
}

RunRecorder::~RunRecorder()
{
    if (d && d->isForked())
        (void)d.release(); // leaks in a child process: the thread cannot be joined, nor the file closed
    else if (d && !d->isClosed)
        if (const record::Message problem = d->close(record::RunStatus::Stopped); !problem.empty())
            Private::complain(problem);
}

RunRecorder::RunRecorder(RunRecorder &&) noexcept = default;

RunRecorder &RunRecorder::operator=(RunRecorder &&other) noexcept
{
    std::swap(d, other.d);
    return *this;
}

/// Does nothing if no run is being recorded.
void RunRecorder::update(const std::function<void(record::RunInfo &)> &change)
{
    if (d && d->isOpen())
        d->run->update(change);
}

void RunRecorder::setTrainingKind(const std::string &kind)
{
    if (!settings::trainingKindFromText(kind)) {
        std::string all;
        for (const char *name : settings::kTrainingKinds)
            all += (all.empty() ? "" : ", ") + std::string(name);
        throw record::InvalidArgument(record::message("there is no kind of training \"%1\"; there are %2", kind, all));
    }
    update([&kind](record::RunInfo &info) {
        std::erase_if(info.environment, [](const auto &each) { return each.first == health::kKindKey; });
        info.environment.emplace_back(health::kKindKey, kind);
    });
}

const std::filesystem::path &RunRecorder::path() const
{
    static const std::filesystem::path none;
    return d ? d->path : none;
}

RunRecorder::Progress RunRecorder::progress() const
{
    if (!d || d->isForked())
        return {};
    const auto ticks = static_cast<std::int64_t>(d->run->committedCount());
    return d->file ? Progress{ticks, static_cast<std::int64_t>(d->file->acknowledgedFrames()), d->file->problem()} : Progress{ticks, ticks};
}

void RunRecorder::setHyperparameters(const std::string &json)
{
    const auto parsed = experiment::Json::parse(json, nullptr, false);
    if (!parsed.is_object())
        throw record::InvalidArgument(record::message("hyperparameters are \"%1\"; expected a JSON object", json));
    update([&](record::RunInfo &info) { info.experiment = experiment::Json{{"hparams", parsed}}.dump(); });
}

void RunRecorder::flush(std::chrono::milliseconds patience) const
{
    if (d && !d->isForked() && d->file)
        d->file->requireWritten(patience);
}

void RunRecorder::close(record::RunStatus status, const record::Message &message)
{
    if (!d || d->isForked())
        return;
    if (const record::Message problem = d->close(status, message); !problem.empty())
        throw record::Error(problem);
}

} // namespace lensboard
