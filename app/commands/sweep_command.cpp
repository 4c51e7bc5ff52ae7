#include "app/commands/sweep_command.h"

#include "app/commands/ending_signals.h"
#include "app/commands/exit_code.h"
#include "app/commands/shell_words.h"
#include "app/commands/sweep_runs.h"
#include "core/bytes/valid_utf8.h"
#include "core/runs/run_summary.h"
#include "core/session/child_process.h"
#include "core/session/resumed_run.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>

#include <unistd.h>

namespace lensboard::app {

namespace fs = std::filesystem;

namespace {

std::atomic<int> sweepSignal = 0; ///< the signal that asked to stop; 0: none

void onSweepSignal(int signal)
{
    const bool isFirst = sweepSignal.exchange(signal) == 0;
    if (!isFirst)
        session::ChildProcess::killAll();
    const std::string_view text = isFirst ? "lensboard: stopping the trainings; Ctrl-C again stops them at once\n"
                                          : "lensboard: stopped at once; what was written so far stays readable\n";
    (void)!write(STDERR_FILENO, text.data(), text.size());
    if (!isFirst)
        _exit(128 + signal);
}

/// Divides the cores among parallel trainings, unless the user set OMP_NUM_THREADS.
void divideCores(int jobs)
{
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    if (jobs > 1)
        setenv("OMP_NUM_THREADS", std::to_string(std::max(1, cores / jobs)).c_str(), 0);
}

bool isToBeTrained(const SweepRun &run)
{
    return run.found != SweepRun::Found::Finished && run.found != SweepRun::Found::Recording;
}

/// Result such as ", val_accuracy 0.91": a validation metric if there is one, else a loss.
std::string resultText(const fs::path &run)
{
    const runs::RunSummary summary = runs::summarise(run);
    const auto &values = summary.metrics.empty() ? summary.losses : summary.metrics;
    if (values.empty())
        return {};
    auto shown = std::ranges::find_if(values, [](const auto &value) { return value.first.starts_with("val_"); });
    if (shown == values.end())
        shown = values.begin();
    char number[32];
    std::snprintf(number, sizeof number, "%.4g", shown->second);
    return ", " + bytes::printable(shown->first) + ' ' + number;
}

/// Trains the unfinished runs of a sweep, a few at a time, and reports how each ends.
class SweepTraining
{
public:
    SweepTraining(const SweepOptions &options, std::vector<SweepRun> runs) : m_options(options), m_runs(std::move(runs)) {}

    /// Trains all runs; returns the exit code.
    int train()
    {
        sayWhatIsThere();
        for (;;) {
            while (sweepSignal == 0 && m_jobs.size() < static_cast<std::size_t>(m_options.jobs) && startNext()) {
            }
            if (m_jobs.empty())
                break;
            passSignalOn();
            waitForNews();
            takeEnded();
        }
        return sum();
    }

private:
    using Clock = std::chrono::steady_clock;
    struct Job
    {
        std::size_t number; ///< number of its run
        std::unique_ptr<session::ChildProcess> process;
        Clock::time_point began;
    };

    void say(std::size_t number, const std::string &text) const
    {
        std::fprintf(stderr, "%zu/%zu %s: %s\n", number + 1, m_runs.size(), m_runs[number].combination.name.c_str(), text.c_str());
    }

    void sayWhatIsThere()
    {
        m_finished = static_cast<std::size_t>(std::ranges::count(m_runs, SweepRun::Found::Finished, &SweepRun::found));
        if (m_finished > 0)
            std::fprintf(stderr, "%zu of %zu runs are finished already\n", m_finished, m_runs.size());
        for (std::size_t i = 0; i < m_runs.size(); ++i)
            if (m_runs[i].found == SweepRun::Found::Recording) {
                ++m_leftAlone;
                say(i, "left alone; " + m_runs[i].state);
            }
    }

    /// Starts the next run. Returns false if none is left.
    bool startNext()
    {
        while (m_next < m_runs.size() && !isToBeTrained(m_runs[m_next]))
            ++m_next;
        if (m_next == m_runs.size())
            return false;
        const std::size_t number = m_next++;
        try {
            start(number);
        } catch (const std::exception &error) {
            ++m_failed;
            say(number, std::string("failed: ") + error.what());
        }
        return true;
    }

    void start(std::size_t number)
    {
        const SweepRun &run = m_runs[number];
        std::string text = "goes on from its checkpoint";
        if (run.found != SweepRun::Found::CanGoOn) {
            const fs::path old = makeRoom(run);
            text = old.empty() ? "starts" : "starts anew; the run that was there (" + run.state + ") is kept as " + old.string();
        }
        m_jobs.push_back({number, std::make_unique<session::ChildProcess>(trainCommand(m_options, run)), Clock::now()});
        say(number, text);
    }

    void passSignalOn()
    {
        const int signal = sweepSignal;
        if (signal == 0 || std::exchange(m_isStopping, true))
            return;
        for (const Job &job : m_jobs)
            job.process->send(signal);
    }

    void waitForNews() const
    {
        constexpr int kPatienceMs = 100;
        std::vector<session::ChildProcess *> children;
        for (const Job &job : m_jobs)
            children.push_back(job.process.get());
        session::ChildProcess::waitForNews(children, kPatienceMs);
    }

    void takeEnded()
    {
        std::erase_if(m_jobs, [this](const Job &job) {
            const auto ending = job.process->ending();
            if (ending)
                take(job, *ending);
            return ending.has_value();
        });
    }

    void take(const Job &job, const session::ChildEnding &ending)
    {
        const bool isStopped = ending.code > 128 && (ending.signal == 0 || ending.signal == sweepSignal);
        if (ending.code == kDone) {
            ++m_finished;
            const std::chrono::duration<double> time = Clock::now() - job.began;
            char seconds[32];
            std::snprintf(seconds, sizeof seconds, ", %.0f s", time.count());
            say(job.number, "finished" + resultText(m_runs[job.number].file) + seconds);
        } else if (isStopped) {
            ++m_stopped;
            say(job.number, stoppedText(m_runs[job.number].file));
        } else {
            ++m_failed;
            const std::string words = job.process->lastWords();
            const std::string killed = ending.signal > 0 ? "ended by signal " + std::to_string(ending.signal) : std::string();
            say(job.number, "failed: " + killed + (killed.empty() || words.empty() ? "" : "; ") + words);
        }
    }

    static std::string stoppedText(const fs::path &run)
    {
        std::error_code unknown;
        if (!fs::exists(run, unknown))
            return "stopped before the first batch";
        return fs::exists(session::checkpointPath(run), unknown) ? "stopped; it can go on" : "stopped; it has no checkpoint to go on from";
    }

    int sum() const
    {
        const std::size_t all = m_runs.size(), waiting = all - m_finished - m_failed - m_stopped - m_leftAlone;
        std::string text = std::to_string(m_finished) + " of " + std::to_string(all) + " runs are finished";
        for (const auto &[count, what] : {std::pair{m_failed, " failed"}, {m_stopped, " stopped"}, {m_leftAlone, " left alone"}, {waiting, " not begun"}})
            if (count > 0)
                text += ", " + std::to_string(count) + what;
        std::fprintf(stderr, "%s%s\n", text.c_str(), m_finished < all ? "; the same command goes on with the others" : "");
        std::error_code unknown;
        if (const fs::path folder = sweepFolder(m_options); fs::exists(folder, unknown))
            std::printf("%s\n", folder.c_str());
        if (m_finished == all)
            return kDone;
        return sweepSignal > 0 ? 128 + sweepSignal : kTrainingFailed;
    }

    const SweepOptions &m_options;
    std::vector<SweepRun> m_runs;
    std::vector<Job> m_jobs;
    std::size_t m_next = 0; ///< index of the next run to start or skip
    std::size_t m_finished = 0, m_failed = 0, m_stopped = 0, m_leftAlone = 0;
    bool m_isStopping = false;
};

/// Prints the commands for runs that are neither finished nor being recorded. Returns the exit code.
int printCommands(const SweepOptions &options, const std::vector<SweepRun> &runs)
{
    int code = kDone;
    for (const SweepRun &run : runs) {
        if (!isToBeTrained(run))
            continue;
        if (run.found == SweepRun::Found::Ended || run.found == SweepRun::Found::Empty) {
            std::fprintf(stderr, "lensboard: %s: %s; move it away to have its command printed, or have the sweep train it anew\n",
                         run.file.c_str(), run.state.c_str());
            code = kNotWhole;
        } else {
            std::printf("%s\n", shellLine(trainCommand(options, run)).c_str());
        }
    }
    return code;
}

} // namespace

int sweep(const SweepOptions &options)
{
    std::vector<SweepRun> runs;
    try {
        runs = sweepRuns(options);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "lensboard: %s\n", error.what());
        return kBadInput;
    }
    if (options.printCommands)
        return printCommands(options, runs);
    onEndingSignals(onSweepSignal);
    std::signal(SIGPIPE, SIG_IGN); // a closed output pipe must not end trainings
    std::signal(SIGCHLD, SIG_DFL);
    divideCores(options.jobs);
    return SweepTraining(options, std::move(runs)).train();
}

} // namespace lensboard::app
