// Settings and results of the listed runs as lines, points and correlations. Selections are synchronised with the table in both directions.

#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "widgets/axes/plot_theme.h"
#include "widgets/models/run_list_model.h"
#include "widgets/runs/column_box.h"
#include "widgets/runs/correlation_table.h"
#include "widgets/runs/run_insights.h"
#include "widgets/runs/run_table.h"
#include "widgets/runs/run_rows.h"
#include "widgets/views/parallel_coordinates.h"
#include "widgets/views/run_scatter.h"

#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QToolTip>

#include <cmath>
#include <memory>
#include <string>

using namespace lensboard;
using namespace lensboard::widgets;
using runs::RunColumn;
using Shows = runs::RunColumn::Shows;

namespace {

const RunColumn kKind{Shows::Field, "optimizer.kind"}, kRate{Shows::Field, "optimizer.lr"}, kAccuracy{Shows::Last, "val_accuracy"};

QString path(int number)
{
    return QString("/runs/%1.lbrun").arg(number);
}

/// Runs 1, 3, 5, 7 use Adam. The rates of runs 0 to 3, and of 4 to 7, fall from 0.1 to 0.0001.
runs::RunSummary run(int number)
{
    runs::RunSummary run;
    run.path = path(number).toStdString();
    run.name = "run" + std::to_string(number);
    run.fields = {{kKind.key, number % 2 ? "adam" : "sgd"}, {kRate.key, std::pow(10, -1 - number % 4)}, {"seed", 7}};
    const double accuracy = 0.5 + 0.05 * number;
    run.quantities = {{kAccuracy.key, accuracy, 0, accuracy, accuracy}};
    return run;
}

void drag(QWidget *widget, const QPointF &from, const QPointF &to)
{
    QTest::mousePress(widget, Qt::LeftButton, {}, from.toPoint());
    QTest::mouseMove(widget, ((from + to) / 2).toPoint());
    QTest::mouseMove(widget, to.toPoint());
    QTest::mouseRelease(widget, Qt::LeftButton, {}, to.toPoint());
}

} // namespace

class RunInsightsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        makeTable(8);
        QVERIFY(m_table->findChild<RunInsights *>()->isHidden());
        QTest::mouseClick(m_table->findChild<QToolButton *>("insights"), Qt::LeftButton);
        m_tabs = m_table->findChild<QTabWidget *>("insightTabs");
        m_parallel = m_table->findChild<ParallelCoordinates *>();
        QVERIFY(m_tabs && m_parallel);
        QTRY_VERIFY(m_parallel->crossing(path(0), kAccuracy) && m_parallel->height() > 150);
    }

    void cleanup() { m_table.reset(); }

    void aBrushSelectsRowsOfTheTable()
    {
        const QPointF room(0, 8);
        drag(m_parallel, crossing(1, kRate) - room, crossing(2, kRate) + room);
        QCOMPARE(selected(), QStringList({"1", "2", "5", "6"}));
        drag(m_parallel, crossing(1, kKind) + room, crossing(1, kKind) - room);
        QCOMPARE(selected(), QStringList({"1", "5"}));
        QTest::mouseClick(m_parallel, Qt::LeftButton, {}, crossing(0, kRate).toPoint());
        QCOMPARE(selected(), QStringList({"1", "3", "5", "7"}));
        QTest::keyClick(m_parallel, Qt::Key_Escape);
        QCOMPARE(selected(), QStringList());
    }

    /// A selected run is painted over the others in full colour.
    void aSelectionHighlights()
    {
        const QImage before = m_parallel->grab().toImage();
        select(7);
        const QImage after = m_parallel->grab().toImage();
        QVERIFY(after != before);
        QCOMPARE(after.pixel(onLineOf(7)), PlotTheme(m_parallel->palette()).scaled(1).rgb());
        QVERIFY(after.pixel(onLineOf(6)) != PlotTheme(m_parallel->palette()).scaled(6.0 / 7).rgb());
    }

    void pointingAtALineNamesItsRun()
    {
        QTest::mouseMove(m_parallel, onLineOf(7) + QPoint(1, 0));
        QTest::mouseMove(m_parallel, onLineOf(7));
        QTRY_VERIFY(QToolTip::text().startsWith("run7\n"));
        QTest::mouseMove(m_parallel, QPoint(static_cast<int>(crossing(0, kRate).x()) + 30, 2));
        QTRY_VERIFY(!QToolTip::isVisible() || QToolTip::text().isEmpty());
    }

    void pointsOfTheScatterPlotAreChosen()
    {
        showTab(1);
        auto *scatter = m_table->findChild<RunScatter *>();
        QTRY_VERIFY(scatter->isVisible() && scatter->height() > 100);
        scatter->replot(); // lays out the axes
        QCOMPARE(scatter->pointCount(), std::size_t(8));
        QTest::mouseClick(scatter, Qt::LeftButton, {}, scatter->pointOf(path(3)).value().toPoint());
        QCOMPARE(selected(), QStringList({"3"}));
        drag(scatter, scatter->pointOf(path(5)).value() - QPointF(25, 8), scatter->pointOf(path(1)).value() + QPointF(25, 8));
        QCOMPARE(selected(), QStringList({"1", "3", "5"}));
        QTest::mouseClick(scatter, Qt::LeftButton, Qt::ControlModifier, scatter->pointOf(path(0)).value().toPoint());
        QCOMPARE(selected(), QStringList({"0", "1", "3", "5"}));
    }

    void aCorrelationIsPlotted()
    {
        showTab(2);
        auto *table = m_table->findChild<CorrelationTable *>();
        QCOMPARE(table->topLevelItemCount(), 2); // the seed is the same in all runs
        const QList<QTreeWidgetItem *> found = table->findItems("optimizer.lr", Qt::MatchExactly);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found[0]->text(2), "8");
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualItemRect(found[0]).center());
        QCOMPARE(m_tabs->currentIndex(), 1);
        QVERIFY(m_table->findChild<ColumnBox *>("scatterX")->column() == kRate);
    }

    void theFilterOfTheTableHolds()
    {
        m_table->findChild<QLineEdit *>("runSearch")->setText("optimizer.kind = adam");
        QTRY_VERIFY(!m_parallel->crossing(path(0), kAccuracy));
        QVERIFY(m_parallel->crossing(path(1), kRate));
        QVERIFY(!m_parallel->crossing(path(1), kKind)); // equal in all remaining runs
    }

    void whatIsMissingIsSaid()
    {
        const QVariantMap state = m_table->state();
        makeTable(1);
        m_table->setState(state);
        QVERIFY(m_table->findChild<RunInsights *>()->isVisible());
        QTRY_COMPARE(note(), "At least two runs with different settings are needed.");
        m_tabs = m_table->findChild<QTabWidget *>("insightTabs");
        showTab(2);
        QTRY_VERIFY(note().startsWith("At least three runs"));
        for (int number = 1; number < 4; ++number)
            m_table->runs()->put(run(number));
        QTRY_COMPARE(note(), QString());
    }

private:
    void makeTable(int runs)
    {
        m_table = std::make_unique<RunTable>();
        for (int number = 0; number < runs; ++number)
            m_table->runs()->put(run(number));
        m_table->refresh();
        m_table->resize(1000, 800);
        m_table->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_table.get()));
    }

    QPointF crossing(int number, const RunColumn &column) const { return m_parallel->crossing(path(number), column).value(); }

    /// Returns a pixel of only this line, shortly before the last axis.
    QPoint onLineOf(int number) const
    {
        const QPointF from = crossing(number, kRate), to = crossing(number, kAccuracy);
        const double x = std::floor(from.x() + 0.9 * (to.x() - from.x())) + 0.5;
        const double y = from.y() + (to.y() - from.y()) * (x - from.x()) / (to.x() - from.x());
        return {static_cast<int>(x), static_cast<int>(y)};
    }

    /// Returns the numbers of the selected runs.
    QStringList selected() const
    {
        QStringList numbers;
        for (const QString &each : m_table->view()->selectedRuns())
            numbers << each.section('/', -1).section('.', 0, 0);
        numbers.sort();
        return numbers;
    }

    void select(int number)
    {
        QTreeView *view = m_table->view();
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            const QModelIndex index = view->model()->index(row, 0);
            if (index.data(RunListModel::kPathRole).toString() != path(number))
                continue;
            view->scrollTo(index);
            QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
        }
        QCOMPARE(selected(), QStringList(QString::number(number)));
    }

    void showTab(int index)
    {
        QTest::mouseClick(m_tabs->tabBar(), Qt::LeftButton, {}, m_tabs->tabBar()->tabRect(index).center());
        QCOMPARE(m_tabs->currentIndex(), index);
    }

    /// Returns the note of the visible view, or an empty string.
    QString note() const
    {
        for (const QLabel *label : m_table->findChildren<QLabel *>("insightNote"))
            if (label->isVisible())
                return label->text();
        return {};
    }

    std::unique_ptr<RunTable> m_table;
    QTabWidget *m_tabs = nullptr;
    ParallelCoordinates *m_parallel = nullptr;
};

LENSBOARD_WINDOW_TEST(RunInsightsTest)
#include "tst_run_insights.moc"
