// A saved state resumes only in its own run and with its own models.

#include "core/aten/torch_file.h"
#include "core/loop/loop_inspector.h"
#include "core/store/file/run_file.h"
#include "tests/support/made_run.h"

#include <ATen/core/Dict.h>
#include <ATen/core/ivalue.h>
#include <ATen/ops/ones.h>
#include <torch/nn/modules/linear.h>

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <stdexcept>

using namespace lensboard;
namespace nn = torch::nn;
namespace fs = std::filesystem;

namespace {

constexpr int kSaved = 5;  ///< ticks in a state
constexpr int kTicks = 9; ///< ticks of a run

void train(Inspector &inspector, nn::Linear &model, int ticks, int stepsPerTick = 1)
{
    for (int tick = 0; tick < ticks; ++tick) {
        for (int step = 0; step < stepsPerTick; ++step) {
            model->forward(at::ones({2, model->options.in_features()})).sum().backward();
            inspector.stepped();
        }
        inspector.tick();
    }
}

/// Records kTicks ticks into \p run, and saves a state after kSaved ticks.
void recordRun(const fs::path &run, const fs::path &state, int stepsPerTick = 1)
{
    nn::Linear model(3, 2);
    Inspector inspector({lens::ParameterNorm()}, RunRecorder(run));
    inspector.attach(*model);
    train(inspector, model, kSaved, stepsPerTick);
    inspector.saveState(state);
    train(inspector, model, kTicks - kSaved, stepsPerTick);
}

std::size_t ticksOf(const fs::path &run)
{
    return store::RunFile(run).frameCount();
}

/// Rewrites \p state in the format of older versions, without the run's identity and the models' shapes.
void makeOld(const fs::path &state)
{
    auto table = readTorchFile(state).toGenericDict();
    for (const char *key : {"run", "shapes"})
        (void)table.erase(key);
    writeTorchFile(state, table);
}

template <typename Work>
QString errorOf(const Work &work)
{
    try {
        work();
    } catch (const std::exception &error) {
        return error.what();
    }
    return {};
}

} // namespace

class ResumedLoopTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStateOfAnotherRunIsRefused()
    {
        const fs::path a = path("a.lbrun"), b = path("b.lbrun"), stateOfA = path("a.pt");
        recordRun(a, stateOfA);
        recordRun(b, path("b.pt"));
        const QString error = errorOf([&] { RunRecorder::resume(b, stateOfA); });
        QVERIFY2(error.contains("a.pt: was saved by another run") && error.contains("b.lbrun"), qPrintable(error));
        QCOMPARE(ticksOf(b), std::size_t{kTicks});
        nn::Linear model(3, 2);
        Inspector inspector({lens::ParameterNorm()}, RunRecorder::resume(a, stateOfA));
        inspector.attach(*model);
        train(inspector, model, 1);
        inspector.recorder().close();
        QCOMPARE(ticksOf(a), std::size_t{kSaved + 1});
    }

    /// The run is cut only after the last model of the state was attached and fits.
    void aStateOfOtherModelsIsRefused()
    {
        const fs::path run = path("models.lbrun"), state = path("models.pt");
        nn::Linear first(3, 2), second(4, 2), wider(5, 2), biasless(nn::LinearOptions(4, 2).bias(false));
        {
            Inspector inspector({lens::ParameterNorm()}, RunRecorder(run));
            inspector.attach(*first, "first");
            inspector.attach(*second, "second");
            train(inspector, first, kSaved);
            inspector.saveState(state);
            train(inspector, first, kTicks - kSaved);
        }
        for (auto [other, what] : {std::pair(wider, "weight is 2×5 here and was 2×4"), std::pair(biasless, "bias is missing here and was 2")}) {
            Inspector inspector({lens::ParameterNorm()}, RunRecorder::resume(run, state));
            inspector.attach(*first, "first");
            const QString error = errorOf([&] { inspector.attach(*other, "second"); });
            QVERIFY2(error.startsWith("\"second\" is not as it was") && error.contains(what), qPrintable(error));
            QCOMPARE(ticksOf(run), std::size_t{kTicks});
        }
        QCOMPARE(ticksOf(run), std::size_t{kTicks});
        QCOMPARE(store::RunFile(run).info().status, record::RunStatus::Finished);
        Inspector inspector({lens::ParameterNorm()}, RunRecorder::resume(run, state));
        inspector.attach(*first, "first");
        inspector.attach(*second, "second");
        inspector.recorder().flush();
        QCOMPARE(ticksOf(run), std::size_t{kSaved});
    }

    void aRunIsResumedOnce_data()
    {
        QTest::addColumn<bool>("wasCut");
        QTest::newRow("of a run") << false;
        QTest::newRow("of a run whose last resumption was killed") << true;
    }

    void aRunIsResumedOnce()
    {
        QFETCH(bool, wasCut);
        const fs::path run = path(wasCut ? "cut.lbrun" : "once.lbrun"), state = path("once.pt");
        recordRun(run, state);
        if (wasCut)
            fs::rename(run, run.string() + ".before");
        RunRecorder one = RunRecorder::resume(run, state), other = RunRecorder::resume(run, state);
        nn::Linear model(3, 2), same(3, 2);
        Inspector inspector({lens::ParameterNorm()}, std::move(one));
        inspector.attach(*model);
        Inspector second({lens::ParameterNorm()}, std::move(other));
        const QString error = errorOf([&] { second.attach(*same); });
        QVERIFY2(error.contains("is being written by this program"), qPrintable(error));
        QVERIFY(errorOf([&] { RunRecorder::resume(run, state); }).contains("is being written by this program"));
        train(inspector, model, 2);
        inspector.recorder().close();
        QCOMPARE(inspector.recorder().progress().written, std::int64_t{kSaved + 2});
        QCOMPARE(ticksOf(run), std::size_t{kSaved + 2});
        QVERIFY(!fs::exists(run.string() + ".before"));
    }

    /// Old states identify neither their run nor their models. A run with more steps at the state's tick is recognised as another run.
    void anOldStateIsCheckedAsFarAsItCanBe()
    {
        const fs::path run = path("old.lbrun"), other = path("longer.lbrun"), state = path("old.pt");
        recordRun(other, state, 4);
        recordRun(run, state);
        makeOld(state);
        QVERIFY(errorOf([&] { RunRecorder::resume(other, state); }).contains("was saved by another run"));
        QCOMPARE(ticksOf(other), std::size_t{kTicks});
        nn::Linear model(3, 2);
        Inspector inspector({lens::ParameterNorm()}, RunRecorder::resume(run, state));
        inspector.attach(*model);
        train(inspector, model, 1);
        inspector.recorder().close();
        QCOMPARE(ticksOf(run), std::size_t{kSaved + 1});
    }

    /// A loop that ends before its first step does not cut the run.
    void aRunThatDoesNotGoOnStaysWhole()
    {
        const fs::path run = path("whole.lbrun"), state = path("whole.pt");
        recordRun(run, state);
        Inspector({lens::ParameterNorm()}, RunRecorder::resume(run, state));
        QCOMPARE(ticksOf(run), std::size_t{kTicks});
        QCOMPARE(store::RunFile(run).info().status, record::RunStatus::Finished);
    }

private:
    fs::path path(const char *name) const { return m_folder.filePath(name).toStdString(); }

    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(ResumedLoopTest)
#include "tst_resumed_loop.moc"
