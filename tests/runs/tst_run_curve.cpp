// The few values of a run shown in a list.

#include "core/runs/run_column.h"
#include "core/runs/run_summary.h"
#include "core/store/columns/run_store.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/made_run.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

using namespace lensboard;

namespace {

/// Series 0 is no loss, series 1 has no values, series 2 is a loss with \p count values: 0, 1, 2 …
std::shared_ptr<store::RunStore> runWithLoss(std::size_t count)
{
    auto run = std::make_shared<store::RunStore>();
    test::addMadeSeries(*run, 1);
    run->registerTag({"Loss", "LossMetrics", record::TagKind::Numerical, ""});
    run->registerSeries({1, "", "val_loss mean", record::SeriesRole::Line});
    run->registerSeries({1, "", "train_loss mean", record::SeriesRole::Line});
    for (std::size_t i = 0; i < count; ++i)
        run->commit({test::madeFrame(i, 0).stamp, {{2, static_cast<double>(i)}}});
    return run;
}

} // namespace

class RunCurveTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fewValuesAreAllThere()
    {
        QCOMPARE(runs::summarise({}, *runWithLoss(0)).curve, std::vector<double>());
        QCOMPARE(runs::summarise({}, *runWithLoss(1)).curve, std::vector<double>{0});
        QCOMPARE(runs::summarise({}, *runWithLoss(64)).curve.size(), std::size_t(64));
        QCOMPARE(runs::summarise({}, *runWithLoss(64)).curve[33], 33.0);
    }

    void manyAreChosenEvenlyFromTheFirstToTheLast()
    {
        const test::ScratchFile file("made.lbrun");
        store::saveRunCopy(*runWithLoss(10'000), file.path());
        const std::vector<double> curve = runs::summarise(file.path()).curve;
        QCOMPARE(curve.size(), std::size_t(64));
        QCOMPARE(curve.front(), 0.0);
        QCOMPARE(curve.back(), 9999.0);
        for (std::size_t i = 1; i < curve.size(); ++i)
            QVERIFY(curve[i] - curve[i - 1] == 158 || curve[i] - curve[i - 1] == 159);
    }

    /// Each scalar of another tool, for example Lightning, is its own quantity, although all series have the label "value".
    void scalarsOfOtherToolsAreToldApart()
    {
        const runs::RunSummary logged = runs::summarise(LENSBOARD_SOURCE_DIR "/tests/data/tensorboard/lightning/kl-beta05-warm20");
        std::set<std::string> names;
        for (const runs::Quantity &quantity : logged.quantities)
            names.insert(quantity.name);
        QVERIFY(names.contains("train_loss") && names.contains("val_loss") && names.contains("epoch") && !names.contains("value"));
        const std::vector<const runs::RunSummary *> shown = {&logged};
        const auto columns = runs::tellingColumns(shown, 0, 2);
        QCOMPARE(columns.size(), std::size_t(2));
        QCOMPARE(columns[0].key, std::string("val_loss"));
        QCOMPARE(columns[1].key, std::string("train_loss"));
    }
};

LENSBOARD_TEST(RunCurveTest)
#include "tst_run_curve.moc"
