#include "core/experiment/experiment.h"
#include "tests/support/listed_cell.h"
#include "widgets/models/differences_model.h"
#include "widgets/models/lens_model.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace lensboard;
using namespace lensboard::widgets;

namespace {

std::shared_ptr<const experiment::Roster> rosterOf(const std::vector<std::pair<std::string, bool>> &lenses)
{
    const auto roster = std::make_shared<experiment::Roster>();
    for (const auto &[kind, isOn] : lenses)
        roster->add(experiment::lensChoice({{"kind", kind}, {"enabled", isOn}}));
    return roster;
}

} // namespace

class ModelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A removed lens can be added again. A removed monitor disappears, also if it has the name of its kind.
    void watchersThatAreThereNoMoreAreOffOrGone()
    {
        const auto monitor = experiment::lensChoice({{"kind", "StateMonitor"}, {"name", "StateMonitor"}, {"attribute", "weight"}});
        const auto both = std::make_shared<const experiment::Roster>(std::vector{experiment::lensChoice({{"kind", "ParameterNorm"}}), monitor});
        LensModel model;
        model.setWatchers(both);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
        model.setWatchers(rosterOf({}));
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, 0).data(Qt::DisplayRole).toString(), "Parameter Norm");
        QCOMPARE(model.index(0, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    }

    void lensesHoldTheirTags()
    {
        LensModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.addLens("LossMetrics");
        model.addTag({"Loss", "LossMetrics"});
        model.addTag({"Weight Norm", "ParameterNorm"}); // a lens missing from the experiment
        model.addTag({"Loss", "LossMetrics"});
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex loss = model.index(0, 0), norm = model.index(1, 0);
        QCOMPARE(model.rowCount(loss), 1);
        QCOMPARE(model.index(0, 0, loss).data().toString(), "Loss");
        QCOMPARE(loss.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        QCOMPARE(norm.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    }

    void monitorsGoByTheirNames()
    {
        LensModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.addLens("drift", "DifferenceMonitor");
        model.addLens("fc.weight", "StateMonitor");
        model.addTag({"drift tensor", "drift", record::TagKind::Tensors});
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex drift = model.index(0, 0);
        QCOMPARE(drift.data().toString(), "drift");
        QCOMPARE(model.rowCount(drift), 1);
        QVERIFY(!(model.index(0, 0, drift).flags() & Qt::ItemIsUserCheckable)); // tensors have no plots to show
        QVERIFY(drift.data(Qt::ToolTipRole).toString().startsWith("drift (Difference Monitor): how a forward changes"));
        QVERIFY(drift.data(Qt::ToolTipRole).toString().contains("\"DifferenceMonitor\" in JSON"));
        QSignalSpy toggled(&model, &LensModel::lensToggled);
        QVERIFY(model.setData(model.index(1, 0), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(toggled[0], (QVariantList{"fc.weight", true}));
        model.removeLens("drift");
        model.removeLens("nothing");
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, 0).data().toString(), "fc.weight");
    }

    void checkBoxesTellLensesFromTags()
    {
        LensModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.addTag({"Loss", "LossMetrics"});
        QSignalSpy lenses(&model, &LensModel::lensToggled), tags(&model, &LensModel::tagToggled);
        const QModelIndex lens = model.index(0, 0), tag = model.index(0, 0, lens);
        QVERIFY(model.setData(lens, Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(model.setData(tag, Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(lenses.size(), 1);
        QCOMPARE(lenses[0], (QVariantList{"LossMetrics", false}));
        QCOMPARE(tags[0], (QVariantList{"Loss", false}));
        QCOMPARE(lens.data(Qt::CheckStateRole).toInt(), int(Qt::Checked)); // until the training reports the change
        model.setWatchers(rosterOf({{"LossMetrics", false}}));
        QCOMPARE(model.index(0, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        QCOMPARE(lenses.size(), 1); // no command is sent back
        model.setSwitchable(false);
        QVERIFY(!model.setData(lens, Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(!lens.data(Qt::CheckStateRole).isValid());
    }

    void lensesTellWhatTheyCost()
    {
        LensModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setWatchers(rosterOf({{"LossMetrics", true}, {"OutputNorm", true}, {"ParameterNorm", false}}));
        model.setCosts({0.0041, {{"LossMetrics", 1.2e-4}, {"OutputNorm", 2e-6}, {"ParameterNorm", 1.0}}});
        const auto cost = [&model](int row, int role) { return model.index(row, LensModel::Cost).data(role).toString(); };
        QCOMPARE(cost(0, Qt::DisplayRole), "0.12 ms");
        QCOMPARE(cost(0, Qt::ToolTipRole), "0.12 ms of 4.1 ms a step (2.9 %)");
        QVERIFY(model.index(0, LensModel::Name).data(Qt::ToolTipRole).toString().endsWith("\n0.12 ms of 4.1 ms a step (2.9 %)"));
        QVERIFY(model.index(2, LensModel::Name).data(Qt::ToolTipRole).toString().endsWith("\"ParameterNorm\" in JSON"));
        QCOMPARE(cost(1, Qt::DisplayRole), QString::fromUtf8("2 µs"));
        QCOMPARE(cost(2, Qt::DisplayRole), ""); // it is off
        QVERIFY(model.hasCosts());
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setCosts({0.0043, {{"LossMetrics", 1.21e-4}, {"OutputNorm", 2e-6}}}); // displays the same text
        QCOMPARE(changed.size(), 0);
        model.setWatchers(rosterOf({{"LossMetrics", false}, {"OutputNorm", true}, {"ParameterNorm", false}}));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(cost(0, Qt::DisplayRole), "");
        model.setCosts({0.0043, {{"OutputNorm", 2.2e-4}}, true});
        QVERIFY(cost(1, Qt::ToolTipRole).contains("host"));
        model.setCosts({0, {}, false, 0, 0, {{"OutputNorm", 1.5e6}}}); // before the training starts
        QCOMPARE(cost(1, Qt::ToolTipRole), "1.5 MB of tensors to compare the next with");
        QCOMPARE(model.headerData(LensModel::Name, Qt::Horizontal, Qt::DisplayRole).toString(), "Lens");
        model.setCosts({0.0043, {{"OutputNorm", 2.2e-4}}, false, 0.05, 0.04});
        QCOMPARE(model.headerData(LensModel::Name, Qt::Horizontal, Qt::DisplayRole).toString(), QString::fromUtf8("Lens · cost 4 % (limit 5 %)"));
    }

    void aLensThatTheRunOnlyTellsHasNoSettings()
    {
        LensModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.addLens("LossMetrics");
        model.addLens("OutputActivation");
        model.addTag({"Loss", "LossMetrics"});
        model.addTag({"Mystery", "FromTheFuture"});
        const QModelIndex loss = model.index(0, LensModel::Name), future = model.index(2, LensModel::Name);
        QVERIFY(loss.data(LensModel::kHasSettingsRole).toBool());
        QVERIFY(model.index(0, 0, loss).data(LensModel::kHasSettingsRole).toBool()); // the settings of its lens
        QVERIFY(!future.data(LensModel::kHasSettingsRole).toBool());
        QVERIFY(loss.data(Qt::ToolTipRole).toString().startsWith("Loss and Metrics: loss and metrics"));
        QVERIFY(!model.setData(model.index(0, LensModel::Settings), Qt::Unchecked, Qt::CheckStateRole));
        model.setSwitchable(false);
        QVERIFY(loss.flags() & Qt::ItemIsEnabled);
        QVERIFY(!(model.index(1, LensModel::Name).flags() & Qt::ItemIsEnabled)); // it never showed a plot
    }

    void differencesHideWhatIsEqual()
    {
        using What = runs::ComparedRow::What;
        DifferencesModel model({"a", "b, c"}, {{What::Status, {"", {{"finished"}, {"failed"}}}},
                                            {What::Ticks, {"", {{3}, {3}}}},
                                            {What::DurationSeconds, {"", {{61}, {7200}}}},
                                            {What::Experiment, {"optimizer.momentum", {{0, true}, {0.9}}}},
                                            {What::Environment, {"host", {{nullptr}, {"say \"mars\""}}}}});
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(model.index(1, 2).data().toString(), "2 h 00 min");
        QVERIFY(model.index(2, 1).data(Qt::ForegroundRole).isValid()); // a default value
        QVERIFY(!model.index(2, 2).data(Qt::ForegroundRole).isValid());
        QCOMPARE(model.table(','), "Key,a,\"b, c\"\nStatus,finished,failed\nDuration,1 min 01 s,2 h 00 min\noptimizer.momentum,0,0.9\n"
                                   "Environment: host,–,\"say \"\"mars\"\"\"\n");
        model.setEqualShown(true);
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.index(1, 0).data().toString(), "Ticks");
    }

    void aListedRunIsRenamedByWhoeverWritesIt()
    {
        RunListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        runs::RunSummary run;
        run.path = "/runs/a.lbrun";
        run.name = "a";
        run.durationSeconds = 61;
        model.put(run);
        QSignalSpy renamed(&model, &RunListModel::renameRequested);
        const QModelIndex name = model.index(0, 0);
        model.setData(name, "a", Qt::EditRole); // unchanged
        QCOMPARE(renamed.size(), 0);
        model.setData(name, "  wide  net ", Qt::EditRole);
        QCOMPARE(renamed.takeFirst(), (QVariantList{"/runs/a.lbrun", "wide net"}));
        QCOMPARE(name.data().toString(), "a"); // not changed yet
        model.setLabel("/runs/a.lbrun", {"wide net", "line\nline"});
        QCOMPARE(name.data().toString(), "wide net");
        QCOMPARE(test::listedCell(name, "notes"), "line line");
        QCOMPARE(test::listedCell(name, "duration"), "1 min 01 s");
        model.setData(name, "a", Qt::EditRole); // the name of its file again
        QCOMPARE(renamed.takeFirst(), (QVariantList{"/runs/a.lbrun", ""}));
        run.isReadable = false;
        model.put(run);
        QVERIFY(!(name.flags() & Qt::ItemIsEditable));
    }
};

LENSBOARD_WINDOW_TEST(ModelsTest)
#include "tst_models.moc"
