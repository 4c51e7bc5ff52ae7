#include "core/experiment/experiment.h"
#include "tests/support/patience.h"
#include "widgets/lens_view.h"
#include "widgets/models/lens_model.h"
#include "tests/support/test_program.h"

#include <QAction>
#include <QHeaderView>
#include <QSignalSpy>

using namespace lensboard;
using namespace lensboard::widgets;

class LensViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void costsHaveAColumnThatIsHiddenAndShown()
    {
        LensModel model;
        model.setWatchers(std::make_shared<const experiment::Roster>(std::vector{experiment::lensChoice({{"kind", "LossMetrics"}})}));
        LensView view(&model);
        view.resize(300, 200);
        view.show();
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        QVERIFY(view.isColumnHidden(LensModel::Cost)); // no cost is known yet
        model.setCosts({0.0041, {{"LossMetrics", 1.2e-4}}});
        QVERIFY(!view.isColumnHidden(LensModel::Cost));
        QTRY_VERIFY(view.columnWidth(LensModel::Cost) >= view.fontMetrics().horizontalAdvance("0.12 ms"));

        auto *action = view.findChild<QAction *>("showCosts");
        QVERIFY(action && view.actions().contains(action) && view.header()->actions().contains(action)); // both menus
        QSignalSpy wanted(&view, &LensView::costsWanted);
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_K, Qt::ControlModifier | Qt::AltModifier);
        QTRY_COMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0], QVariantList{false});
        QVERIFY(view.isColumnHidden(LensModel::Cost));
        model.setCosts({0.0041, {{"LossMetrics", 2e-3}}});
        QVERIFY(view.isColumnHidden(LensModel::Cost));
        view.setCostsWanted(true); // the remembered state
        QVERIFY(!view.isColumnHidden(LensModel::Cost));
        QCOMPARE(wanted.size(), 1);
    }

    void rowsHaveRoomInFontsOfAnySize()
    {
        LensModel model;
        model.addLens("LossMetrics");
        LensView view(&model);
        view.resize(300, 200);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const auto room = [&] { return view.visualRect(model.index(0, LensModel::Name)).height() - view.fontMetrics().height(); };
        QTRY_VERIFY2(room() >= 8, qPrintable(QString::number(room())));
        QFont large = view.font();
        large.setPointSize(3 * large.pointSize());
        view.setFont(large);
        QTRY_VERIFY2(room() >= 8, qPrintable(QString::number(room())));
    }

    void aTagIsChosenByTheNameThatTheRunHas()
    {
        LensModel model;
        model.addLens("OutputMonitor");
        model.addTag({"OutputMonitor", "OutputMonitor"});
        LensView view(&model);
        view.resize(300, 200);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.expandAll();
        const QModelIndex tag = model.index(0, LensModel::Name, model.index(0, LensModel::Name));
        QCOMPARE(tag.data().toString(), "Output Monitor");
        QSignalSpy chosen(&view, &LensView::tagChosen);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(tag).center());
        QVERIFY(!chosen.isEmpty());
        for (const QVariantList &each : chosen)
            QCOMPARE(each, QVariantList{"OutputMonitor"});
    }
};

LENSBOARD_WINDOW_TEST(LensViewTest)
#include "tst_lens_view.moc"
