// Distinguishing, naming and picking many lines in one plot.

#include "tests/support/patience.h"
#include "tests/support/shown_run.h"
#include "tests/support/test_program.h"
#include "widgets/board/board_picture.h"
#include "widgets/board/legend_label.h"
#include "widgets/board/tag_section.h"
#include "widgets/views/plots/line_plot.h"
#include "widgets/views/span_image.h"

#include <QAbstractTextDocumentLayout>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>
#include <QTextOption>

using namespace lensboard;
using namespace lensboard::test;
using namespace lensboard::widgets;

namespace {

Legend legendOf(int lines)
{
    Legend legend;
    for (int i = 0; i < lines; ++i)
        legend.lines.push_back({QStringLiteral("layer %1").arg(i), {}, {}, QStringLiteral("layer:%1").arg(i)});
    legend.notes.push_back({QStringLiteral("robust limits")});
    return legend;
}

/// Returns a run with an activation rate and a death rate for each layer.
std::shared_ptr<store::RunStore> ratesOf(const std::vector<std::string> &layers)
{
    auto run = std::make_shared<store::RunStore>();
    run->registerTag({"Output Activations", "OutputActivation", record::TagKind::Probability, "share"});
    record::Frame first{stampOf(1), {}}, second{stampOf(2), {}};
    for (const std::string &layer : layers)
        for (const char *label : {"activation_rate", "death_rate"}) {
            const auto number = run->registerSeries({0, layer, label, record::SeriesRole::Line});
            first.values.push_back({number, 0.5});
            second.values.push_back({number, 0.6});
        }
    run->commit(first);
    run->commit(second);
    return run;
}

int leftOut(const LegendLabel &label)
{
    const auto more = QRegularExpression("\\+(\\d+)&nbsp;more").match(label.text());
    return more.hasMatch() ? more.captured(1).toInt() : 0;
}

bool names(const LegendLabel &label, int line)
{
    return label.text().contains(QStringLiteral("layer&nbsp;%1<").arg(line));
}

void hover(LegendLabel &label, const QString &link)
{
    QVERIFY(QMetaObject::invokeMethod(&label, "linkHovered", Q_ARG(QString, link)));
}

} // namespace

class PlotLegendTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void coloursThatComeAgainHaveOtherDashes()
    {
        constexpr int kRuns = 4 * PlotTheme::kSeriesColours;
        std::vector<std::unique_ptr<WrittenRun>> runs;
        PlotBoard board;
        for (int i = 0; i < kRuns; ++i) {
            runs.push_back(std::make_unique<WrittenRun>());
            runs.back()->tick(1, {{"fc1", i}});
            runs.back()->tick(2, {{"fc1", i + 1}});
            board.addRun(runs.back()->run(), QStringLiteral("run %1").arg(i));
        }
        const auto &lines = drawn<LinePlot>(board, TagView::SmallMultiples)->traces().lines;
        QCOMPARE(lines.size(), std::size_t{kRuns});
        for (std::size_t i = 0; i < lines.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(lines[i].colour != lines[j].colour || lines[i].dashes != lines[j].dashes);
        QCOMPARE(lines.front().dashes, Qt::SolidLine);
        auto *section = const_cast<TagSection *>(board.sections().section("Weight Norm"));
        section->updateLegend();
        QVERIFY(section->legend().lines.empty()); // many lines are named beside the board instead
        const auto sign = [&board](std::size_t run) { return board.state().runs[run]->style.colour.sign(PlotTheme(board.palette())); };
        QVERIFY(sign(0).value<QColor>() == lines.front().colour && !sign(PlotTheme::kSeriesColours).value<QPixmap>().isNull());
        for (int i = 0; i < kRuns - static_cast<int>(kMaxNamed); ++i)
            board.removeRun(0);
        section->updateLegend();
        const auto &entries = section->legend().lines;
        QCOMPARE(entries.size(), kMaxNamed);
        QVERIFY(entries[0].colour != entries[PlotTheme::kSeriesColours].colour && entries[0].sign != entries[PlotTheme::kSeriesColours].sign);
    }

    void linesOfManyPointsHaveDashesToo()
    {
        SpanImage spans;
        spans.clear({24, 20}, 1);
        spans.paintLine(std::vector<QPointF>{{0, 10}, {23.5, 10}}, 2, Qt::black, std::vector<double>{4, 2});
        for (int x = 0; x < 24; ++x)
            QCOMPARE(qAlpha(spans.image().pixel(x, 10)) > 0, x % 6 < 4);
    }

    void aLegendNamesWhatFitsAndCountsTheRest()
    {
        LegendLabel label;
        label.setMostHeight(3 * label.fontMetrics().lineSpacing());
        label.setLegend(legendOf(40));
        QCOMPARE(leftOut(label), 0); // before its width is known
        label.resize(300, 100);
        label.show();
        QVERIFY(QTest::qWaitForWindowExposed(&label));
        const int more = leftOut(label);
        QVERIFY(more > 0 && more < 40);
        QVERIFY(names(label, 40 - more - 1) && !names(label, 40 - more));
        QVERIFY(label.text().contains("robust&nbsp;limits"));
        QVERIFY(label.heightForWidth(label.width()) < 3.5 * label.fontMetrics().lineSpacing());
        hover(label, "more:");
        QVERIFY(label.toolTip().contains(QStringLiteral("layer %1,").arg(40 - more)) && label.toolTip().contains("layer 39"));
        QVERIFY(!label.toolTip().contains("layer 0,"));
        hover(label, {});
        QVERIFY(label.toolTip().isEmpty());
        label.resize(3000, 200);
        QTRY_COMPARE(leftOut(label), 0);
        QVERIFY(names(label, 39));
    }

    void aNameNeverBreaks_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"blocks.0.dropout2", "…0.attn.softmax", "a…b", "encoder layers", "run-7/lr", "train_loss, mean", "10:30 run", "a?b!c|d"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }

    /// The text's height is one line at every width, so the name was not broken.
    void aNameNeverBreaks()
    {
        QFETCH(const QString, name);
        LegendLabel label;
        Legend legend;
        const QStringList signs = {QStringLiteral("■"), widgets::lineSign(Qt::DashLine), widgets::lineSign(Qt::DashDotLine)};
        for (int i = 0; i < 6; ++i)
            legend.lines.push_back({name, signs[i % 3], Qt::red, QStringLiteral("layer:%1").arg(i)});
        label.setLegend(legend);
        QTextDocument text;
        text.setDefaultFont(label.font());
        QTextOption wrapping;
        wrapping.setWrapMode(QTextOption::WordWrap); // like QLabel
        text.setDefaultTextOption(wrapping);
        text.setHtml(label.text());
        for (int width = 10; width < 400; width += 10) {
            text.setTextWidth(width);
            text.documentLayout()->documentSize(); // triggers the layout
            for (QTextBlock block = text.begin(); block.isValid(); block = block.next())
                for (int i = 1; i < block.layout()->lineCount(); ++i) {
                    const qsizetype at = block.layout()->lineAt(i).textStart();
                    const QString before = block.text().left(at).trimmed(), after = block.text().mid(at);
                    const bool isEntry = std::ranges::any_of(signs, [&](const QString &sign) { return after.startsWith(sign.at(0)); });
                    QVERIFY2(isEntry && before.endsWith(name.back()), qPrintable(before.right(20) + " | " + after.left(20)));
                }
        }
    }

    void aNameThatIsTooWideKeepsBothEnds()
    {
        LegendLabel label;
        Legend legend;
        for (const int i : {0, 1, 2})
            legend.lines.push_back({QStringLiteral("transformer.encoder.layers.%1.self_attention.out_proj").arg(i), QStringLiteral("■"), Qt::red,
                                    QStringLiteral("layer:%1").arg(i)});
        label.setLegend(legend);
        label.resize(label.fontMetrics().horizontalAdvance("■ …layers.0…out_proj…"), 100);
        label.show();
        QVERIFY(QTest::qWaitForWindowExposed(&label));
        QTextDocument text;
        text.setHtml(label.text());
        for (const int i : {0, 1, 2})
            QVERIFY2(text.toPlainText().contains(QStringLiteral("%1").arg(i)), qPrintable(text.toPlainText()));
        QVERIFY2(text.toPlainText().count(u'…') >= 3, qPrintable(text.toPlainText()));
        QVERIFY(label.heightForWidth(label.width()) < 4 * label.fontMetrics().lineSpacing());
        hover(label, "layer:1");
        QCOMPARE(label.toolTip(), QString("transformer.encoder.layers.1.self_attention.out_proj"));
    }

    void quantitiesOfALayerHaveOtherDashes()
    {
        const auto run = ratesOf({"fc1", "fc2"});
        PlotBoard board;
        board.addRun(run, "run");
        const auto *plot = drawn<LinePlot>(board, TagView::Overlay, "Output Activations");
        const auto &lines = plot->traces().lines;
        QCOMPARE(lines.size(), std::size_t{4});
        for (std::size_t i = 0; i < lines.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const bool isOneLayer = plot->series()[i].spec.layer == plot->series()[j].spec.layer;
                QCOMPARE(lines[i].colour == lines[j].colour, isOneLayer);
                QCOMPARE(lines[i].dashes == lines[j].dashes, plot->series()[i].spec.label == plot->series()[j].spec.label);
            }
        auto *section = const_cast<TagSection *>(board.sections().section("Output Activations"));
        section->updateLegend();
        const auto &entries = section->legend().lines;
        QCOMPARE(entries.size(), std::size_t{4}); // two quantities, two layers
        QCOMPARE(entries[1].sign, lineSign(lines[1].dashes));
        QVERIFY(entries[0].sign != entries[1].sign && entries[0].canToggle && entries[2].colour == lines[0].colour);
        TagStyle style = board.tagStyle("Output Activations");
        style.hiddenLabels = {"death_rate"};
        board.setTagStyle("Output Activations", style);
        section->updateLegend();
        QVERIFY(!section->legend().lines[1].isOn);
    }

    void quantitiesOfManyRunsHaveOtherDashes()
    {
        constexpr int kRuns = 2 * PlotTheme::kSeriesColours;
        PlotBoard board;
        for (int i = 0; i < kRuns; ++i)
            board.addRun(ratesOf({"fc1"}), QStringLiteral("run %1").arg(i));
        const auto *plot = drawn<LinePlot>(board, TagView::SmallMultiples, "Output Activations");
        const auto &lines = plot->traces().lines;
        QCOMPARE(lines.size(), std::size_t{2 * kRuns});
        for (std::size_t i = 0; i < lines.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                QCOMPARE(lines[i].colour == lines[j].colour, plot->series()[i].run == plot->series()[j].run);
                QCOMPARE(lines[i].dashes == lines[j].dashes, plot->series()[i].spec.label == plot->series()[j].spec.label);
            }
        auto *section = const_cast<TagSection *>(board.sections().section("Output Activations"));
        section->updateLegend();
        QCOMPARE(section->legend().lines.size(), std::size_t{2}); // runs are named beside the board
        for (int i = 0; i < kRuns - 3; ++i)
            board.removeRun(0);
        section->updateLegend();
        const auto &entries = section->legend().lines;
        QCOMPARE(entries.size(), std::size_t{5});
        QVERIFY(entries[4].name == QStringLiteral("run %1").arg(kRuns - 1) && isOf(entries[4].key + "death_rate", entries[4].key));
        const auto readings = section->readings(20);
        QVERIFY(readings[0].colour == readings[1].colour && readings[0].dashes != readings[1].dashes);
    }

    void aVectorPictureHasTheDashes()
    {
        BoardContents contents;
        contents.runs = {{ratesOf({"fc1", "fc2"}), "run"}};
        contents.tagStyles["Output Activations"].view = TagView::Overlay;
        BoardPicture picture(contents, QPalette());
        const QString svg = QString::fromUtf8(picture.svg(800));
        QCOMPARE(svg.count("stroke-dasharray=\"5.6"), 2); // the death rate of each layer
        QVERIFY2(svg.contains("activation") && svg.contains(u'■'), qPrintable(svg.left(4000)));
    }

    void whatIsPointedAtComesForward()
    {
        WrittenRun run;
        for (int tick = 1; tick <= 20; ++tick)
            run.tick(tick, {{"fc1", 1}, {"fc2", 2}});
        PlotBoard board;
        board.addRun(run.run(), "run");
        TagStyle overlay;
        overlay.view = TagView::Overlay;
        board.setTagStyle("Weight Norm", overlay);
        board.resize(700, 600);
        board.show();
        QVERIFY(QTest::qWaitForWindowExposed(&board));
        const TagSection *section = board.sections().section("Weight Norm");
        auto *plot = qobject_cast<LinePlot *>(board.sections().plots("Weight Norm").at(0));
        auto *label = section->findChild<LegendLabel *>();
        QTRY_VERIFY(!plot->isDirty() && plot->traces().lines.size() == 2 && label->text().contains("layer:fc2"));
        const auto at = [plot](double x, double y) { return QPointF(plot->xAxis->coordToPixel(x), plot->yAxis->coordToPixel(y)).toPoint(); };
        const auto highlighted = [plot] { return plot->traces().highlighted(); };

        QSignalSpy pointed(plot, &LinePlot::linePointed);
        QTest::mouseMove(plot, at(100, 1.5));
        QTest::mouseMove(plot, at(105, 2));
        QTRY_COMPARE(highlighted(), "layer:fc2");
        QVERIFY(label->text().contains("background-color"));
        QTest::mouseMove(plot, at(120, 2) + QPoint(0, 2));
        QTest::mouseMove(plot, at(130, 2));
        QCOMPARE(pointed.size(), 1); // not at each mouse move
        QTest::mouseMove(plot, at(130, 1.5));
        QTRY_VERIFY(highlighted().isEmpty());
        QVERIFY(!label->text().contains("background-color"));
        QCOMPARE(pointed.size(), 2);

        QSignalSpy replotted(plot, &QCustomPlot::afterReplot);
        hover(*label, "layer:fc1");
        QTRY_COMPARE(highlighted(), "layer:fc1");
        hover(*label, "layer:fc2");
        QTRY_COMPARE(highlighted(), "layer:fc2");
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(label, &leave);
        QTRY_VERIFY(highlighted().isEmpty());
        QCOMPARE(replotted.size(), 0); // highlighting does not redraw the axes
    }

    void whatAPlotLacksFadesNothing()
    {
        WrittenRun run;
        run.tick(1, {{"fc1", 1}, {"fc2", 2}});
        run.tick(2, {{"fc1", 1}, {"fc2", 2}});
        PlotBoard board;
        board.addRun(run.run(), "run");
        auto *plot = drawn<LinePlot>(board, TagView::SmallMultiples);
        plot->highlight("median");
        QVERIFY(!plot->isDirty());
        plot->highlight("mean");
        plot->refresh();
        QCOMPARE(plot->traces().highlighted(), "mean");
        plot->markDirty();
        plot->refresh(); // the highlight stays while the run continues
        QCOMPARE(plot->traces().highlighted(), "mean");
        plot->highlight({});
        plot->refresh();
        QVERIFY(plot->traces().highlighted().isEmpty());
    }
};

LENSBOARD_WINDOW_TEST(PlotLegendTest)
#include "tst_plot_legend.moc"
