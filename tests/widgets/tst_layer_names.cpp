// What the names of all layers begin with is said once, and no two layers look alike for it.

#include "tests/support/shown_run.h"
#include "widgets/layer_names.h"
#include "widgets/models/readout_model.h"
#include "widgets/plots/line_plot.h"
#include "widgets/plots/tag_section.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace lensboard;
using namespace lensboard::widgets;
using test::drawn;
using test::WrittenRun;

namespace {

const QString kPrefix = "transformer.encoder.layers.";

WrittenRun deepRun()
{
    WrittenRun run;
    const std::string prefix = kPrefix.toStdString();
    for (int tick = 1; tick <= 3; ++tick)
        run.tick(tick, {{prefix + "0.attention", 1.0 * tick}, {prefix + "1.attention", 2.0 * tick}});
    return run;
}

TagSection &sectionOf(PlotBoard &board)
{
    return *board.sections().section("Weight Norm");
}

} // namespace

class LayerNamesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void prefixesAreWholeParts_data()
    {
        QTest::addColumn<QStringList>("layers");
        QTest::addColumn<QString>("prefix");
        QTest::newRow("none") << QStringList() << "";
        QTest::newRow("one layer") << QStringList{"a.b.c"} << "";
        QTest::newRow("the same twice") << QStringList{"a.b", "a.b"} << "";
        QTest::newRow("all") << QStringList{"encoder.layers.0.fc", "encoder.layers.1.fc"} << "encoder.layers.";
        QTest::newRow("no half parts") << QStringList{"encoder.layer1", "encoder.layer2"} << "encoder.";
        QTest::newRow("not all") << QStringList{"encoder.0", "encoder.1", "head"} << "";
        QTest::newRow("one within another") << QStringList{"block.0", "block.0.fc", "block.0.norm"} << "block.";
        QTest::newRow("the outer module") << QStringList{"block", "block.fc"} << "";
        QTest::newRow("the first is the longest") << QStringList{"a.b.c.d", "a.b.e", "a.f.g"} << "a.";
        QTest::newRow("nothing is left of one") << QStringList{"a.", "a.b"} << "";
        QTest::newRow("without dots") << QStringList{"fc1", "fc2"} << "";
    }

    void prefixesAreWholeParts()
    {
        QFETCH(QStringList, layers);
        QFETCH(const QString, prefix);
        QCOMPARE(commonPrefix(layers), prefix);
        std::reverse(layers.begin(), layers.end());
        QCOMPARE(commonPrefix(layers), prefix);
        layers.removeDuplicates();
        QStringList shown;
        for (const QString &layer : layers)
            shown << withoutPrefix(layer, prefix);
        QCOMPARE(shown.removeDuplicates(), 0);
        QVERIFY(!shown.contains(QString()) && !shown.contains("…"));
    }

    void whatHasAnotherBeginningStays()
    {
        QCOMPARE(withoutPrefix("encoder.layers.0.fc", "encoder.layers."), "…0.fc");
        QCOMPARE(withoutPrefix("head", "encoder."), "head");
        QCOMPARE(withoutPrefix("encoder.", "encoder."), "encoder.");
        QCOMPARE(withoutPrefix("head", ""), "head");
    }

    void aLegendSaysItOnce()
    {
        const WrittenRun run = deepRun();
        PlotBoard board;
        board.addRun(run.run(), "run");
        drawn<LinePlot>(board, TagView::Overlay);
        TagSection &section = sectionOf(board);
        section.updateLegend();
        const QString legend = section.legendText().remove(QRegularExpression("<[^>]*>")).replace("&nbsp;", " ").simplified();
        QCOMPARE(legend, kPrefix + "… ■ …0.attention ■ …1.attention");
    }

    void aTitleThatIsTooLongLeavesItOut()
    {
        const WrittenRun run = deepRun();
        PlotBoard board;
        board.addRun(run.run(), "run");
        auto *plot = drawn<LinePlot>(board, TagView::SmallMultiples);
        QCOMPARE(plot->shownTitle(), kPrefix + "0.attention");
        const int enough = QFontMetrics(plot->font()).horizontalAdvance("…0.attention");
        plot->resize(3 * enough / 2 + 20, 200);
        plot->layOut();
        QCOMPARE(plot->shownTitle(), "…0.attention");
        QCOMPARE(plot->title(), kPrefix + "0.attention");
    }

    void aListOfValuesSaysItInItsHeading()
    {
        const WrittenRun run = deepRun();
        PlotBoard board;
        board.addRun(run.run(), "run");
        drawn<LinePlot>(board, TagView::SmallMultiples);
        ReadoutModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setReadings(sectionOf(board).readings(20), {}, {});
        QCOMPARE(model.rowCount(), 2);
        const auto heading = [&] { return model.headerData(ReadoutModel::Layer, Qt::Horizontal, Qt::DisplayRole).toString(); };
        QCOMPARE(heading(), "Layer in transformer.encoder.layers");
        const QModelIndex greatest = model.index(0, ReadoutModel::Layer);
        QCOMPARE(greatest.data().toString(), "…1.attention");
        QCOMPARE(greatest.data(Qt::ToolTipRole).toString(), kPrefix + "1.attention");
        model.setReadings({}, {}, {});
        QCOMPARE(heading(), "Layer");
    }
};

QTEST_MAIN(LayerNamesTest)
#include "tst_layer_names.moc"
