// The run table beside a board: actions in one are reflected in the other.

#include "core/store/derived/ensemble_run.h"
#include "tests/support/listed_cell.h"
#include "tests/support/patience.h"
#include "tests/support/shown_run.h"
#include "tests/support/test_program.h"
#include "widgets/models/run_list_model.h"
#include "widgets/runs/run_table.h"
#include "widgets/runs/run_rows.h"
#include "widgets/runs/runs_panel.h"
#include "widgets/views/plots/line_plot.h"
#include "widgets/views/series_colours.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QTest>
#include <QTimer>

using namespace lensboard;
using namespace lensboard::test;
using namespace lensboard::widgets;

namespace {

/// Returns a run of a training with learning rate \p rate, constant accuracy and constant norm.
std::shared_ptr<store::RunStore> run(double rate, double accuracy, double norm = 1)
{
    WrittenRun written;
    written.run()->update([&](record::RunInfo &info) {
        info.experiment = "{\"optimizer\": {\"kind\": \"sgd\", \"lr\": " + std::to_string(rate) + "}, \"epochs\": 3}";
    });
    const auto metrics = written.run()->registerTag({"Metrics", "LossMetrics"});
    const auto series = written.run()->registerSeries({metrics, "metrics", "val_accuracy mean"});
    for (int tick = 1; tick <= 3; ++tick) {
        written.tick(tick, {{"fc1", norm}});
        written.run()->commit({stampOf(tick + 10), {{series, accuracy}}});
    }
    written.finish();
    return written.run();
}

/// A board and its table.
struct Page
{
    PlotBoard board;
    RunsPanel panel{&board};
    QTreeView *view = panel.table()->view();

    void add(const QString &name, double rate, double accuracy)
    {
        board.addRun(run(rate, accuracy, 1 + accuracy), name);
        QTRY_VERIFY(row(name).isValid());
    }
    void addSweep()
    {
        add("a", 0.1, 0.5);
        add("b", 0.1, 0.75);
        add("c", 0.01, 0.25);
        add("d", 0.01, 0.75);
    }

    const RunStyle &style(std::size_t number) { return board.state().runs[number]->style; }
    QString visible()
    {
        QStringList names;
        for (const ShownRun *run : board.state().visibleRuns())
            names << run->name;
        return names.join(' ');
    }
    QModelIndex row(const QString &name) const
    {
        return view->model()->match(view->model()->index(0, 0), Qt::DisplayRole, name, 1, Qt::MatchStartsWith | Qt::MatchRecursive).value(0);
    }
    void select(const QStringList &names) const
    {
        view->clearSelection();
        for (const QString &name : names)
            view->selectionModel()->select(row(name), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    void trigger(const QString &text) const
    {
        for (QAction *action : panel.actions())
            if (action->text() == text)
                action->trigger();
    }
    void filter(const QString &text) const { panel.findChild<QLineEdit *>("runSearch")->setText(text); }
    void chooseInHeader(const QString &column, const QString &choice) const
    {
        QTimer::singleShot(0, view, [choice] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(menu);
            auto *action = menu->findChild<QAction *>(choice);
            menu->close();
            QVERIFY(action);
            action->trigger();
        });
        for (int section = 0; section < view->model()->columnCount(); ++section)
            if (view->model()->headerData(section, Qt::Horizontal, RunListModel::kColumnRole).toString() == column)
                Q_EMIT view->header()->customContextMenuRequested({view->header()->sectionViewportPosition(section) + 2, 2});
    }
};

} // namespace

class RunsPanelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void columnsTellTheRunsApart()
    {
        Page page;
        page.addSweep();
        QCOMPARE(page.view->model()->rowCount(), 4);
        QCOMPARE(page.view->model()->index(0, 0).data().toString(), "a");
        QCOMPARE(listedCell(page.row("c"), "optimizer.lr"), "0.01");
        QCOMPARE(listedCell(page.row("d"), "last(val_accuracy)"), "0.75");
        QVERIFY(listedCell(page.row("d"), "epochs").isNull()); // equal in all runs
        page.board.setRunName(1, "renamed", "/runs/b.lbrun");
        QTRY_COMPARE(page.row("renamed").data(RunListModel::kPathRole).toString(), "/runs/b.lbrun");
        QVERIFY(!page.row("b").isValid());
        page.board.removeRun(0);
        QVERIFY(!page.row("a").isValid());
        QCOMPARE(page.view->model()->rowCount(), 3);
    }

    void aBoxHidesARunOrAllThatAreSelected()
    {
        Page page;
        page.addSweep();
        QVERIFY(page.view->model()->setData(page.row("b"), Qt::Unchecked, Qt::CheckStateRole));
        QTRY_COMPARE(page.visible(), "a c d");
        QCOMPARE(page.row("b").data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        page.select({"b", "c", "d"});
        QVERIFY(page.view->model()->setData(page.row("c"), Qt::Unchecked, Qt::CheckStateRole));
        QTRY_COMPARE(page.visible(), "a");
        page.trigger("Show These Runs Only");
        QCOMPARE(page.visible(), "b c d");
        Q_EMIT page.view->doubleClicked(page.row("b"));
        QCOMPARE(page.visible(), "b");
        Q_EMIT page.view->doubleClicked(page.row("b"));
        QCOMPARE(page.visible(), "a b c d");
    }

    void whatIsNotFoundIsNotDrawn()
    {
        Page page;
        page.addSweep();
        page.board.setRunVisible(3, false);
        page.filter("lr = 0.01 or val_accuracy > 0.7");
        QCOMPARE(page.visible(), "b c");
        auto *count = page.panel.findChild<QLabel *>("runCount");
        QVERIFY(!count->isHidden() && count->text().startsWith("3 of 4 run"));
        page.add("e", 0.01, 0.5);
        QCOMPARE(page.visible(), "b c e");
        page.board.addRun(run(0.1, 0.5), "f");
        QTRY_COMPARE(page.visible(), "b c e");
        page.filter({});
        QCOMPARE(page.visible(), "a b c e f");
        QVERIFY(count->isHidden());
    }

    void runsAreColouredByAField()
    {
        Page page;
        page.addSweep();
        QVERIFY(page.style(0).colour != page.style(1).colour);
        page.chooseInHeader("optimizer.lr", "colourBy");
        QCOMPARE(page.style(0).colour, page.style(1).colour);
        QCOMPARE(page.style(2).colour, page.style(3).colour);
        QVERIFY(page.style(0).colour != page.style(2).colour);
        page.add("e", 0.1, 0.5);
        QCOMPARE(page.style(4).colour, page.style(0).colour);
        page.board.addRun(std::make_shared<store::RunStore>(), "of nothing");
        QTRY_COMPARE(page.style(5).colour, (RunColour{std::nullopt, std::nullopt}));
        page.chooseInHeader("optimizer.lr", "colourEach");
        QVERIFY(page.style(0).colour != page.style(1).colour);
    }

    void manyNumbersAreColouredAlongAScale()
    {
        std::vector<runs::RunValue> values{std::string(), 1.0};
        for (int i = 0; i <= 9; ++i)
            values.emplace_back(double(i));
        values.erase(values.begin());
        values.emplace_back(std::nan(""));
        values.emplace_back();
        const auto colours = coloursOf(values);
        QCOMPARE(*colours[1].share, 0.0);
        QCOMPARE(*colours[10].share, 1.0);
        QCOMPARE(colours[0], colours[2]);
        for (const std::size_t none : {11u, 12u})
            QCOMPARE(colours[none], (RunColour{std::nullopt, std::nullopt}));
        for (const QPalette &palette : {QPalette(Qt::white), QPalette(Qt::black)})
            QVERIFY(colours[1].in(PlotTheme(palette)) != colours[10].in(PlotTheme(palette)));
    }

    void groupsHaveBoxesAndMeans()
    {
        Page page;
        page.addSweep();
        page.chooseInHeader("optimizer.lr", "colourBy");
        page.chooseInHeader("optimizer.lr", "groupBy");
        const QModelIndex group = page.row("optimizer.lr = 0.1,");
        QVERIFY(group.isValid() && !group.parent().isValid());
        page.board.setRunVisible(0, false);
        QCOMPARE(group.data(Qt::CheckStateRole).toInt(), int(Qt::PartiallyChecked));
        QVERIFY(page.view->model()->setData(group, Qt::Checked, Qt::CheckStateRole));
        QTRY_COMPARE(page.visible(), "a b c d");
        page.trigger("Mean and Band");
        QCOMPARE(page.visible(), "optimizer.lr = 0.1, mean of 2 run(s) optimizer.lr = 0.01, mean of 2 run(s)");
        const auto &runs = page.board.state().runs;
        QVERIFY(std::dynamic_pointer_cast<const store::EnsembleRun>(runs[4]->run));
        QTRY_COMPARE(page.style(4).colour, page.style(0).colour); // the group shows the colour common to its runs
        QCOMPARE(page.style(5).colour, page.style(2).colour);
        const auto *plot = drawn<LinePlot>(page.board, TagView::SmallMultiples);
        QCOMPARE(plot->traces().lines.size(), std::size_t{2});
        QCOMPARE(plot->traces().lines[0].points.front().y, 1.625); // mean of 1.5 and 1.75
        page.trigger("Mean and Band"); // means are not averaged again
        QCOMPARE(runs.size(), std::size_t{6});
    }

    void groupsSayHowManyRunsTheirMeansAreOf()
    {
        Page page;
        page.addSweep();
        page.add("diverged", 0.1, std::nan(""));
        page.add("overflowed", 0.1, INFINITY);
        page.add("lost", 0.001, std::nan(""));
        WrittenRun unvalidated;
        unvalidated.run()->update([](record::RunInfo &info) { info.experiment = R"({"optimizer": {"kind": "sgd", "lr": 0.01}, "epochs": 3})"; });
        unvalidated.finish();
        page.board.addRun(unvalidated.run(), "unvalidated");
        QTRY_VERIFY(page.row("unvalidated").isValid());
        page.chooseInHeader("optimizer.lr", "groupBy");
        const auto accuracy = [&](const char *group) { return listedCell(page.row(group), "last(val_accuracy)"); };
        QTRY_COMPARE(accuracy("optimizer.lr = 0.1,"), "0.625 ± 0.18 (2 of 4, 2 not finite)");
        QCOMPARE(accuracy("optimizer.lr = 0.01,"), "0.5 ± 0.35 (2 of 3)");
        QCOMPARE(accuracy("optimizer.lr = 0.001,"), "– (0 of 1, 1 not finite)");
        page.board.removeRun(5);
        page.board.removeRun(4);
        QTRY_COMPARE(accuracy("optimizer.lr = 0.1,"), "0.625 ± 0.18");
    }

    void pointingAtARunMarksItEverywhere()
    {
        Page page;
        page.addSweep();
        auto *plot = drawn<LinePlot>(page.board, TagView::SmallMultiples);
        const ShownRun &third = *page.board.state().runs[2];
        Q_EMIT page.view->entered(page.row("c"));
        QCOMPARE(page.board.state().pointedRun(), &third);
        plot->highlightRun(&third); // the plot is off screen, so the board skips it
        plot->refresh();
        QCOMPARE(plot->traces().highlighted(), runKey(third));
        QVERIFY(page.row("c").data(Qt::BackgroundRole).isValid() && !page.row("b").data(Qt::BackgroundRole).isValid());
        Q_EMIT page.view->viewportEntered();
        plot->refresh();
        QVERIFY(plot->traces().highlighted().isEmpty() && !page.row("c").data(Qt::BackgroundRole).isValid());

        const auto &line = plot->traces().lines[0];
        const QPointF on(plot->xAxis->coordToPixel(line.points[1].x), plot->yAxis->coordToPixel(line.points[1].y));
        QMouseEvent move(QEvent::MouseMove, on, plot->mapToGlobal(on), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(plot, &move);
        QCOMPARE(page.board.state().pointedRun(), page.board.state().runs[0].get());
        QVERIFY(page.row("a").data(Qt::BackgroundRole).isValid());
        page.board.removeRun(0);
        QVERIFY(!page.board.state().pointedRun());
    }

    void whatGrowsIsSummarisedAgain()
    {
        Page page;
        WrittenRun live;
        const auto metrics = live.run()->registerTag({"Metrics", "LossMetrics"});
        const auto series = live.run()->registerSeries({metrics, "metrics", "val_accuracy mean"});
        live.run()->commit({stampOf(1), {{series, 0.25}}});
        page.board.addRun(live.run(), {}); // like a run without a name
        QTRY_VERIFY(page.row("–").isValid());
        page.board.setRunName(0, "live");
        QTRY_COMPARE(listedCell(page.row("live"), "last(val_accuracy)"), "0.25");
        page.filter("val_accuracy > 0.3");
        QCOMPARE(page.visible(), "");
        live.run()->commit({stampOf(2), {{series, 0.5}}});
        QTRY_COMPARE(page.visible(), "live");
        QCOMPARE(listedCell(page.row("live"), "last(val_accuracy)"), "0.5");
    }
};

LENSBOARD_WINDOW_TEST(RunsPanelTest)
#include "tst_runs_panel.moc"
