#include "widgets/forms/settings_form.h"
#include "widgets/watching/watcher_dialog.h"
#include "tests/support/test_program.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

using namespace lensboard;
using namespace lensboard::widgets;
using experiment::KindSettings;

namespace {

std::vector<record::LayerInfo> layers()
{
    return {{"", "Net", false, {}, {}, {}},
            {"conv", "Conv2d", true, {{"weight", {8, 1, 3, 3}}}, std::vector<std::int64_t>{record::kBatchSize, 8, 26, 26}, {}},
            {"block", "Sequential", false, {}, {}, {}},
            {"block.norm", "BatchNorm2d", true, {{"weight", {8}}}, {}, {{"running_mean", {8}}, {"num_batches_tracked", {}}}}};
}

QTreeWidgetItem *itemAt(const WatcherDialog &dialog, const QStringList &path)
{
    QTreeWidgetItem *item = dialog.model()->tree()->topLevelItem(0);
    for (const QString &name : path) {
        QTreeWidgetItem *inner = nullptr;
        for (int i = 0; i < item->childCount(); ++i)
            if (item->child(i)->text(0) == name)
                inner = item->child(i);
        if (!inner)
            return nullptr;
        item = inner;
    }
    return item;
}

QPoint placeOf(const WatcherDialog &dialog, const QTreeWidgetItem *item)
{
    return dialog.model()->tree()->visualItemRect(item).center();
}

void click(const WatcherDialog &dialog, const QTreeWidgetItem *item)
{
    QTest::mouseClick(dialog.model()->tree()->viewport(), Qt::LeftButton, {}, placeOf(dialog, item));
}

QPushButton *ok(const WatcherDialog &dialog)
{
    return dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
}

} // namespace

class WatcherDialogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAttributeIsFoundAndWatched()
    {
        WatcherDialog dialog(WatcherDialog::Task::WatchAttribute, layers(), {"block.norm.running_mean"});
        open(dialog);
        QSignalSpy chosen(&dialog, &WatcherDialog::chosen);
        QVERIFY(!ok(dialog)->isEnabled());
        QVERIFY(dialog.findChild<QLabel *>("message")->text().startsWith("Choose a parameter"));
        QVERIFY(dialog.model()->search()->hasFocus());
        QTest::keyClicks(&*dialog.model()->search(), "running");
        QVERIFY(itemAt(dialog, {"conv"})->isHidden() && !itemAt(dialog, {"block", "norm"})->isHidden());
        QVERIFY(itemAt(dialog, {"block", "norm", "weight"})->isHidden());
        QTreeWidgetItem *mean = itemAt(dialog, {"block", "norm", "running_mean"});
        QCOMPARE(mean->text(1), "buffer");
        QCOMPARE(mean->text(2), "[8]");
        click(dialog, itemAt(dialog, {"block"})); // selecting a module first leaves no settings behind
        click(dialog, mean);
        QVERIFY(ok(dialog)->isEnabled());
        auto *name = dialog.form()->findChild<QLineEdit *>("name");
        QCOMPARE(name->placeholderText(), "block.norm.running_mean 2"); // the first name is taken
        auto *kinds = dialog.findChild<QComboBox *>("watchedKind");
        QCOMPARE(kinds->count(), 3);
        QTest::keyClick(kinds, Qt::Key_Down);
        name = dialog.form()->findChild<QLineEdit *>("name");
        QCOMPARE(name->placeholderText(), "block.norm.running_mean difference");

        // Reports settings that exclude each other, and duplicate names.
        auto *reducer = dialog.form()->findChild<QWidget *>("reducer")->findChild<QComboBox *>("kind");
        reducer->setFocus();
        QTest::keyClick(reducer, Qt::Key_End);
        QVERIFY2(dialog.findChild<QLabel *>("message")->text().contains("MultiStateMonitor"), qPrintable(dialog.findChild<QLabel *>("message")->text()));
        QVERIFY(!ok(dialog)->isEnabled());
        QTest::keyClick(reducer, Qt::Key_Home);
        QTest::keyClick(reducer, Qt::Key_Down);
        QTest::keyClick(reducer, Qt::Key_Down); // the exponential average
        QVERIFY(ok(dialog)->isEnabled());
        QTest::keyClicks(name, "block.norm.running_mean");
        QVERIFY(!ok(dialog)->isEnabled() && dialog.findChild<QLabel *>("message")->text().contains("is there already"));
        QTest::keyClicks(name, "!");
        QTest::mouseClick(ok(dialog), Qt::LeftButton);
        QCOMPARE(chosen.size(), 1);
        const auto watcher = chosen[0][0].value<KindSettings>();
        QCOMPARE(watcher.kind, std::string("DifferenceMonitor"));
        QCOMPARE(watcher.name(), std::string("block.norm.running_mean!"));
        QCOMPARE(watcher.settings.at("over_batch").get<std::string>(), std::string("keep"));
        QCOMPARE(watcher.settings.at("module").get<std::string>(), std::string("block.norm"));
        QCOMPARE(watcher.settings.at("attribute").get<std::string>(), std::string("running_mean"));
        QCOMPARE(watcher.settings.at("reducer").at("kind").get<std::string>(), std::string("EMA"));
        QVERIFY(!dialog.isVisible());
    }

    void aDoubleClickIsOk()
    {
        WatcherDialog dialog(WatcherDialog::Task::WatchAttribute, layers(), {});
        open(dialog);
        QSignalSpy chosen(&dialog, &WatcherDialog::chosen);
        const QTreeWidgetItem *weight = itemAt(dialog, {"conv", "weight"});
        click(dialog, weight);
        QTest::mouseDClick(dialog.model()->tree()->viewport(), Qt::LeftButton, {}, placeOf(dialog, weight));
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<KindSettings>().name(), std::string("conv.weight"));
    }

    void ofAModuleWhatGoesThroughItIsWatched()
    {
        WatcherDialog dialog(WatcherDialog::Task::WatchAttribute, layers(), {"block.norm output tensor"});
        dialog.choose("block.norm");
        open(dialog);
        const auto *kinds = dialog.findChild<QComboBox *>("watchedKind");
        QCOMPARE(kinds->currentData().toString(), "OutputMonitor");
        QSignalSpy chosen(&dialog, &WatcherDialog::chosen);
        QTest::keyClick(dialog.model()->tree(), Qt::Key_Return); // not an attribute: opens nothing
        QTest::mouseClick(ok(dialog), Qt::LeftButton);
        QCOMPARE(chosen[0][0].value<KindSettings>().name(), std::string("block.norm output 2")); // the same name would share a plot for its tensors
        QVERIFY(!chosen[0][0].value<KindSettings>().settings.contains("attribute"));
    }

    void twoAttributesAreWatchedTogether()
    {
        WatcherDialog dialog(WatcherDialog::Task::WatchAttribute, layers(), {});
        open(dialog);
        auto *kinds = dialog.findChild<QComboBox *>("watchedKind");
        click(dialog, itemAt(dialog, {"conv", "weight"}));
        QCOMPARE(kinds->count(), 2); // the only choices
        click(dialog, itemAt(dialog, {"block", "norm", "running_mean"}));
        kinds->setFocus();
        QTest::keyClick(kinds, Qt::Key_End);
        QCOMPARE(kinds->currentData().toString(), "MultiStateMonitor");
        QVERIFY2(ok(dialog)->isEnabled(), qPrintable(dialog.findChild<QLabel *>("message")->text()));
        const auto *condition = dialog.form()->findChild<QComboBox *>("condition");
        QCOMPARE(condition->count(), 1);
        QCOMPARE(condition->currentText(), "weight");
        QCOMPARE(dialog.form()->findChild<QWidget *>("reducer")->findChild<QComboBox *>("kind")->count(), 2);
        click(dialog, itemAt(dialog, {"block", "norm", "weight"})); // in the opposite order
        QCOMPARE(dialog.form()->findChild<QComboBox *>("condition")->currentText(), "running_mean");
        QSignalSpy chosen(&dialog, &WatcherDialog::chosen);
        QTest::mouseClick(ok(dialog), Qt::LeftButton);
        QCOMPARE(chosen.size(), 1);
        const auto watcher = chosen[0][0].value<KindSettings>();
        QCOMPARE(watcher.kind, std::string("MultiStateMonitor"));
        QCOMPARE(watcher.settings.at("module").get<std::string>(), std::string("block.norm"));
        QVERIFY(watcher.settings.at("subattributes") == experiment::Json({"weight", "running_mean"}));
        QCOMPARE(watcher.settings.at("reducer").at("kind").get<std::string>(), std::string("ConditionalNearestTrace"));
    }

    void typesOfLayersAreRecordedWithoutTicks()
    {
        WatcherDialog dialog(WatcherDialog::Task::RecordTensors, layers(), {});
        open(dialog);
        auto *types = dialog.form()->findChild<QLineEdit *>("types");
        QVERIFY(types);
        types->setFocus();
        QTest::keyClicks(types, "Conv2d");
        QVERIFY(ok(dialog)->isEnabled());
        QSignalSpy chosen(&dialog, &WatcherDialog::chosen);
        QTest::mouseClick(ok(dialog), Qt::LeftButton);
        QVERIFY(chosen[0][0].value<KindSettings>().settings.at("types") == experiment::Json({"Conv2d"}));
    }

    void layersAreTickedAndRecorded()
    {
        WatcherDialog dialog(WatcherDialog::Task::RecordTensors, layers(), {});
        open(dialog);
        QVERIFY(!itemAt(dialog, {"conv", "weight"})); // only monitors watch attributes
        QVERIFY(!ok(dialog)->isEnabled()); // no selection is not taken for every layer
        QVERIFY(dialog.findChild<QLabel *>("message")->text().startsWith("Tick the layers"));
        for (const QStringList &path : {QStringList{"conv"}, QStringList{"block", "norm"}}) {
            QTreeWidget *tree = dialog.model()->tree();
            tree->setFocus();
            tree->setCurrentItem(itemAt(dialog, path));
            QTest::keyClick(tree, Qt::Key_Space);
        }
        auto *kinds = dialog.findChild<QComboBox *>("watchedKind");
        QCOMPARE(kinds->count(), 5);
        kinds->setFocus();
        QTest::keyClick(kinds, Qt::Key_End);
        QSignalSpy chosen(&dialog, &WatcherDialog::chosen);
        QTest::mouseClick(ok(dialog), Qt::LeftButton);
        const auto recorder = chosen[0][0].value<KindSettings>();
        QCOMPARE(recorder.kind, std::string("BackwardOutput"));
        QVERIFY(recorder.settings.at("layers") == experiment::Json({"conv", "block.norm"}));
        QCOMPARE(recorder.name(), std::string("BackwardOutput of conv, block.norm"));
    }

private:
    static void open(WatcherDialog &dialog)
    {
        dialog.show();
        dialog.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
    }
};

LENSBOARD_WINDOW_TEST(WatcherDialogTest)
#include "tst_watcher_dialog.moc"
