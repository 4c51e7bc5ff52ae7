#include "widgets/models/layer_model.h"
#include "widgets/models/lens_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace lensboard;
using namespace lensboard::widgets;

class ModelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lensesHoldTheirTags()
    {
        LensModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.addLens("LossMetrics", false);
        model.addTag({"Loss", "LossMetrics"});
        model.addTag({"Weight Norm", "ParameterNorm"}); // a lens that the experiment did not tell
        model.addTag({"Loss", "LossMetrics"});
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex loss = model.index(0, 0), norm = model.index(1, 0);
        QCOMPARE(model.rowCount(loss), 1);
        QCOMPARE(model.index(0, 0, loss).data().toString(), "Loss");
        QCOMPARE(loss.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        QCOMPARE(norm.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
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
        model.setLensOn("LossMetrics", true); // as the session says: no order goes back
        QCOMPARE(lenses.size(), 1);
        model.setSwitchable(false);
        QVERIFY(!model.setData(lens, Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(!lens.data(Qt::CheckStateRole).isValid());
    }

    void aLensThatTheRunOnlyTellsHasNoSettings()
    {
        LensModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.addLens("LossMetrics", true);
        model.addLens("OutputActivation", false);
        model.addTag({"Loss", "LossMetrics"});
        model.addTag({"Mystery", "FromTheFuture"});
        const QModelIndex loss = model.index(0, LensModel::Name), future = model.index(2, LensModel::Name);
        QVERIFY(loss.data(LensModel::kHasSettingsRole).toBool());
        QVERIFY(model.index(0, 0, loss).data(LensModel::kHasSettingsRole).toBool()); // those of its lens
        QVERIFY(!future.data(LensModel::kHasSettingsRole).toBool());
        QVERIFY(loss.data(Qt::ToolTipRole).toString().startsWith("LossMetrics: loss and metrics"));
        QVERIFY(!model.setData(model.index(0, LensModel::Settings), Qt::Unchecked, Qt::CheckStateRole));
        model.setSwitchable(false);
        QVERIFY(loss.flags() & Qt::ItemIsEnabled);
        QVERIFY(!(model.index(1, LensModel::Name).flags() & Qt::ItemIsEnabled)); // it never showed anything
    }

    void layersShowTypeAndParameters()
    {
        LayerModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLayers({{"", "Sequential", false, {}}, {"fc1", "Linear", true, {{"weight", {30, 40}, true}, {"bias", {30}, false}}}});
        QCOMPARE(model.index(0, LayerModel::Name).data().toString(), "(model)");
        QCOMPARE(model.index(1, LayerModel::Parameters).data().toString(), QLocale().toString(1230));
        QCOMPARE(model.index(1, LayerModel::Name).data(Qt::ToolTipRole).toString(), "weight [30, 40]\nbias [30], frozen");
    }
};

QTEST_GUILESS_MAIN(ModelsTest)
#include "tst_models.moc"
