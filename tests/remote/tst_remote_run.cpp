#include "core/health/run_judge.h"
#include "core/import/tools/wandb/wandb_importer.h"
#include "core/record/stoppable_sleep.h"
#include "core/remote/remote_histograms.h"
#include "core/remote/remote_run.h"
#include "core/remote/remote_scan.h"
#include "core/remote/remote_tensors.h"
#include "core/remote/run_mirror.h"
#include "core/runs/run_source.h"
#include "core/store/columns/trace.h"
#include "core/store/derived/ensemble_run.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/media.h"
#include "tests/support/compare_runs.h"
#include "tests/support/growing_run.h"
#include "tests/support/made_rewards.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/served_here.h"
#include "tests/support/test_program.h"

#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <random>
#include <stop_token>
#include <thread>

using namespace lensboard;
using namespace lensboard::remote;
using test::GrowingRun;
using test::infoOf;
using test::kSeries;

namespace fs = std::filesystem;

namespace {

/// The remote end of a link: answers requests to open a run.
class AnsweringPeer final : public Peer
{
public:
    /// Called with the number of an opened channel, and the number of channels opened before.
    using Answer = std::function<void(control::Connection &far, char channel, int before)>;

    explicit AnsweringPeer(Answer answer)
    {
        int ends[2];
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
        m_connection = std::make_unique<control::Connection>(ends[0], ends[0], kLongestReply, kLongestRequest);
        m_thread = std::thread([end = ends[1], answer = std::move(answer)] {
            int opens = 0;
            try {
                control::Connection far(end, end, kLongestRequest, kLongestReply);
                far.send(ownGreeting());
                far.flush();
                while (wait(far, POLLIN), far.receive())
                    while (const auto message = far.next())
                        if (message->size() > 2 && message->front() == '\x08' && (*message)[2] == '\x12') // Request: its channel, and OpenRun
                            answer(far, (*message)[1], opens++);
            } catch (const std::exception &) { // the other side disconnected
            }
        });
    }
    ~AnsweringPeer() override
    {
        ::shutdown(m_connection->in(), SHUT_RDWR);
        m_thread.join();
    }
    control::Connection &connection() override { return *m_connection; }

    static void send(control::Connection &far, const std::string &message)
    {
        far.send(message);
        for (far.flush(); far.unsentBytes() > 0; far.flush())
            wait(far, POLLOUT);
    }
    /// Sends an empty News message.
    static void sendNews(control::Connection &far, char channel) { send(far, std::string{'\x08', channel, '\x1a', '\0'}); }

    static void wait(control::Connection &far, short events)
    {
        pollfd watched = {far.in(), events, 0};
        ::poll(&watched, 1, -1);
    }

private:
    std::unique_ptr<control::Connection> m_connection;
    std::thread m_thread;
};

bool samePoints(const std::vector<stats::Point> &a, const std::vector<stats::Point> &b)
{
    return std::ranges::equal(a, b, [](const auto &p, const auto &q) { return test::same(p.x, q.x) && test::same(p.y, q.y); });
}

/// Returns the number of leading ticks known exactly.
std::size_t exactTicks(const store::Run &run)
{
    std::size_t count = 0;
    run.visit({}, [&](auto, auto &ticks) { count = ticks.exactCount(); });
    return count;
}

/// Returns true if \p read throws a MediumError with the structure of its message.
bool throwsMediumError(const std::function<void()> &read)
{
    try {
        read();
        return false;
    } catch (const store::MediumError &error) {
        return error.message().parts() != nullptr;
    }
}

/// Bit patterns of all fields, so that NaN equals itself.
std::array<std::uint64_t, 5> bits(const record::TickStamp &stamp)
{
    return std::bit_cast<std::array<std::uint64_t, 5>>(stamp);
}

} // namespace

class RemoteRunTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    fs::path path(const char *name) const { return fs::path(m_folder->path().toStdString()) / name; }

    static std::shared_ptr<RemoteRun> opened(const test::BreakableLink &link, const char *name = "run.lbrun")
    {
        auto run = RemoteRun::open(link.link, name, "there");
        run->awaitOpened({});
        return run;
    }

    /// Saves a run with a histogram in each tick and a tensor in each tenth tick.
    void saveHistogramsAndTensors(store::RunStore &here) const
    {
        const std::uint32_t kinds[] = {here.registerTag({"Histogram", "H"}), here.registerTag({"Tensors", "T", record::TagKind::Tensors})};
        const std::uint32_t histogram = here.registerSeries({kinds[0], "fc", "weight", record::SeriesRole::Histogram});
        const std::uint32_t tensor = here.registerSeries({kinds[1], "fc", "output", record::SeriesRole::Tensor});
        for (int i = 0; i < 50; ++i) {
            record::Frame frame = test::madeFrame(static_cast<std::size_t>(i), 0);
            frame.histograms.push_back({histogram, {{0, 1, 2}, {1.0 * i, 2}}});
            if (i % 10 == 0)
                frame.tensors.push_back({tensor, std::make_shared<record::TensorValue>(record::TensorValue{{2, 3}, {0, 1, 2, 3, 4, 1.0f * static_cast<float>(i)}})});
            here.commit(std::move(frame));
        }
        here.update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
        store::saveRunCopy(here, path("run.lbrun"));
    }

    /// Returns the values of the first series. Retries if the link was interrupted.
    static std::vector<double> valuesOf(const store::Run &run)
    {
        std::vector<double> values;
        const auto read = [&] {
            values.clear();
            try {
                for (const store::PlacedValue &placed : run.values(0, 0, 1'000'000))
                    values.push_back(placed.value);
                return true;
            } catch (const store::RunFileError &) {
                return false;
            }
        };
        for (const QDeadlineTimer deadline(test::kPatience); !read() && !deadline.hasExpired();)
            QTest::qWait(10);
        return values;
    }

    static void breakAndMend(test::BreakableLink &link, const std::function<void()> &meanwhile = [] {})
    {
        link.isDown = true;
        link.breakIt();
        QTRY_COMPARE(link.link->state().kind, LinkState::Kind::Reconnecting);
        meanwhile();
        link.isDown = false;
        QTRY_COMPARE(link.link->state().kind, LinkState::Kind::Connected);
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void allOfItComesExactly()
    {
        GrowingRun here(path("run.lbrun"), 5000);
        here.store->append({record::RunEvent::Kind::LensSettings, 7, 1.0, "OutputNorm: include [\"Linear\"]", R"({"lens": "OutputNorm"})"});
        here.store->update([](record::RunInfo &info) { info.environment.emplace_back("read as", record::message("step = %1", "\"x\"")); });
        here.finish();
        const test::BreakableLink link(m_folder->path().toStdString());
        const auto run = opened(link);
        const record::RunInfo info = run->info();
        QVERIFY(info == here.store->info());
        QVERIFY(info.environment.back().second.parts());
        test::compareContents(*run->exact(), *here.store);
        for (std::uint32_t series = 0; series < kSeries; ++series)
            QVERIFY(run->tally(series) == here.store->tally(series));
    }

    /// Until the exact values arrive, traces are coarse approximations and are never returned as exact numbers. Afterwards they equal the file's.
    void whatIsNotHereIsCoarseUntilItComes()
    {
        GrowingRun here(path("run.lbrun"), 200000);
        here.finish();
        const auto file = runs::openRun(path("run.lbrun"), *std::make_unique<imports::ReadProgress>())->run();
        const test::BreakableLink link(m_folder->path().toStdString());
        const auto run = opened(link);
        for (const record::Axis axis : {record::Axis::Step, record::Axis::WallTime})
            for (const auto &[low, high] : {std::pair(0.0, 1.0), std::pair(0.3, 0.4), std::pair(0.5, 0.501)}) {
                const auto [first, last] = *file->span(0, axis);
                const double begin = record::coordinate(first, axis), length = record::coordinate(last, axis) - begin;
                const store::Window window{axis, begin + low * length, begin + high * length, 300};
                const store::Trace expected = file->trace(0, window);
                const auto isSame = [&] { // reading requests missing values
                    const store::Trace seen = run->trace(0, window);
                    return samePoints(seen.points, expected.points) && samePoints(seen.nonFinite, expected.nonFinite);
                };
                QTRY_VERIFY(isSame());
            }
        for (const double step : {10.0, 777777.0, 1500000.0}) {
            const auto expected = file->valueAt(0, record::Axis::Step, step);
            std::optional<store::StampedValue> seen;
            const auto look = [&] {
                seen = run->valueAt(0, record::Axis::Step, step);
                return seen.has_value();
            };
            QTRY_VERIFY(look());
            QVERIFY(seen->stamp == expected->stamp && test::same(seen->value, expected->value));
        }
    }

    /// A plot and a read-out at one place request nodes and values once, and nothing afterwards.
    void whatHasComeIsNotAskedForAgain()
    {
        GrowingRun here(path("run.lbrun"), 200000);
        here.finish();
        const test::BreakableLink link(m_folder->path().toStdString());
        const auto run = opened(link);
        const auto look = [&] {
            std::size_t away = 0;
            run->trace(0, {record::Axis::Step, 0, 2e6, 300});
            run->valueAt(0, record::Axis::Step, 777777);
            const std::uint32_t series = 0;
            run->visit({&series, 1}, [&](auto columns, auto &) {
                away = static_cast<std::size_t>(std::ranges::count_if(columns.front().column.chunks(), &store::Chunk::isStandIn));
            });
            return away;
        };
        const auto isSettled = [&] { return look() == 0 && exactTicks(*run) == 200000 && run->valueAt(0, record::Axis::Step, 777777); };
        QTRY_VERIFY(isSettled());
        const std::uint64_t before = link.link->receivedBytes();
        for (int i = 0; i < 20; ++i) {
            QCOMPARE(look(), std::size_t{0});
            QTest::qWait(10);
        }
        QCOMPARE(link.link->receivedBytes(), before);
    }

    /// The client fetches values only for the parts that are viewed.
    void onlyWhatIsLookedAtTravels()
    {
        GrowingRun here(path("run.lbrun"), 200000, false);
        here.finish();
        const test::BreakableLink link(m_folder->path().toStdString());
        const auto run = opened(link);
        QTRY_COMPARE(exactTicks(*run), std::size_t{200000});
        const std::uint64_t before = link.link->receivedBytes();
        QTRY_VERIFY(!run->trace(0, {record::Axis::Step, 0, 2e6, 300}).points.empty());
        QTest::qWait(300);
        const std::uint64_t forOne = link.link->receivedBytes() - before;
        QVERIFY2(forOne < 200000 * sizeof(double) / 4, qPrintable(QString::number(forOne)));
    }

    /// Every 256th tick comes first, then the ticks between. Until then, no approximate number is returned.
    void manyTicksComeCoarselyFirst()
    {
        constexpr std::size_t kTicks = 300'000;
        auto here = std::make_shared<store::RunStore>(infoOf("irregular", record::RunStatus::Recording));
        test::addMadeSeries(*here, 1);
        store::RunSaver saver(here, path("run.lbrun"));
        std::mt19937_64 random(7);
        std::int64_t step = 0;
        const auto grow = [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                const auto number = static_cast<std::int64_t>(i);
                step += random() % 5000 == 0 ? 1234567 : 10 + static_cast<std::int64_t>(random() % 3);
                const bool isOdd = i > kTicks / 2 && i % store::PackedTicks::kSize == 5; // unknown until late
                const double set = isOdd && i % 7 == 0 ? -5 : 0; // the clock
                const double seconds = isOdd && i % 3 == 0 ? NAN : isOdd && i % 5 == 0 ? -3.5
                                                                         : 1.79e9 + 0.1 * static_cast<double>(i) + set + 1e-9 * static_cast<double>(random() % 30'000'000);
                here->commit({{number, number / 700, step, static_cast<std::int64_t>(random() >> 20), seconds}, {{0, test::madeValue(i, 0)}}});
            }
            saver.requireWritten(test::kPatience);
        };
        grow(0, kTicks);
        test::BreakableLink link(m_folder->path().toStdString());
        link.maxBytes = 100'000;
        const auto run = opened(link);
        QCOMPARE(run->frameCount(), kTicks);
        store::RunCursor cursor;
        run->since(cursor);
        const auto isSameOrNone = [&](double at) {
            const auto seen = run->valueAt(0, record::Axis::Step, at), expected = here->valueAt(0, record::Axis::Step, at);
            return !seen || (bits(seen->stamp) == bits(expected->stamp) && test::same(seen->value, expected->value));
        };
        const double late = static_cast<double>(here->ticks(kTicks * 9 / 10, kTicks).front().step);
        const auto isValueHere = [&] {
            bool isHere = false;
            const std::uint32_t series = 0;
            run->visit({&series, 1}, [&](auto columns, auto &) {
                const auto &chunks = columns.front().column.chunks();
                const auto chunk = std::ranges::find_if(chunks, [](const store::Chunk &each) { return each.lastFrame() >= kTicks * 9 / 10; });
                isHere = chunk != chunks.end() && chunk->hasValues() && !chunk->isStandIn();
            });
            return isHere;
        };
        while (!isValueHere() && exactTicks(*run) < kTicks) {
            QVERIFY(isSameOrNone(late));
            link.maxBytes += 20'000;
            QTest::qWait(2);
        }
        QVERIFY2(exactTicks(*run) > 0 && exactTicks(*run) < kTicks * 8 / 10, qPrintable(QString::number(exactTicks(*run))));
        QVERIFY(!run->valueAt(0, record::Axis::Step, late)); // its tick is not known
        for (const record::Axis axis : {record::Axis::Step, record::Axis::WallTime, record::Axis::Epoch, record::Axis::Samples})
            QVERIFY(run->trace(0, {axis, -1e300, 1e300, 300}).points.size() > 1);
        const store::EnsembleRun mean("mean", {run}, store::EnsembleRun::Spread::Deviation);
        QCOMPARE(mean.frameCount(), std::size_t{0});
        link.breakIt();
        grow(kTicks, kTicks + 1000);
        QTRY_COMPARE(link.connections.load(), 2);
        link.maxBytes = SIZE_MAX;
        const QDeadlineTimer patience(test::kPatience);
        for (double at = 0; exactTicks(*run) < kTicks + 1000; at = std::fmod(at + late / 1000, late)) {
            QVERIFY(isSameOrNone(at));
            run->trace(0, {record::Axis::WallTime, 0, 2e9, 300}); // times are not yet in final order
            QVERIFY(!patience.hasExpired());
        }
        const auto areSame = [&](const store::Run &seen) {
            return std::ranges::equal(seen.ticks(0, SIZE_MAX), here->ticks(0, SIZE_MAX), {}, bits, bits);
        };
        QVERIFY(areSame(*run));
        QVERIFY(areSame(mean));
        QVERIFY(areSame(*run->exact()));
        QVERIFY(!run->since(cursor).restarted);
        QTRY_VERIFY(run->valueAt(0, record::Axis::Step, late));
        for (const store::Window &window : {store::Window{record::Axis::Step, 0, late, 300}, {record::Axis::WallTime, 1.79e9, 1.79e9 + 0.1 * kTicks, 300}}) {
            const auto isSame = [&] { return samePoints(run->trace(0, window).points, here->trace(0, window).points); };
            QTRY_VERIFY(isSame());
        }
    }

    void valuesComeAsTheyAreWritten()
    {
        GrowingRun here(path("run.lbrun"), 1500);
        const test::BreakableLink link(m_folder->path().toStdString());
        const auto run = opened(link);
        store::RunCursor cursor;
        run->since(cursor);
        std::size_t seen = 0;
        for (int round = 0; round < 5; ++round) {
            here.grow(700);
            const std::size_t all = here.store->tally(2).count;
            const auto look = [&] {
                seen = run->values(2, 0, 100000).size();
                return seen;
            };
            QTRY_COMPARE(look(), all);
        }
        here.finish();
        QTRY_COMPARE(run->info().status, record::RunStatus::Finished);
        test::compareContents(*run->exact(), *here.store);
    }

    /// Known values stay, and values written in the meantime arrive, each exactly once.
    void aBrokenLinkIsMadeAgain()
    {
        GrowingRun here(path("run.lbrun"), 1500);
        test::BreakableLink link(m_folder->path().toStdString());
        const auto run = opened(link);
        QTRY_COMPARE(run->values(0, 0, 100000).size(), here.store->tally(0).count);
        store::RunCursor cursor;
        run->since(cursor);
        const std::size_t known = run->frameCount();
        for (int round = 0; round < 3; ++round) {
            link.isDown = true;
            link.breakIt();
            QTRY_VERIFY(QByteArray::fromStdString(run->info().message).contains("the connection is lost"));
            QVERIFY(run->frameCount() >= known);
            QVERIFY_THROWS_EXCEPTION(store::RunFileError, run->exact()->values(0, 0, 10));
            here.grow(400);
            link.isDown = false;
            QTRY_COMPARE(run->frameCount(), here.store->frameCount());
            QTRY_COMPARE(run->values(0, 0, 100000).size(), here.store->tally(0).count);
            QVERIFY(!QByteArray::fromStdString(run->info().message).contains("lost"));
        }
        QCOMPARE(link.connections.load(), 4);
        const store::RunChanges changes = run->since(cursor);
        QVERIFY(!changes.restarted);
        QCOMPARE(changes.firstFrame, known);
        here.finish();
        test::compareContents(*run->exact(), *here.store);
    }

    void whatWasFetchedStaysWhenALinkBreaks()
    {
        GrowingRun here(path("run.lbrun"), 50000, false);
        here.finish();
        test::BreakableLink link(m_folder->path().toStdString());
        const auto run = RemoteRun::open(link.link, "run.lbrun", "there", RemoteRun::Waits::ForAll);
        const std::vector<double> known = valuesOf(*run);
        QCOMPARE(known.size(), here.store->tally(0).count);
        const std::uint64_t before = link.link->receivedBytes();
        breakAndMend(link);
        QVERIFY(std::ranges::equal(valuesOf(*run), known, [](double a, double b) { return test::same(a, b); }));
        const std::uint64_t again = link.link->receivedBytes() - before;
        QVERIFY2(10 * again < known.size() * sizeof(double), qPrintable(QString("%1 bytes, then %2").arg(before).arg(again)));
    }

    void whatIsEditedWhileALinkIsBrokenComesAnew()
    {
        test::saveRewards(path("run.lbrun"), 1);
        test::BreakableLink link(m_folder->path().toStdString());
        const auto run = RemoteRun::open(link.link, "run.lbrun", "there", RemoteRun::Waits::ForAll);
        const std::vector<double> known = valuesOf(*run);
        breakAndMend(link, [&] { test::saveRewards(path("run.lbrun"), 2); });
        QVERIFY(valuesOf(*run) != known);
        QCOMPARE(valuesOf(*run), valuesOf(*runs::openRun(path("run.lbrun"), *std::make_unique<imports::ReadProgress>())->run()));
    }

    void aRunThatHasNotBegunIsToldOnce()
    {
        GrowingRun here(path("run.lbrun"));
        here.store->append({record::RunEvent::Kind::Text, 0, 1.0, "soon"});
        here.grow(0);
        test::BreakableLink link(m_folder->path().toStdString());
        const auto run = opened(link);
        QTRY_COMPARE(run->seriesCount(), kSeries);
        breakAndMend(link);
        here.grow(10);
        QTRY_COMPARE(run->frameCount(), std::size_t{10});
        QCOMPARE(run->seriesCount(), kSeries);
        QCOMPARE(test::whole(*run).events.size(), std::size_t{1});
    }

    void anotherRunInItsPlaceBeginsAnew()
    {
        auto here = std::make_unique<GrowingRun>(path("run.lbrun"), 1500);
        test::BreakableLink link(m_folder->path().toStdString());
        const auto run = opened(link);
        store::RunCursor cursor;
        run->since(cursor);
        link.isDown = true;
        link.breakIt();
        QTRY_COMPARE(link.link->state().kind, LinkState::Kind::Reconnecting);
        here->finish();
        here.reset();
        fs::remove(path("run.lbrun"));
        GrowingRun other(path("run.lbrun"), 100);
        other.finish();
        link.isDown = false;
        QTRY_COMPARE(run->frameCount(), std::size_t{100});
        QVERIFY(run->since(cursor).restarted);
        test::compareContents(*run->exact(), *other.store);
    }

    void histogramsAndTensorsCome()
    {
        store::RunStore here(infoOf("tensors", record::RunStatus::Recording));
        saveHistogramsAndTensors(here);
        constexpr std::uint32_t histogram = 0, tensor = 1;
        const test::BreakableLink link(m_folder->path().toStdString());
        const auto run = opened(link)->exact();
        const auto histograms = run->histograms(histogram), expected = here.histograms(histogram);
        QCOMPARE(histograms.size(), expected.size());
        for (std::size_t i = 0; i < histograms.size(); ++i)
            QVERIFY(*histograms[i].histogram == *expected[i].histogram && histograms[i].stamp == expected[i].stamp);
        QCOMPARE(run->tensorPlaces(tensor).size(), std::size_t{5});
        for (const store::TensorPlace &place : run->tensorPlaces(tensor))
            QVERIFY(*run->tensor(tensor, place.frame) == *here.tensor(tensor, place.frame));
        QVERIFY(!run->tensor(tensor, 1));
    }

    /// Readers that wait repeat their requests if the link is lost and made again before they see the loss.
    void waitingReadersOutliveABrokenLink()
    {
        store::RunStore here(infoOf("tensors", record::RunStatus::Recording));
        saveHistogramsAndTensors(here);
        test::BreakableLink link(m_folder->path().toStdString());
        std::stop_source stop;
        record::Progress progress{stop.get_token()};
        RunMirror mirror({link.link, "run.lbrun", "there", nullptr, {}}, RunMirror::Values::Exact, false);
        mirror.open();
        mirror.awaitOpened(progress);
        mirror.setProgress(&progress);
        const std::jthread watchdog([&stop](const std::stop_token &isOver) {
            record::sleepUnlessStopped(isOver, test::kPatience);
            stop.request_stop();
        });
        const auto awaitBehindALoss = [&](const std::function<bool()> &haveCome) {
            breakAndMend(link);
            mirror.awaitThat(haveCome);
        };
        mirror.histograms().request(0);
        awaitBehindALoss([&] { return mirror.histograms().haveCome(0); });
        QCOMPARE(mirror.histograms().after(0, std::nullopt, 100).size(), std::size_t{50});
        mirror.tensors().requestPlaces(1);
        awaitBehindALoss([&] { return mirror.tensors().havePlacesCome(1); });
        QCOMPARE(mirror.tensors().places(1).size(), std::size_t{5});
        mirror.tensors().request(1, 10);
        awaitBehindALoss([&] { return mirror.tensors().has(1, 10); });
        QVERIFY(*mirror.tensors().tensor(1, 10) == *here.tensor(1, 10));
    }

    /// Larger than the maximum size of a message.
    void aTensorOfManyMegabytesComes()
    {
        store::RunStore here(infoOf("tensors", record::RunStatus::Finished));
        const std::uint32_t tensor = here.registerSeries({here.registerTag({"Tensors", "T", record::TagKind::Tensors}), "fc", "weight", record::SeriesRole::Tensor});
        auto large = std::make_shared<record::TensorValue>();
        large->shape = {4200, 4200};
        for (int i = 0; i < 4200 * 4200; ++i)
            large->values.push_back(static_cast<float>(i));
        record::Frame frame = test::madeFrame(0, 0);
        frame.tensors.push_back({tensor, large});
        here.commit(std::move(frame));
        store::saveRunCopy(here, path("run.lbrun"));
        const test::BreakableLink link(m_folder->path().toStdString());
        const auto run = opened(link)->exact();
        const auto came = run->tensor(tensor, 0);
        QVERIFY(came && *came == *large);
    }

    /// For example an export: the server reads a table again for it.
    void aReaderThatWaitsShowsHowFarThatIsAndCanBeStopped()
    {
        const auto answer = [](control::Connection &far, char channel, int before) {
            if (before == 0)
                AnsweringPeer::sendNews(far, channel);
            else
                AnsweringPeer::send(far, std::string{'\x08', channel, '\x5a', '\x04', '\x08', '\x07', '\x10', '\x0a'}); // Progress: 7 of 10
        };
        const auto link = std::make_shared<Link>([&] { return std::make_unique<AnsweringPeer>(answer); });
        const auto run = RemoteRun::open(link, "run.csv", "there");
        run->awaitOpened({});
        std::stop_source stop;
        record::Progress progress{stop.get_token()};
        auto reading = std::async(std::launch::async, [&] { return run->exact(progress)->frameCount(); });
        QTRY_COMPARE(progress.done.load(), std::uint64_t{7});
        QCOMPARE(progress.total.load(), std::uint64_t{10});
        QVERIFY(reading.wait_for(std::chrono::seconds(0)) == std::future_status::timeout);
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(store::RunFileError, reading.get());
        QVERIFY(run->info().message.empty()); // the link was not affected
    }

    void columnsAreChosen()
    {
        std::ofstream(path("table.csv")) << "step,sample,loss\n1,10,0.5\n2,20,0.25\n3,30,0.125\n";
        const test::BreakableLink link(m_folder->path().toStdString());
        const auto chosen = [&](const imports::RoleChoice &choice) {
            auto run = RemoteRun::open(link.link, "table.csv", "there", RemoteRun::Waits::Never, nullptr, choice);
            run->awaitOpened({});
            return run;
        };
        const auto run = chosen({{"sample", imports::ColumnUse::Step}, {"step", imports::ColumnUse::Skipped}});
        const auto exact = run->exact();
        QTRY_COMPARE_WITH_TIMEOUT(exact->seriesCount(), std::size_t{1}, test::kPatienceMs);
        QCOMPARE(valuesOf(*exact), (std::vector<double>{0.5, 0.25, 0.125}));
        std::vector<std::int64_t> steps;
        exact->visit({}, [&](auto, auto &ticks) {
            for (std::size_t i = 0; i < ticks.size(); ++i)
                steps.push_back(ticks[i].step);
        });
        QCOMPARE(steps, (std::vector<std::int64_t>{10, 20, 30}));
        QVERIFY_THROWS_EXCEPTION(store::RunFileError, chosen({{"none", imports::ColumnUse::Step}}));
    }

    void columnsAreShownAndChangedLater()
    {
        std::ofstream(path("table.csv")) << "step,sample,loss\n1,10,0.5\n2,20,0.25\n3,30,0.125\n";
        const test::BreakableLink link(m_folder->path().toStdString());
        const auto run = RemoteRun::open(link.link, "table.csv", "there");
        run->awaitOpened({});
        imports::ReadProgress progress;
        const auto here = runs::openRun(path("table.csv"), progress)->reading();
        QCOMPARE(run->reading()->shape(), here->shape());
        QCOMPARE(run->reading()->rows, here->rows);
        QCOMPARE(run->reading()->read, std::uint64_t{3});
        QCOMPARE(run->reading()->columns[0].use, imports::ColumnUse::Step);
        store::RunCursor cursor;
        run->since(cursor);
        run->choose({{"sample", imports::ColumnUse::Step}, {"step", imports::ColumnUse::Skipped}});
        QCOMPARE(run->seriesCount(), std::size_t{2}); // the old values stay
        bool isRestarted = false;
        QTRY_VERIFY((isRestarted = isRestarted || run->since(cursor).restarted) && run->seriesCount() == 1 && run->frameCount() == 3);
        QCOMPARE(run->reading()->choice(), (imports::RoleChoice{{"step", imports::ColumnUse::Skipped}, {"sample", imports::ColumnUse::Step}}));
        QTRY_COMPARE(valuesOf(*run->exact()), (std::vector<double>{0.5, 0.25, 0.125}));
    }

    void mediaAreFetchedWhenTheyAreRead()
    {
        const fs::path data = LENSBOARD_SOURCE_DIR "/tests/data/media";
        fs::copy(data / "torch", path("torch"), fs::copy_options::recursive);
        fs::copy(data / "wandb", path("wandb"), fs::copy_options::recursive);
        test::BreakableLink link(m_folder->path().toStdString());
        for (const char *folder : {"torch", "wandb"}) {
            imports::ReadProgress progress;
            const fs::path file = std::string_view(folder) == "torch" ? fs::directory_iterator(path("torch"))->path() : imports::WandbImporter::fileIn(path("wandb"));
            const auto here = runs::openRun(file, progress);
            const store::Media &expected = *here->run()->media();
            const auto run = RemoteRun::open(link.link, file.lexically_relative(m_folder->path().toStdString()).string(), "there");
            run->awaitOpened({});
            QTRY_VERIFY(run->media() && run->media()->tags() == expected.tags());
            const auto media = run->media();
            for (std::size_t tag = 0; tag < expected.tags().size(); ++tag) {
                const auto there = media->of(tag), all = expected.of(tag);
                QCOMPARE(there.size(), all.size());
                for (std::size_t i = 0; i < all.size(); ++i) {
                    QCOMPARE(there[i].step, all[i].step);
                    QCOMPARE(there[i].wallSeconds, all[i].wallSeconds);
                    QCOMPARE(there[i].caption, all[i].caption);
                    const std::uint64_t before = media->version();
                    QVERIFY(!media->read(there[i])); // nothing is sent unasked
                    if (tag == 0 && i == 0)
                        link.breakIt();
                    QTRY_VERIFY_WITH_TIMEOUT(run->media() && media->read(there[i]), test::kPatienceMs);
                    QVERIFY(media->read(there[i]) == expected.read(all[i]));
                    QVERIFY(media->version() > before);
                }
            }
        }
        QCOMPARE(link.connections.load(), 3);
    }

    void newMediaArriveAndUnreadableOnesAreReported()
    {
        fs::create_directories(path("growing"));
        const fs::path data = LENSBOARD_SOURCE_DIR "/tests/data/media/torch";
        const fs::path source = fs::directory_iterator(data)->path(), copy = path("growing") / source.filename();
        std::ifstream in(source, std::ios::binary);
        const std::string all{std::istreambuf_iterator<char>(in), {}};
        std::ofstream(copy, std::ios::binary) << all.substr(0, all.size() / 2);
        const test::BreakableLink link(m_folder->path().toStdString());
        const auto run = RemoteRun::open(link.link, copy.lexically_relative(m_folder->path().toStdString()).string(), "there");
        run->awaitOpened({});
        QTRY_VERIFY(run->media());
        const auto count = [&] {
            std::size_t media = 0;
            for (const store::MediaTag &tag : run->media()->tags())
                media += tag.count;
            return media;
        };
        const std::size_t before = count();
        std::ofstream(copy, std::ios::binary | std::ios::app) << all.substr(all.size() / 2);
        QTRY_VERIFY(count() > before);
        imports::ReadProgress progress;
        QTRY_VERIFY(run->media()->tags() == runs::openRun(copy, progress)->run()->media()->tags());
        const store::Medium medium = run->media()->of(0).front();
        fs::remove(copy);
        QVERIFY(!run->media()->read(medium));
        QTRY_VERIFY(throwsMediumError([&] { run->media()->read(medium); }));
    }

    /// A server of an earlier version ignores the choice.
    void anOldServerCannotChooseColumns()
    {
        const auto answer = [](control::Connection &far, char channel, int) {
            AnsweringPeer::send(far, std::string{'\x08', channel, '\x1a', '\x02', '\x1a', '\0'}); // News with an empty Info
        };
        const auto link = std::make_shared<Link>([&] { return std::make_unique<AnsweringPeer>(answer); });
        const auto run = RemoteRun::open(link, "run.csv", "there", RemoteRun::Waits::Never, nullptr, {{"a", imports::ColumnUse::Step}});
        try {
            run->awaitOpened({});
            QFAIL("no error");
        } catch (const store::RunFileError &error) {
            QVERIFY2(std::string_view(error.what()).find("too old to choose columns") != std::string_view::npos, error.what());
        }
    }

    void aServerSaysHowFarItHasRead()
    {
        std::ofstream(path("a.csv")) << "step,loss\n1,0.5\n2,0.25\n";
        test::ServedHere there(m_folder->path().toStdString());
        control::Connection &near = there.connection();
        near.send(ownGreeting());
        near.send(std::string{'\x08', '\x01', '\x12', '\x07', '\x0a', '\x05'} + "a.csv"); // channel 1, OpenRun
        near.flush();
        std::vector<std::string> replies;
        while (replies.size() < 3) {
            AnsweringPeer::wait(near, POLLIN);
            near.receive();
            while (auto message = near.next())
                replies.push_back(std::move(*message));
        }
        QVERIFY(replies[1].starts_with("\x08\x01\x5a")); // Progress, behind the greeting
        QVERIFY(replies[2].starts_with("\x08\x01\x1a")); // News
    }

    void itIsJudgedWhereItIs()
    {
        GrowingRun here(path("run.lbrun"), 3000);
        here.finish();
        health::RunJudge judge(here.store, health::rulesOf(here.store->info()));
        const auto expected = judge.lookNow();
        QVERIFY(!expected->findings.empty());
        test::BreakableLink link(m_folder->path().toStdString());
        const auto run = opened(link);
        QTRY_VERIFY(run->judgement());
        QVERIFY(*run->judgement() == *expected);
        link.breakIt();
        QTRY_COMPARE(link.connections.load(), 2);
        QVERIFY(*run->judgement() == *expected);
    }

    void nothingOutsideIsRead_data()
    {
        QTest::addColumn<QString>("asked");
        QTest::newRow("above") << "../secret.lbrun";
        QTest::newRow("absolute") << "/etc/passwd";
        QTest::newRow("a link") << "link.lbrun";
        QTest::newRow("through a folder") << "folder/../../secret.lbrun";
    }

    void nothingOutsideIsRead()
    {
        QFETCH(QString, asked);
        fs::create_directories(path("open/folder"));
        GrowingRun secret(path("secret.lbrun"), 10);
        secret.finish();
        fs::create_symlink("../secret.lbrun", path("open/link.lbrun"));
        const test::BreakableLink link(path("open"));
        try {
            RemoteRun::open(link.link, asked.toStdString(), "there")->awaitOpened({});
            QFAIL("it was opened");
        } catch (const store::RunFileError &error) {
            QVERIFY2(QByteArray(error.what()).contains("is not in the folder that is open to others"), error.what());
        }
    }

    void whatIsNotThereSaysSo()
    {
        const test::BreakableLink link(m_folder->path().toStdString());
        try {
            RemoteRun::open(link.link, "none.lbrun", "there")->awaitOpened({});
            QFAIL("it was opened");
        } catch (const store::RunFileError &error) {
            QVERIFY2(QByteArray(error.what()).contains("none.lbrun"), error.what());
        }
        QCOMPARE(RemoteRun::open(link.link, "", "there")->awaitOpened({}), RemoteRun::What::Folder);
    }

    /// Unrequested data are discarded, and requested again by the next reader.
    void whatNobodyLooksAtIsNotKept()
    {
        std::atomic<int> opens = 0;
        const auto flood = [&](control::Connection &far, char channel, int before) { // 600 MiB of unrequested data, in ten messages
            ++opens;
            AnsweringPeer::sendNews(far, channel);
            for (int i = 0; before == 0 && i < 10; ++i)
                AnsweringPeer::send(far, std::string{'\x08', channel, '\x3a', '\x85', '\x80', '\x80', '\x1e', '\x2a', '\x80', '\x80', '\x80', '\x1e'} // Tensor with values of 60 MiB
                                             + std::string(60U << 20, '\0'));
        };
        const auto link = std::make_shared<Link>([&] { return std::make_unique<AnsweringPeer>(flood); });
        const auto run = RemoteRun::open(link, "run.lbrun", "there");
        run->awaitOpened({});
        QTRY_VERIFY(link->receivedBytes() > 600U << 20);
        store::RunCursor cursor;
        const auto opensNow = [&] {
            run->since(cursor);
            return opens.load();
        };
        QTRY_COMPARE(opensNow(), 2);
        QVERIFY(run->info().message.empty());
    }

    void runsAreListed()
    {
        fs::create_directories(path("below"));
        GrowingRun one(path("one.lbrun"), 100), two(path("below/two.lbrun"), 50);
        one.finish();
        test::BreakableLink link(m_folder->path().toStdString());
        RemoteScan scan(link.link, "", {"me", "there", 0, "/runs"});
        std::map<std::string, runs::RunSummary> found;
        std::vector<record::Message> problems;
        const RemoteScan::Listener listener{[&](const runs::RunSummary &run) { found[run.path.string()] = run; },
                                            [&](const fs::path &gone) { found.erase(gone.string()); },
                                            [&](const std::vector<record::Message> &now) { problems = now; }};
        const auto look = [&] {
            scan.look({}, listener);
            return found.size();
        };
        QCOMPARE(look(), std::size_t{2});
        const runs::RunSummary expected = runs::summarise(path("one.lbrun"));
        runs::RunSummary seen = found.at("ssh://me@there/runs/one.lbrun");
        QCOMPARE(seen.name, std::string("one"));
        seen.path = expected.path;
        seen.name = expected.name;
        QVERIFY(seen == expected);
        link.isDown = true;
        link.breakIt();
        const auto problem = [&] {
            look();
            return problems.empty() ? QByteArray() : QByteArray::fromStdString(problems.front());
        };
        QTRY_VERIFY(problem().contains("the connection is lost"));
        QCOMPARE(found.size(), std::size_t{2});
        two.grow(10);
        link.isDown = false;
        QTRY_COMPARE(problem(), QByteArray());
        const auto ticks = [&] {
            look();
            return found.at("ssh://me@there/runs/below/two.lbrun").ticks;
        };
        QTRY_COMPARE(ticks(), std::size_t{60});
        two.finish();
        two.saver.reset();
        fs::remove(path("below/two.lbrun"));
        QTRY_COMPARE(look(), std::size_t{1});
    }
};

LENSBOARD_TEST(RemoteRunTest)

#include "tst_remote_run.moc"
