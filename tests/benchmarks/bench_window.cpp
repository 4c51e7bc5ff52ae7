// How long the event loop is held while the example trains in a real window with every plot on view and a zooming
// user, and what the window costs the training.

#include "app/main_window.h"
#include "app/pages/run_page.h"
#include "app/pages/training_feed.h"
#include "core/session/engine_loader.h"
#include "core/session/new_run.h"
#include "core/store/file/run_saver.h"
#include "tests/benchmarks/paired.h"
#include "widgets/plots/plot_board.h"
#include "widgets/plots/tag_plot.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

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

void spin(double seconds)
{
    QEventLoop loop; // sleeps between events, as the program does
    QTimer::singleShot(static_cast<int>(1000 * seconds), &loop, &QEventLoop::quit);
    loop.exec();
}

/// Processor seconds that this thread, the window's, has used.
double threadSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

double stepsPerSecond(const session::Session &session, double seconds, bool withEvents)
{
    const auto before = session.status().position.step;
    QElapsedTimer clock;
    clock.start();
    if (withEvents)
        spin(seconds);
    else
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    return static_cast<double>(session.status().position.step - before) * 1000.0 / static_cast<double>(clock.elapsed());
}

void waitUntilTraining(const session::Session &session)
{
    while (session.status().position.step < 5)
        spin(0.05);
}

/// Notes how late a 2 ms heart beat comes.
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

std::unique_ptr<session::RecordedTraining> training(int threads, int tickEvery)
{
    return std::make_unique<session::RecordedTraining>(example(threads, tickEvery), session::TrainingStart(),
                                                       session::Session::Priority::BelowWindow);
}

void measureStalls(int threads, double seconds)
{
    app::RunPage page(std::make_unique<app::TrainingFeed>(training(threads, 5)));
    page.resize(1920, 3400); // every plot of the example is on view
    page.show();
    page.feed().start();
    waitUntilTraining(*page.session());
    spin(2);
    const HeartBeat beat;
    QTimer zoom;
    double phase = 0;
    QObject::connect(&zoom, &QTimer::timeout, &zoom, [&] {
        phase += 0.1;
        const auto plots = page.board()->sections().plots();
        const double last = static_cast<double>(page.session()->status().position.step);
        plots.front()->choose(widgets::Stretch{0.2 * last * (1 + std::sin(phase)), last});
    });
    zoom.start(50);
    spin(seconds);
    auto delays = beat.delaysMs;
    std::sort(delays.begin(), delays.end());
    int stalls = 0;
    for (const double delay : delays)
        stalls += delay > 100;
    std::printf("stalls, %d threads, %zu plots on view, a tick every 5 steps, zooming 20 times a second:\n"
                "  median %.2f ms, 99th percentile %.2f ms, longest %.2f ms, %d over 100 ms, of %zu beats\n",
                threads, page.board()->sections().plots().size(), delays[delays.size() / 2], delays[delays.size() * 99 / 100],
                delays.back(), stalls, delays.size());
    page.finish();
}

/// Steps a second in the window and without, in turns, each training its own.
void measureCost(int threads, int tickEvery)
{
    const QTemporaryDir folder;
    constexpr double kSeconds = 3;
    std::vector<double> ratios, window, headless, shares;
    for (int round = 0; round < 8; ++round) {
        {
            app::RunPage page(std::make_unique<app::TrainingFeed>(training(threads, tickEvery)));
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
            session.start();
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
        if (only != "cost")
            measureStalls(threads, 12);
        if (only != "stalls")
            measureCost(threads, threads == 2 ? 140 : 90); // about a tick a second
    }
    return 0;
}
