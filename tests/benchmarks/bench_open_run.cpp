// Time until a run is on screen, and until a point written by another thread is: for a run file of 10 million points, a TensorBoard log of 1 million
// scalars, and a list of 100 runs.

#include "app/main_window.h"
#include "app/pages/run_list_page.h"
#include "app/pages/run_page.h"
#include "core/record/clock.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_saver.h"
#include "tests/benchmarks/large_runs.h"
#include "tests/benchmarks/paired.h"
#include "widgets/board/plot_board.h"
#include "widgets/views/plots/line_plot.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <functional>

using namespace lensboard;

namespace {

std::string filePath(const QTemporaryDir &folder, const char *name)
{
    return folder.filePath(name).toStdString();
}

/// Returns the number of drawn visible plots.
int drawnPlots(app::MainWindow &window)
{
    int drawn = 0;
    for (const auto *plot : window.findChildren<widgets::LinePlot *>())
        drawn += !plot->traces().lines.empty() && !plot->traces().lines.front().points.empty() ? 1 : 0;
    return drawn;
}

template <typename Condition>
double millisecondsUntil(const QElapsedTimer &clock, const Condition &condition)
{
    while (!condition())
        QApplication::processEvents(QEventLoop::AllEvents, 1);
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

void benchOpening(const char *name, const std::string &path)
{
    std::vector<double> first, all;
    for (int round = 0; round < 7; ++round) {
        app::MainWindow window;
        window.resize(1920, 1080);
        window.show();
        QApplication::processEvents();
        QElapsedTimer clock;
        clock.start();
        window.openFile(QString::fromStdString(path));
        first.push_back(millisecondsUntil(clock, [&] { return drawnPlots(window) > 0; }));
        all.push_back(millisecondsUntil(clock, [&] { return drawnPlots(window) >= 8; }));
    }
    std::printf("%s: first plot after %.0f ms, eight after %.0f ms\n", name, bench::median(first), bench::median(all));
}

/// Measures from writing a point until its plot is drawn with it.
void benchLatency(const char *name, const std::string &path, const std::function<std::int64_t()> &write)
{
    app::MainWindow window;
    window.resize(1920, 1080);
    window.show();
    window.openFile(QString::fromStdString(path));
    QElapsedTimer clock;
    clock.start();
    millisecondsUntil(clock, [&] { return drawnPlots(window) >= 8; });
    const widgets::LinePlot *plot = window.findChildren<widgets::LinePlot *>().front();
    std::vector<double> delays;
    for (int i = 0; i < 20; ++i) {
        const auto step = static_cast<double>(write());
        clock.restart();
        delays.push_back(millisecondsUntil(clock, [&] {
            const auto &points = plot->traces().lines.front().points;
            return !points.empty() && points.back().x >= step;
        }));
    }
    std::printf("%s: a new point is drawn after %.0f ms (longest %.0f)\n", name, bench::median(delays),
                *std::max_element(delays.begin(), delays.end()));
}

void benchList(const QTemporaryDir &folder)
{
    for (int i = 0; i < 100; ++i) {
        store::RunStore run;
        run.registerTag({"Loss", "LossMetrics"});
        run.registerSeries({0, "Loss", "train_loss mean", record::SeriesRole::Line});
        for (std::int64_t tick = 1; tick <= 1000; ++tick)
            run.commit({{tick, 1, tick, tick, 0}, {{0, 1.0 / static_cast<double>(tick)}}});
        run.update([](auto &info) { info.status = record::RunStatus::Finished; });
        store::saveRunCopy(run, folder.filePath(QString("list/run%1.lbrun").arg(i)).toStdString());
    }
    std::vector<double> times;
    for (int round = 0; round < 7; ++round) {
        app::MainWindow window;
        window.show();
        QElapsedTimer clock;
        clock.start();
        window.openFile(folder.filePath("list"));
        bool listed = false;
        QObject::connect(window.findChild<app::RunListPage *>(), &app::RunListPage::listed, [&] { listed = true; });
        times.push_back(millisecondsUntil(clock, [&] { return listed; }));
    }
    std::printf("list of 100 runs: %.0f ms\n", bench::median(times));
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName("LensboardBench");
    const QTemporaryDir folder;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.filePath("settings"));

    const auto run = std::make_shared<store::RunStore>();
    bench::addLargeSeries(*run);
    store::RunSaver file(run, filePath(folder, "large.lbrun"));
    std::size_t tick = 0;
    for (; tick < bench::kTicks; ++tick)
        run->commit(bench::largeFrame(tick));
    store::saveRunCopy(*run, filePath(folder, "copy.lbrun"));
    benchOpening("run file of 10 million points", filePath(folder, "copy.lbrun"));
    while (file.acknowledgedFrames() < tick)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    benchLatency("the same, growing", filePath(folder, "large.lbrun"), [&] {
        run->commit(bench::largeFrame(tick++));
        return static_cast<std::int64_t>(tick);
    });

    visualizer::TensorboardEventFile events(filePath(folder, "events"), record::wallSeconds());
    int step = 2500;
    bench::writeEvents(events, 0, step);
    benchOpening("TensorBoard file of 1 million scalars", events.path().string());
    benchLatency("the same, growing", events.path().string(), [&] {
        bench::writeEvents(events, step, step + 1);
        return std::int64_t{step++};
    });
    benchList(folder);
}
