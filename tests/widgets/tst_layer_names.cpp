// The common prefix of all layer names is shown once, and shortened names stay distinct.

#include "tests/support/shown_run.h"
#include "tests/support/test_program.h"
#include "widgets/board/plot_grid.h"
#include "widgets/board/tag_section.h"
#include "widgets/layer_names.h"
#include "widgets/models/readout_model.h"
#include "widgets/quiet_tree_view.h"
#include "widgets/sibling_names.h"
#include "widgets/views/plots/heat_map_plot.h"
#include "widgets/views/plots/line_plot.h"

#include <QAbstractItemModelTester>
#include <QProxyStyle>
#include <QRegularExpression>
#include <QStandardItemModel>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

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

/// Records the texts drawn for the rows of a list.
class ListeningStyle final : public QProxyStyle
{
public:
    mutable std::set<QString> texts;

    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override
    {
        if (const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option); item && element == CE_ItemViewItem)
            texts.insert(item->text);
        QProxyStyle::drawControl(element, option, painter, widget);
    }
};

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
        const QString legend = section.legendText().remove(QRegularExpression("<[^>]*>")).remove(QChar(0x2060)).replace("&nbsp;", " ").simplified();
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
        plot->resize(enough + 13, 200);
        plot->layOut();
        QCOMPARE(plot->shownTitle(), "…0.attention");
        QCOMPARE(plot->title(), kPrefix + "0.attention");
    }

    void aShortNameKeepsWhatDiffers_data()
    {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<int>("letters");
        const QStringList lenses{"Loss and Metrics", "Output Activation", "Output Gradient Geometry", "Parameter Gradient Geometry",
                                 "Parameter Update Geometry"};
        const QStringList layers{"encoder.layers.0.attention.out_proj", "encoder.layers.1.attention.out_proj", "encoder.layers.11.attention.out_proj",
                                 "encoder.layers.1.linear1"};
        const QStringList runs{"spirals-mlp lr=0.1, seed=2", "spirals-mlp lr=0.1, seed=10", "spirals-mlp lr=0.01, seed=2"};
        QTest::newRow("lenses") << lenses << 22;
        QTest::newRow("layers, index and end") << layers << 18;
        QTest::newRow("layers, index") << layers << 8;
        QTest::newRow("runs") << runs << 18;
        QTest::newRow("one word") << QStringList{"self_attention_projection_1", "self_attention_projection_2"} << 12;
    }

    /// Each name fits, and names are distinct.
    void aShortNameKeepsWhatDiffers()
    {
        QFETCH(const QStringList, names);
        QFETCH(const int, letters);
        const QFontMetrics metrics{QFont()};
        const int width = letters * metrics.averageCharWidth();
        const SiblingNames siblings(names);
        QStringList shown;
        for (const QString &name : names) {
            shown << siblings.elided(name, metrics, width);
            QVERIFY2(metrics.horizontalAdvance(shown.back()) <= width, qPrintable(shown.back()));
            for (const QRegularExpressionMatch &number : QRegularExpression("(?<=[.=])\\d+(?=[.,]|$)").globalMatch(name))
                QVERIFY2(letters < 18 || !name.startsWith("encoder") || shown.back().contains(number.captured()), qPrintable(shown.back()));
        }
        QVERIFY2(shown.removeDuplicates() == 0, qPrintable(shown.join(" | ")));
        QCOMPARE(siblings.elided(names.front(), metrics, 10000), names.front());
    }

    void aShortNameSaysWhatIsMeant()
    {
        const SiblingNames siblings({"Loss and Metrics", "Output Activation", "Output Gradient Geometry", "Parameter Gradient Geometry", "Parameter Update Geometry"});
        const QFontMetrics metrics{QFont()};
        const auto shown = [&](const QString &name, const QString &room) { return siblings.elided(name, metrics, metrics.horizontalAdvance(room) + 1); };
        QCOMPARE(shown("Parameter Gradient Geometry", "Parameter Gradient Geo"), "Parameter Gradient…");
        QCOMPARE(shown("Parameter Update Geometry", "…Update Geometry"), "…Update Geometry");
        const SiblingNames layers({"encoder.layers.0.self_attn.out_proj", "encoder.layers.1.self_attn.out_proj", "encoder.layers.1.linear1"});
        QCOMPARE(layers.elided("encoder.layers.1.self_attn.out_proj", metrics, metrics.horizontalAdvance("….1.self_attn…")), "…1.self_attn…");
    }

    void aTitleKeepsItsIndex()
    {
        WrittenRun run;
        for (int tick = 1; tick <= 2; ++tick)
            run.tick(tick, {{"encoder.layers.0.self_attention.out_proj", 1}, {"encoder.layers.1.self_attention.out_proj", 2}, {"encoder.layers.1.linear1", 2}, {"head", 3}});
        PlotBoard board;
        board.addRun(run.run(), "run");
        drawn<LinePlot>(board, TagView::SmallMultiples);
        QStringList titles;
        for (TagPlot *plot : board.sections().plots("Weight Norm")) {
            plot->resize(QFontMetrics(plot->font()).horizontalAdvance("encoder.layers....ention.out_proj") + 12, 200);
            plot->layOut();
            titles << plot->shownTitle();
            if (plot->title() != "head")
                QVERIFY2(plot->shownTitle().contains(plot->title().contains('0') ? '0' : '1'), qPrintable(plot->shownTitle()));
        }
        QVERIFY2(titles.removeDuplicates() == 0, qPrintable(titles.join(' ')));
    }

    void mapsFillThePage_data()
    {
        QTest::addColumn<int>("runs");
        QTest::addColumn<int>("columns");
        QTest::newRow("two runs") << 2 << 2;
        QTest::newRow("three runs") << 3 << 3;
        QTest::newRow("four runs") << 4 << 2;
    }

    /// At a width for three maps side by side.
    void mapsFillThePage()
    {
        QFETCH(const int, runs);
        QFETCH(const int, columns);
        const WrittenRun run = deepRun();
        PlotBoard board;
        for (int i = 0; i < runs; ++i)
            board.addRun(run.run(), QStringLiteral("run %1").arg(i));
        drawn<HeatMapPlot>(board, TagView::HeatMap);
        auto *section = const_cast<TagSection *>(board.sections().section("Weight Norm"));
        const int width = 95 * section->fontMetrics().height();
        section->arrange(width, 1);
        section->resize(width, 1000);
        auto *grid = section->findChild<PlotGrid *>();
        grid->resize(width, 1000);
        QCOMPARE(static_cast<int>(std::lround(static_cast<double>(width) / grid->placeOf(0).width())), columns);
    }

    void aListShortensAmongItsRows()
    {
        QStandardItemModel model;
        for (const char *name : {"Parameter Gradient Geometry", "Parameter Update Geometry", "Output Gradient Geometry"})
            model.appendRow(new QStandardItem(QString(name)));
        QuietTreeView view;
        view.setModel(&model);
        view.setTextElideMode(Qt::ElideMiddle);
        auto *style = new ListeningStyle;
        style->setParent(&view);
        view.setStyle(style);
        view.resize(view.fontMetrics().horizontalAdvance("Parameter Gradient Geo") + 60, 200);
        view.grab();
        QCOMPARE(style->texts.size(), std::size_t{3});
        QVERIFY2(style->texts.count("Parameter Gradient…") == 1, qPrintable(QStringList(style->texts.begin(), style->texts.end()).join(" | ")));
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

LENSBOARD_WINDOW_TEST(LayerNamesTest)
#include "tst_layer_names.moc"
