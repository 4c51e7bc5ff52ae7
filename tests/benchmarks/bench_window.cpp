// Delays of the event loop while the example, and models of real sizes, train in a real window with a zooming user; and the cost of the window for
// the training. bench_window [stalls|cost|sizes]

#include "app/main_window.h"
#include "app/pages/run_page.h"
#include "app/pages/training_feed.h"
#include "core/experiment/experiment_schema.h"
#include "core/session/engine_loader.h"
#include "core/session/new_run.h"
#include "core/store/file/run_saver.h"
#include "tests/benchmarks/paired.h"
#include "widgets/board/plot_board.h"
#include "widgets/views/tag_plot.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thread>

#include <sys/resource.h>

using namespace lensboard;

namespace {

experiment::Experiment example(int threads, int tickEvery)
{
    experiment::Json json = experiment::readJsonFile(LENSBOARD_SOURCE_DIR "/resources/experiments/fashion-mnist-cnn.json");
    json["threads"] = threads;
    json["epochs"] = 1000;
    json["tick"] = {{"unit", "steps"}, {"every", tickEvery}};
    return experiment::Experiment::fromJson(json);
}

/// Enables all lenses, within the budget of a new experiment.
experiment::Experiment watched(experiment::Json json)
{
    json["format"] = 1;
    json["epochs"] = 1000;
    json["inspector"] = {{"budget", 0.05}};
    for (const experiment::Section &lens : experiment::lensSchemas())
        json["lenses"].push_back({{"kind", lens.kind}});
    return experiment::Experiment::fromJson(json);
}

std::vector<std::pair<const char *, experiment::Experiment>> realSizes()
{
    return {{"GPT-2 small's layers (85 million parameters)",
             watched({{"name", "gpt2"},
                      {"dataset", {{"kind", "text"}, {"path", LENSBOARD_SOURCE_DIR "/resources/experiments/gpl-3.txt"}, {"context", 128}}},
                      {"model", {{"kind", "transformer"}, {"layers", 12}, {"heads", 12}, {"width", 768}}},
                      {"optimizer", {{"kind", "adam"}, {"lr", 1e-4}}},
                      {"batch_size", 4},
                      {"tick", {{"unit", "steps"}, {"every", 2}}}})},
            {"an MLP of 1,000 layers",
             watched({{"name", "deep"},
                      {"dataset", {{"kind", "spirals"}}},
                      {"model", {{"kind", "mlp"}, {"hidden", std::vector<int>(1000, 32)}}},
                      {"optimizer", {{"kind", "adam"}, {"lr", 1e-4}}},
                      {"batch_size", 32},
                      {"tick", {{"unit", "steps"}, {"every", 5}}}})}};
}

void spin(double seconds)
{
    QEventLoop loop; // sleeps between events, like the program
    QTimer::singleShot(static_cast<int>(1000 * seconds), &loop, &QEventLoop::quit);
    loop.exec();
}

/// Returns the processor seconds used by this thread, the window's.
double threadSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

double stepsPerSecond(const session::Session &session, double seconds, bool withEvents)
{
    const auto before = session.status().step;
    QElapsedTimer clock;
    clock.start();
    if (withEvents)
        spin(seconds);
    else
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    return static_cast<double>(session.status().step - before) * 1000.0 / static_cast<double>(clock.elapsed());
}

void waitUntilTraining(const session::Session &session)
{
    while (session.status().step < 5)
        spin(0.05);
}

/// Measures the delay of a 2 ms timer.
class HeartBeat
{
public:
    HeartBeat()
    {
        m_clock.start();
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            delaysMs.push_back(static_cast<double>(m_clock.nsecsElapsed()) / 1e6 - kBeatMs);
            m_clock.restart();
        });
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.start(kBeatMs);
    }
    std::vector<double> delaysMs;

private:
    static constexpr int kBeatMs = 2;
    QTimer m_timer;
    QElapsedTimer m_clock;
};

std::unique_ptr<session::RecordedTraining> training(const experiment::Experiment &experiment)
{
    return std::make_unique<session::RecordedTraining>(experiment, session::TrainingStart(), session::Session::Priority::BelowWindow);
}

void measureStalls(const char *title, const experiment::Experiment &experiment, QSize size, double seconds)
{
    constexpr double kFrameMs = 1000.0 / 60;
    app::RunPage page(std::make_unique<app::TrainingFeed>(training(experiment)));
    page.resize(size);
    page.show();
    page.feed().start();
    waitUntilTraining(*page.session());
    spin(2);
    const HeartBeat beat;
    QTimer zoom;
    double phase = 0;
    QObject::connect(&zoom, &QTimer::timeout, &zoom, [&] {
        phase += 0.1;
        const auto plots = page.board()->sections().plotsOnView();
        const double last = static_cast<double>(page.session()->status().step);
        plots.front()->choose(widgets::Stretch{0.2 * last * (1 + std::sin(phase)), last});
    });
    zoom.start(50);
    spin(seconds);
    auto delays = beat.delaysMs;
    std::sort(delays.begin(), delays.end());
    const auto over = [&](double ms) { return std::ranges::count_if(delays, [ms](double delay) { return delay > ms; }); };
    std::printf("stalls, %s, %zu plots on view, %zu series, %.1f steps/s, zooming 20 times a second:\n"
                "  median %.2f ms, 99th percentile %.2f ms, longest %.2f ms; %td over a frame of 16.7 ms, %td over 100 ms, of %zu beats\n",
                title, page.board()->sections().plotsOnView().size(), page.session()->store()->seriesCount(), page.session()->status().stepsPerSecond,
                delays[delays.size() / 2], delays[delays.size() * 99 / 100], delays.back(), over(kFrameMs), over(100), delays.size());
    page.finish();
}

/// Steps per second with and without the window, alternating, each with its own training.
void measureCost(int threads, int tickEvery)
{
    const QTemporaryDir folder;
    constexpr double kSeconds = 3;
    std::vector<double> ratios, window, headless, shares;
    for (int round = 0; round < 8; ++round) {
        {
            app::RunPage page(std::make_unique<app::TrainingFeed>(training(example(threads, tickEvery))));
            page.resize(1280, 800);
            page.show();
            page.feed().start();
            waitUntilTraining(*page.session());
            spin(1);
            const double before = threadSeconds();
            window.push_back(stepsPerSecond(*page.session(), kSeconds, true));
            shares.push_back((threadSeconds() - before) / kSeconds);
            page.finish();
        }
        {
            const auto experiment = example(threads, tickEvery);
            const auto run = std::make_shared<store::RunStore>(session::newRunInfo(experiment));
            store::RunSaver file(run, folder.filePath(QString("h%1.lbrun").arg(round)).toStdString());
            session::Session session(experiment, run, [](const auto &prepared) { return session::makeTrainer(prepared, {}); });
            session.control()->send({session::Command::Kind::Start});
            waitUntilTraining(session);
            std::this_thread::sleep_for(std::chrono::seconds(1));
            headless.push_back(stepsPerSecond(session, kSeconds, false));
        }
        ratios.push_back(headless.back() / window.back());
    }
    std::printf("in the window, %d threads: %.1f steps/s, headless %.1f; a step costs %.4f as much in the window (median of %zu pairs, tick every %d steps)\n"
                "  the window's thread used %.2f %% of one core\n",
                threads, bench::median(window), bench::median(headless), bench::median(ratios), ratios.size(), tickEvery,
                100 * bench::median(shares));
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", qgetenv("QT_QPA_PLATFORM").isEmpty() ? "offscreen" : qgetenv("QT_QPA_PLATFORM"));
    const QTemporaryDir folder;
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
    QApplication application(argc, argv);
    const std::string only = argc > 1 ? argv[1] : "";
    for (const int threads : {2, 1}) {
        if (only.empty() || only == "stalls")
            measureStalls(threads == 2 ? "the example, 2 threads, a tick every 5 steps" : "the same, 1 thread", example(threads, 5),
                          {1920, 3400}, 12); // every plot of the example is on view
        if (only.empty() || only == "cost")
            measureCost(threads, threads == 2 ? 140 : 90); // about a tick a second
    }
    if (only.empty() || only == "sizes")
        for (const auto &[title, experiment] : realSizes())
            measureStalls(title, experiment, {1920, 1080}, 60);
    return 0;
}
