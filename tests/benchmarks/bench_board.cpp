// Time of a plot board's frame during zooming and panning, and cost of a live run, in a window of 1920x1080. Measures processor time of the window's
// thread, so other programs do not count.

#include "core/record/clock.h"
#include "core/store/columns/run_store.h"
#include "tests/benchmarks/paired.h"
#include "widgets/board/plot_board.h"
#include "widgets/board/plot_window.h"
#include "widgets/views/tag_plot.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

using namespace lensboard;
using namespace lensboard::widgets;

namespace {

/// Returns a run with one line per layer: \p series lines of \p ticks noisy oscillating values.
std::shared_ptr<store::RunStore> noisyRun(std::size_t series, std::size_t ticks, double above = 0)
{
    auto run = std::make_shared<store::RunStore>();
    run->registerTag({"Weight Gradient Norm", "ParameterGradientGeometry", record::TagKind::Numerical, "L2 norm"});
    for (std::size_t i = 0; i < series; ++i)
        run->registerSeries({0, "layer" + std::to_string(i), "mean", record::SeriesRole::Line});
    std::minstd_rand random;
    record::Frame frame;
    for (std::size_t tick = 0; tick < ticks; ++tick) {
        const auto number = static_cast<std::int64_t>(tick) + 1;
        frame.stamp = {number, 1 + number / 1000, number, 64 * number, 1.7e9 + static_cast<double>(tick)};
        frame.values.clear();
        for (std::uint32_t i = 0; i < series; ++i)
            frame.values.push_back({i, above + i + std::sin(1e-4 * static_cast<double>(tick) * (i + 1)) + 1e-10 * static_cast<double>(random())});
        run->commit(frame);
    }
    return run;
}

bool isSettled(const PlotBoard &board)
{
    const auto plots = board.findChildren<TagPlot *>();
    return std::none_of(plots.begin(), plots.end(), [](const TagPlot *plot) { return plot->isVisible() && plot->isDirty(); });
}

/// Returns the longest turn of the event loop, in milliseconds of processor time: the window does not respond during it.
double settle(const PlotBoard &board)
{
    double longest = 0;
    const auto turn = [&] {
        const double before = 1e3 * record::threadSeconds();
        QApplication::processEvents();
        longest = std::max(longest, 1e3 * record::threadSeconds() - before);
    };
    do
        turn();
    while (!isSettled(board));
    turn(); // lets pending repaints finish
    return longest;
}

void show(PlotBoard &board)
{
    board.resize(1920, 1080);
    board.show();
    settle(board);
}

/// Times zooming and panning, one frame each.
void benchHand(const char *name, PlotBoard &board, double ticks)
{
    settle(board);
    std::vector<double> zooms, pans, turns;
    for (int i = 0; i < 40; ++i) {
        const double phase = 0.15 * i, width = ticks * (0.55 + 0.45 * std::cos(phase)), low = (ticks - width) * 0.5;
        double before = 1e3 * record::threadSeconds();
        board.state().choose(Stretch{low, low + width});
        turns.push_back(settle(board));
        zooms.push_back(1e3 * record::threadSeconds() - before);
        before = 1e3 * record::threadSeconds();
        board.state().choose(Stretch{low * 0.98, low * 0.98 + width});
        turns.push_back(settle(board));
        pans.push_back(1e3 * record::threadSeconds() - before);
    }
    std::printf("%s: zoom %.1f ms a frame (longest %.1f), pan %.1f ms (longest %.1f), in turns of at most %.1f ms (longest %.1f)\n", name,
                bench::median(zooms), *std::ranges::max_element(zooms), bench::median(pans), *std::ranges::max_element(pans), bench::median(turns),
                *std::ranges::max_element(turns));
    board.navigation().resetZoom();
}

void benchManyPoints()
{
    constexpr std::size_t kSeries = 40, kTicks = 1000000;
    const auto run = noisyRun(kSeries, kTicks);
    PlotBoard board;
    board.addRun(run, "run");
    show(board);
    benchHand("40 plots of 1 million points", board, kTicks);
    TagStyle style;
    style.view = TagView::Overlay;
    board.setTagStyle("Weight Gradient Norm", style);
    benchHand("40 lines of 1 million points, one plot", board, kTicks);
    board.showAlone(*board.sections().plots("Weight Gradient Norm").front());
    board.findChild<PlotWindow *>()->resize(1920, 1080);
    benchHand("the same twice, one of them on the whole screen", board, kTicks);
}

/// Each turn of the wheel draws a frame. Each move from one line to another does too, because all other lines fade.
void benchManyRuns()
{
    constexpr std::size_t kRuns = 100, kSeries = 40, kTicks = 2000;
    PlotBoard board;
    for (std::size_t i = 0; i < kRuns; ++i)
        board.addRun(noisyRun(kSeries, kTicks, 0.01 * static_cast<double>(i)), QStringLiteral("run %1").arg(i));
    show(board);
    benchHand("40 plots of 100 runs of 2,000 points", board, kTicks);
    std::vector<double> turns, held, points;
    auto *bar = board.findChild<QScrollArea *>()->verticalScrollBar();
    for (const int step : {bar->singleStep(), -bar->singleStep()})
        for (int i = 0; i < 40; ++i) {
            double before = 1e3 * record::threadSeconds();
            bar->setValue(bar->value() + 3 * step);
            held.push_back(settle(board));
            turns.push_back(1e3 * record::threadSeconds() - before);
            before = 1e3 * record::threadSeconds();
            board.state().pointAt(board.state().runs[static_cast<std::size_t>(i)].get());
            settle(board);
            points.push_back(1e3 * record::threadSeconds() - before);
        }
    std::printf("  a turn of the wheel %.1f ms (longest %.1f, of which at once %.1f), pointing at another run %.1f ms (longest %.1f)\n",
                bench::median(turns), *std::ranges::max_element(turns), *std::ranges::max_element(held), bench::median(points),
                *std::ranges::max_element(points));
}

void benchHeatMap()
{
    constexpr std::size_t kSeries = 400, kTicks = 10000;
    PlotBoard board;
    board.addRun(noisyRun(kSeries, kTicks), "run");
    TagStyle style;
    style.view = TagView::HeatMap;
    board.setTagStyle("Weight Gradient Norm", style);
    show(board);
    benchHand("heat map of 400 layers by 10,000 ticks", board, kTicks);
}

/// Prints the refresh time of a long run relative to a short run. Each tick of the short run has its own column.
void benchHistograms()
{
    constexpr std::size_t kLayers = 6, kBins = 51;
    constexpr std::size_t kShort = 500, kLong = 40'000;
    constexpr int kRounds = 40;
    struct Shown
    {
        std::shared_ptr<store::RunStore> run = std::make_shared<store::RunStore>();
        PlotBoard board;
        std::minstd_rand random;
        std::int64_t ticks = 0;

        explicit Shown(std::size_t count)
        {
            run->registerTag({"Weight Gradient", "ParameterGradientGeometry", record::TagKind::Numerical, "gradient"});
            for (std::size_t i = 0; i < kLayers; ++i)
                run->registerSeries({0, "layer" + std::to_string(i), "histogram", record::SeriesRole::Histogram});
            for (std::size_t i = 0; i < count; ++i)
                tick();
            TagStyle style;
            style.view = TagView::Histograms;
            board.addRun(run, "run");
            board.setTagStyle("Weight Gradient", style);
        }
        void tick()
        {
            ++ticks;
            record::Frame frame{{ticks, 1, ticks, 64 * ticks, 1.7e9 + static_cast<double>(ticks)}, {}};
            for (std::uint32_t layer = 0; layer < kLayers; ++layer) {
                record::Histogram histogram;
                for (std::size_t bin = 0; bin <= kBins; ++bin)
                    histogram.edges.push_back(static_cast<double>(bin) - 25.5);
                for (std::size_t bin = 0; bin < kBins; ++bin)
                    histogram.counts.push_back(1e-9 * static_cast<double>(random()) + 100 * std::exp(-0.02 * std::pow(static_cast<double>(bin) - 25, 2)));
                frame.histograms.push_back({layer, std::move(histogram)});
            }
            run->commit(std::move(frame));
        }
        double timed(const std::function<void()> &change)
        {
            const double before = 1e3 * record::threadSeconds();
            change();
            settle(board);
            return 1e3 * record::threadSeconds() - before;
        }
        void live()
        {
            tick();
            board.follow();
        }
        void zoom(int round)
        {
            const double all = static_cast<double>(ticks), width = all * (0.6 + 0.4 * std::cos(0.15 * round));
            board.state().choose(Stretch{0.5 * (all - width), 0.5 * (all + width)});
        }
    };
    Shown few(kShort), many(kLong);
    show(few.board);
    const double before = 1e3 * record::threadSeconds();
    many.board.resize(1920, 1080);
    many.board.show();
    const double longestTurn = settle(many.board);
    const double first = 1e3 * record::threadSeconds() - before;
    std::vector<double> live, zooms, liveMs, zoomMs;
    for (int i = 0; i < kRounds; ++i) {
        const double fewLive = few.timed([&] { few.live(); });
        liveMs.push_back(many.timed([&] { many.live(); }));
        live.push_back(liveMs.back() / fewLive);
    }
    for (int i = 0; i < kRounds; ++i) {
        const double fewZoom = few.timed([&] { few.zoom(i); });
        zoomMs.push_back(many.timed([&] { many.zoom(i); }));
        zooms.push_back(zoomMs.back() / fewZoom);
    }
    std::printf("%d maps of %d histograms: first %.0f ms in turns of at most %.1f ms; a tick %.1f ms, %.2f of that at %d histograms; zoom %.1f ms, %.2f\n",
                static_cast<int>(kLayers), static_cast<int>(kLong), first, longestTurn, bench::median(liveMs), bench::median(live),
                static_cast<int>(kShort), bench::median(zoomMs), bench::median(zooms));
}

void benchLive()
{
    constexpr std::size_t kLayers = 60, kBefore = 2000;
    constexpr int kSeconds = 10, kTickMs = 100, kFollowMs = 40;
    auto run = std::make_shared<store::RunStore>();
    run->registerTag({"Weight Gradient Norm", "ParameterGradientGeometry", record::TagKind::Numerical, "L2 norm"});
    for (std::size_t i = 0; i < kLayers; ++i)
        for (const auto &[label, role] : {std::pair("mean", record::SeriesRole::Line), std::pair("-σ", record::SeriesRole::BandLow),
                                          std::pair("+σ", record::SeriesRole::BandHigh)})
            run->registerSeries({0, "layer" + std::to_string(i), label, role});
    std::int64_t number = 0;
    std::minstd_rand random;
    const auto tick = [&] {
        ++number;
        record::Frame frame{{number, 1, number, 64 * number, 1.7e9 + 0.1 * static_cast<double>(number)}, {}};
        for (std::uint32_t i = 0; i < kLayers; ++i) {
            const double mean = 2 + std::exp(-1e-3 * static_cast<double>(number)) + 1e-10 * static_cast<double>(random());
            frame.values.insert(frame.values.end(), {{3 * i, mean}, {3 * i + 1, mean - 0.3}, {3 * i + 2, mean + 0.3}});
        }
        run->commit(frame);
    };
    for (std::size_t i = 0; i < kBefore; ++i)
        tick();
    PlotBoard board;
    board.addRun(run, "run");
    show(board);
    const auto plots = board.findChildren<TagPlot *>();
    const auto onView = std::count_if(plots.begin(), plots.end(), [](const TagPlot *plot) { return !plot->visibleRegion().isEmpty(); });
    QTimer ticking, following;
    QObject::connect(&ticking, &QTimer::timeout, &board, tick);
    QObject::connect(&following, &QTimer::timeout, &board, [&board] { board.follow(); });
    ticking.start(kTickMs);
    following.start(kFollowMs);
    QElapsedTimer clock;
    clock.start();
    const double before = 1e3 * record::threadSeconds();
    QEventLoop loop;
    QTimer::singleShot(1000 * kSeconds, &loop, &QEventLoop::quit);
    loop.exec();
    std::printf("%d plots on view, live at 10 ticks/s: %.1f %% of a core\n", static_cast<int>(onView),
                100 * (1e3 * record::threadSeconds() - before) / static_cast<double>(clock.elapsed()));
}

} // namespace

/// Runs all benchmarks, or the benchmarks named as arguments.
int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const std::vector<std::pair<const char *, void (*)()>> all = {{"live", benchLive}, {"map", benchHeatMap}, {"histograms", benchHistograms}, {"runs", benchManyRuns}, {"points", benchManyPoints}};
    for (const auto &[name, bench] : all)
        if (argc < 2 || std::find(argv + 1, argv + argc, std::string_view(name)) != argv + argc)
            bench();
}
