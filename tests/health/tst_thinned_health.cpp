// Findings of a run with thinned old ticks equal the findings on the full values, both during recording and after reopening.

#include "core/health/finding_keeper.h"
#include "core/record/message_json.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_saver.h"
#include "tests/support/made_training.h"
#include "tests/support/patience.h"
#include "tests/support/scratch_file.h"

#include <QTest>

using namespace lensboard;
using namespace lensboard::test;
using namespace std::chrono_literals;
using health::Checker;
using health::Finding;

namespace {

constexpr int kTicks = 30'000, kPart = 1000;

record::RunInfo recording()
{
    record::RunInfo info;
    info.status = record::RunStatus::Recording;
    return info;
}

/// Adds early spikes, and noisy gradients while the loss is high.
void addLines(MadeTraining &training)
{
    training.trainLoss([](int tick) { return tick < 4000 && tick % 500 == 499 ? 30 : 1.2 + 1.1 * std::exp(-tick / 40.0) + 0.02 * noise(tick); });
    for (const char *layer : {"fc1", "fc2"})
        training.line("Weight Gradient Correlation", layer, "mean", [](int tick) { return -0.1 + 0.4 * noise(tick, 2); });
}

std::vector<Finding> ofWholeValues()
{
    MadeTraining training;
    addLines(training);
    return checked(training.train(kTicks).store());
}

std::string everything(const std::vector<Finding> &findings)
{
    std::string text;
    for (const Finding &each : findings)
        text += told({each}) + std::to_string(each.firstStep) + ' ' + std::to_string(each.lastStep) + ' ' + each.values + '\n';
    return text;
}

/// A training that is recorded and soon thinned.
struct Recorded
{
    explicit Recorded(const std::filesystem::path &path) : training(recording())
    {
        addLines(training);
        store = std::shared_ptr<store::RunStore>(&training.store(), [](auto *) {});
        saver = std::make_unique<store::RunSaver>(store, path, std::filesystem::path(), store::SaverOptions{1ms, 1ms, kPart});
    }

    /// Calls \p look after each part.
    void train(const std::function<void()> &look)
    {
        while (training.ticks() < kTicks) {
            training.train(kPart);
            QVERIFY(saver->waitUntilWritten(kPatience));
            look();
        }
        QTRY_VERIFY(store->tally(0).count < kTicks * 2 / 3);
        look();
    }
    void finish()
    {
        store->update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
        QTRY_VERIFY(saver->isClosed());
    }

    MadeTraining training;
    std::shared_ptr<store::RunStore> store;
    std::unique_ptr<store::RunSaver> saver;
};

} // namespace

class ThinnedHealthTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_whole = ofWholeValues();
        QVERIFY2(told(m_whole).find("warning LossSpike") != std::string::npos, told(m_whole).c_str());
    }

    void aRunThatIsFollowedKeepsItsFindings()
    {
        const ScratchFile file("run.lbrun");
        Recorded recorded(file.path());
        Checker live;
        recorded.train([&] { live.follow(*recorded.store); });
        QCOMPARE(everything(live.findings()), everything(m_whole));
    }

    /// Without saved findings, as after a crash, extremes alone produce no false findings.
    void nothingFalseIsFoundInExtremes()
    {
        const ScratchFile file("run.lbrun");
        Recorded recorded(file.path());
        recorded.train([] {});
        recorded.finish();
        for (const Finding &finding : checked(store::RunFile(file.path())))
            QVERIFY2(std::ranges::count(m_whole, finding.rule, &Finding::rule) > 0, everything({finding}).c_str());
    }

    /// Also holds for a copy, although it does not record its thinned ticks.
    void aRunThatIsOpenedLaterHasTheFindingsOfThatTime()
    {
        const ScratchFile file("run.lbrun"), copy("copy.lbrun");
        Recorded recorded(file.path());
        health::FindingKeeper keeper(recorded.store);
        Checker live;
        const auto judgement = [&] { return health::Judgement{live.findings(), live.missing(), {}, live.thinnedUpTo(), live.step()}; };
        recorded.train([&] {
            live.follow(*recorded.store);
            keeper.keep(judgement());
        });
        keeper.keepLast(judgement());
        recorded.finish();
        const store::RunFile opened(file.path());
        QCOMPARE(everything(checked(opened)), everything(m_whole));
        store::saveRunCopy(opened, copy.path());
        QCOMPARE(everything(checked(store::RunFile(copy.path()))), everything(m_whole));
        store::RunCursor cursor;
        const auto events = opened.since(cursor).events;
        const auto kept = std::ranges::count_if(events, [](const record::RunEvent &event) { return health::keptFindings(event).has_value(); });
        QVERIFY2(kept >= 2 && kept < 20, std::to_string(kept).c_str());
    }

    void findingsThatCannotBeReadAreNone()
    {
        const Finding finding = m_whole.front();
        const record::RunEvent event = health::toEvent({70, {finding}});
        const auto kept = health::keptFindings(event);
        QVERIFY(finding.values.parts() && finding.meaning.parts() && finding.advice.parts());
        QCOMPARE(record::structureJson(kept->findings.front().values), record::structureJson(finding.values));
        QCOMPARE(record::structureJson(kept->findings.front().advice), record::structureJson(finding.advice));
        QVERIFY(kept && kept->step == 70 && kept->findings == std::vector{finding});
        for (const char *change : {"", "{", "[]", "{}", R"({"findings": 3})", R"({"findings": [3]})", R"({"findings": [{"rule": "LossSpike"}]})"}) {
            record::RunEvent other = event;
            other.change = change;
            QVERIFY2(!health::keptFindings(other), change);
        }
    }

private:
    std::vector<Finding> m_whole;
};

QTEST_GUILESS_MAIN(ThinnedHealthTest)
#include "tst_thinned_health.moc"
