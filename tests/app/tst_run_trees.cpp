// The trees of lenses and layers of a page with several runs.

#include "app/pages/followed_feed.h"
#include "app/pages/run_page.h"
#include "core/runs/run_source.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/empty_home.h"
#include "tests/support/ended_feed.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"
#include "widgets/board/plot_board.h"
#include "widgets/models/layer_model.h"
#include "widgets/models/lens_model.h"
#include "widgets/tensors/tensor_view.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QTest>
#include <QTreeView>

using namespace lensboard;
using app::RunPage;

namespace {

std::unique_ptr<runs::RunSource> opened(const QString &path)
{
    record::Progress progress;
    return runs::openRun(path.toStdString(), progress);
}

QStringList names(const QAbstractItemModel &model, const QModelIndex &parent = {})
{
    QStringList all;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex at = model.index(row, 0, parent);
        all << at.data().toString() << names(model, at);
    }
    return all;
}

} // namespace

class RunTreesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theyShowTagsAndLayersOfAllRuns()
    {
        const QString first = save("first", "Weight Norm", "fc1"), second = save("second", "Gradient Norm", "conv");
        RunPage page(std::make_unique<app::FollowedFeed>(opened(first), first));
        auto *lenses = page.findChild<widgets::LensModel *>();
        auto *layers = page.findChild<widgets::LayerModel *>();
        const QAbstractItemModelTester lensTester(lenses), layerTester(layers);
        QCOMPARE(names(*layers), QStringList{"fc1"}); // the loss is no layer
        page.overlay(opened(second), second);
        QVERIFY(names(*lenses).contains("Weight Norm") && names(*lenses).contains("Gradient Norm"));
        QCOMPARE(names(*lenses).count("Loss"), 1);
        QCOMPARE(names(*layers), (QStringList{"fc1", "conv"}));
        layers->solo({layers->index(1, 0)});
        QCOMPARE(page.board()->sections().plots("Loss").size(), std::size_t{1});
        QVERIFY(page.board()->sections().plots("Weight Norm").empty());
        layers->showAll();
        page.board()->visibility().setTagVisible("Weight Norm", false);
        page.board()->removeRun(1);
        QVERIFY(!names(*lenses).contains("Gradient Norm"));
        QCOMPARE(names(*layers), QStringList{"fc1"});
        const QModelIndex lens = lenses->match(lenses->index(0, 0), Qt::DisplayRole, "Parameter Norm").value(0);
        QCOMPARE(lenses->index(0, 0, lens).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked)); // as it was
    }

    void aRowOfTensorsShowsThem()
    {
        const auto run = std::make_shared<store::RunStore>();
        for (const char *tag : {"maps", "kernels"})
            run->registerTag({tag, tag, record::TagKind::Tensors, "output"});
        run->registerSeries({0, "conv", "output", record::SeriesRole::Tensor});
        run->registerSeries({1, "conv", "output", record::SeriesRole::Tensor});
        run->update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
        RunPage page(std::make_unique<test::EndedFeed>(run));
        page.resize(1200, 700);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        auto *view = page.findChild<QTreeView *>("lensView");
        const auto *chosen = page.tensors()->findChild<QComboBox *>("tensorTag");
        const auto rowOf = [view](const QString &tag) {
            const QModelIndex lens = view->model()->match(view->model()->index(0, 0), Qt::DisplayRole, tag).value(0);
            return view->model()->index(0, 0, lens);
        };
        QCOMPARE(chosen->currentText(), "maps");
        page.setTensorsShown(false);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(rowOf("kernels")).center());
        QVERIFY(page.tensors()->isVisible());
        QCOMPARE(chosen->currentText(), "kernels");
        page.setTensorsShown(false);
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Home);
        QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(view->currentIndex(), rowOf("maps"));
        QCOMPARE(chosen->currentText(), "maps");
        QVERIFY(!page.tensors()->isVisible()); // not requested
    }

private:
    QString save(const QString &name, const std::string &tag, const std::string &layer)
    {
        store::RunStore run;
        record::TagSpec loss{"Loss", "LossMetrics"};
        loss.big = true;
        run.registerTag(loss);
        run.registerTag({tag, "ParameterNorm"});
        run.registerSeries({0, "Loss", "train_loss", record::SeriesRole::Line});
        run.registerSeries({1, layer, "mean", record::SeriesRole::Line});
        run.commit({{1, 1, 10, 640, 1.7e9}, {{0, 0.5}, {1, 2.0}}});
        run.update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
        const QString path = m_home.path(name + ".lbrun");
        store::saveRunCopy(run, path.toStdString());
        return path;
    }

    test::EmptyHome m_home;
};

LENSBOARD_WINDOW_TEST(RunTreesTest)
#include "tst_run_trees.moc"
