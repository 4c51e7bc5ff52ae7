#include "tests/support/shown_run.h"
#include "tests/support/test_program.h"
#include "widgets/axes/value_scale.h"
#include "widgets/board/board_picture.h"
#include "widgets/core_words.h"
#include "widgets/number_text.h"
#include "widgets/views/axis_tickers.h"
#include "widgets/views/plots/depth_plot.h"
#include "widgets/views/plots/heat_map_plot.h"
#include "widgets/views/plots/line_plot.h"

#include <QFontMetrics>
#include <QLocale>
#include <QTest>

#include <cmath>

using namespace lensboard;
using namespace lensboard::test;
using namespace lensboard::widgets;

namespace {

bool isDistinct(QStringList texts)
{
    return texts.removeDuplicates() == 0;
}

/// Returns a run of three layers with the value \p value at all ticks.
WrittenRun constant(double value)
{
    WrittenRun run;
    for (int tick = 1; tick <= 5; ++tick)
        run.tick(tick, {{"fc1", value}, {"fc2", value}, {"fc3", value}});
    return run;
}

/// Checks the labels of an axis for constant values.
void checkLabels(const QCPAxis &axis, double value)
{
    const QStringList texts = axis.tickVectorLabels();
    QVERIFY2(texts.size() > 1 && isDistinct(texts), qPrintable(texts.join(' ')));
    QVERIFY2(std::ranges::all_of(texts, [](const QString &text) { return text.size() < 12; }), qPrintable(texts.join(' ')));
    QVERIFY(value != 0 || (axis.range().lower < -0.01 && axis.range().upper > 0.01));
}

class Speaking
{
public:
    explicit Speaking(const QLocale &locale) { QLocale::setDefault(locale); }
    ~Speaking() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
};

} // namespace

/// Labels on an axis are distinct, and all numbers in a window have the same format.
class AxisLabelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void numbers_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("german");
        QTest::newRow("decimals") << 0.25 << "0.25" << "0,25";
        QTest::newRow("thousands") << 12345.0 << "12,345" << "12.345";
        QTest::newRow("large") << 1.5e10 << "1.5×10¹⁰" << "1,5×10¹⁰";
        QTest::newRow("small") << -2.5e-13 << "-2.5×10⁻¹³" << "-2,5×10⁻¹³";
        QTest::newRow("a power of ten") << 1e-8 << "10⁻⁸" << "10⁻⁸";
        QTest::newRow("a negative one") << -1e-8 << "-10⁻⁸" << "-10⁻⁸";
        QTest::newRow("rounded") << 0.123456789 << "0.12346" << "0,12346";
        QTest::newRow("rounded up to the next power") << 99999.9 << "10⁵" << "10⁵";
        QTest::newRow("zero") << 0.0 << "0" << "0";
        QTest::newRow("infinite") << double(-INFINITY) << "−∞" << "−∞";
        QTest::newRow("no number") << double(NAN) << "NaN" << "NaN";
    }
    void numbers()
    {
        QFETCH(double, value);
        QFETCH(QString, english);
        QFETCH(QString, german);
        QCOMPARE(shownNumber(value), english);
        const Speaking speaking(QLocale(QLocale::German, QLocale::Germany));
        QCOMPARE(shownNumber(value), german);
    }

    void countsHaveSeparators()
    {
        QCOMPARE(countText(2096), QString("2,096"));
        QCOMPARE(countText(-7), QString("-7"));
    }

    void sharesAreInPercent()
    {
        QCOMPARE(percentText(0.0123), QString("1.2"));
        QCOMPARE(percentText(0.456), QString("45"));
        QCOMPARE(percentText(0.999), QString("99")); // 99.9 % is not shown as 100 %
        QCOMPARE(percentText(0.9996), QString("100"));
        QCOMPARE(percentText(1), QString("100"));
        QCOMPARE(percentText(1.204), QString("120"));
    }

    void ticksHaveAsManyDigitsAsTellThemApart_data()
    {
        QTest::addColumn<QList<double>>("ticks");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("evenly") << QList<double>{0.3, 0.35, 0.4} << QStringList{"0.30", "0.35", "0.40"};
        QTest::newRow("close together") << QList<double>{0.33338, 0.33340, 0.33342} << QStringList{"0.33338", "0.33340", "0.33342"};
        QTest::newRow("around zero") << QList<double>{-1, -0.0, 1} << QStringList{"-1", "0", "1"};
        QTest::newRow("large") << QList<double>{1e10, 1.5e10, 2e10} << QStringList{"10¹⁰", "1.5×10¹⁰", "2×10¹⁰"};
        QTest::newRow("large and close") << QList<double>{15000000001, 15000000002} << QStringList{"15,000,000,001", "15,000,000,002"};
        QTest::newRow("small") << QList<double>{0, 5e-5, 1e-4} << QStringList{"0", "5×10⁻⁵", "0.0001"};
        QTest::newRow("powers") << QList<double>{1e-6, 1e-3, 1, 1000, 1e6} << QStringList{"10⁻⁶", "0.001", "1", "1,000", "10⁶"};
        QTest::newRow("one") << QList<double>{0.125} << QStringList{"0.125"};
    }
    void ticksHaveAsManyDigitsAsTellThemApart()
    {
        QFETCH(QList<double>, ticks);
        QFETCH(QStringList, expected);
        QCOMPARE(tickTexts(ticks), expected);
    }

    /// Holds for every range of the axis.
    void noTwoTicksAreAlike()
    {
        for (int exponent = -300; exponent <= 300; exponent += 3)
            for (const double relative : {1e-11, 1e-8, 1e-4, 0.1, 1.0, 30.0})
                for (const int count : {2, 5, 8}) {
                    const double low = std::pow(10, exponent) * 1.234, high = low * (1 + relative);
                    ValueTicker ticker;
                    ticker.setTickCount(count);
                    QVector<double> ticks;
                    QVector<QString> texts;
                    ticker.generate(QCPRange(low, high), QLocale(), 'g', 6, ticks, nullptr, &texts);
                    QVERIFY2(isDistinct(texts), qPrintable(texts.join(' ')));
                }
    }

    void constantsHaveAnAxisThatCanBeRead_data()
    {
        QTest::addColumn<double>("value");
        for (const double value : {0.0, 1.0, -3.0, 0.3334, 1e-20, 1e15})
            QTest::addRow("%g", value) << value;
    }
    void constantsHaveAnAxisThatCanBeRead()
    {
        QFETCH(double, value);
        const WrittenRun run = constant(value);
        for (const bool log : {false, true}) {
            PlotBoard board;
            board.addRun(run.run(), "run");
            TagStyle style;
            style.isLog = log;
            board.setTagStyle("Weight Norm", style);
            checkLabels(*drawn<LinePlot>(board, TagView::SmallMultiples)->yAxis, value);
            checkLabels(*drawn<DepthPlot>(board, TagView::DepthProfile)->yAxis, value);
        }
    }

    void stepsAreWholeNumbers()
    {
        CountTicker ticker;
        ticker.setTickCount(8);
        QVector<double> ticks;
        QVector<QString> texts;
        ticker.generate(QCPRange(1428.6, 1431.2), QLocale(), 'g', 6, ticks, nullptr, &texts);
        QCOMPARE(texts, (QVector<QString>{"1,429", "1,430", "1,431"}));
    }

    void timesTellSecondsApart()
    {
        ClockTicker clock;
        DurationTicker duration;
        for (const double wide : {1.5, 4.0, 30.0, 600.0, 7200.0, 200000.0, 4e6}) {
            QVector<double> ticks;
            QVector<QString> texts;
            clock.setTickCount(6);
            clock.generate(QCPRange(1.7e9, 1.7e9 + wide), QLocale(), 'g', 6, ticks, nullptr, &texts);
            QVERIFY2(ticks.size() > 1 && ticks.size() < 8 && isDistinct(texts), qPrintable(texts.join(' ')));
            duration.setTickCount(6);
            duration.generate(QCPRange(0, wide), QLocale(), 'g', 6, ticks, nullptr, &texts);
            QVERIFY2(ticks.size() > 1 && ticks.size() < 8 && isDistinct(texts), qPrintable(texts.join(' ')));
        }
    }

    /// Dates below a plot have the format of the rest of the window.
    void datesAreThoseOfTheLanguage()
    {
        const auto firstLabel = [] {
            ClockTicker clock;
            QVector<double> ticks;
            QVector<QString> texts;
            clock.generate(QCPRange(1.7e9, 1.7e9 + 20), QLocale(), 'g', 6, ticks, nullptr, &texts);
            return texts.front();
        };
        const QDate date = QDateTime::fromSecsSinceEpoch(1'700'000'000).date();
        QVERIFY2(firstLabel().endsWith(date.toString("M/d/yy")), qPrintable(firstLabel()));
        const Speaking speaking(QLocale(QLocale::German, QLocale::Germany));
        QVERIFY2(firstLabel().endsWith(date.toString("dd.MM.yy")), qPrintable(firstLabel()));
    }

    void linesAndAxesAreNamedInWords_data()
    {
        QTest::addColumn<QString>("label");
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("axis");
        QTest::newRow("loss") << "train_loss mean" << "training loss, mean" << "loss";
        QTest::newRow("band") << "train_loss -σ" << "training loss -σ" << "train_loss -σ";
        QTest::newRow("accuracy") << "val_accuracy median" << "validation accuracy, median" << "accuracy";
        QTest::newRow("own metric") << "val_f1_score" << "validation f1_score" << "f1_score";
        QTest::newRow("a statistic") << "mean" << "mean" << "value";
        QTest::newRow("rate") << "death_rate" << "death rate" << "death rate";
        QTest::newRow("worst") << "worst activation_rate" << "worst activation rate" << "worst activation rate";
        QTest::newRow("nothing") << "value" << "value" << "value";
    }

    void linesAndAxesAreNamedInWords()
    {
        QFETCH(const QString, label);
        QTEST(termText(label), "words");
        if (!label.endsWith(u'σ')) // the end of a band is not a line
            QTEST(quantityText("value", {label}), "axis");
        QCOMPARE(quantityText("L2 norm", {label}), QString("L2 norm"));
    }

    void anAxisNamesWhatItsLinesShow()
    {
        QCOMPARE(quantityText("value", {"train_accuracy mean", "val_accuracy mean"}), QString("accuracy"));
        QCOMPARE(quantityText("value", {"train_loss mean", "val_accuracy mean"}), QString("loss, accuracy"));
        QCOMPARE(quantityText("value", {"a mean", "b mean", "c mean"}), QString("value"));
        QCOMPARE(quantityText("value", {}), QString("value"));
        auto run = std::make_shared<store::RunStore>();
        run->registerTag({.name = "Metrics", .lens = "LossMetrics", .quantity = "value", .big = true});
        run->registerSeries({0, "Metrics", "train_accuracy mean", record::SeriesRole::Line});
        run->registerSeries({0, "Metrics", "val_accuracy mean", record::SeriesRole::Line});
        run->commit({stampOf(1), {{0, 0.5}, {1, 0.4}}});
        PlotBoard board;
        board.addRun(run, "run");
        QCOMPARE(drawn<LinePlot>(board, TagView::SmallMultiples, "Metrics")->yAxis->label(), QString("accuracy"));
    }

    void layersAreToldApartHoweverLongTheirNamesAre()
    {
        QStringList layers;
        for (int block = 0; block < 6; ++block)
            layers << QString("transformer.encoder.blocks.%1.attention.projection").arg(block);
        const QFontMetrics metrics{QFont()};
        for (const int width : {60, 120, 200}) {
            const QStringList texts = layerLabels(layers, 1, metrics, width).values();
            QVERIFY2(isDistinct(texts), qPrintable(texts.join(' ')));
        }
        QCOMPARE(layerLabels({"0", "2"}, 1, metrics, 200).values(), (QStringList{"0", "2"}));
    }

    void aVectorPictureHasTheSameLabels()
    {
        WrittenRun run;
        for (int tick = 1; tick <= 5; ++tick)
            run.tick(tick, {{"fc1", 1e10 * tick}});
        BoardPicture picture(contentsOf(run.run(), {}), QPalette());
        const QString svg = QString::fromUtf8(picture.svg(800));
        QVERIFY2(svg.contains("×10¹⁰</text>"), qPrintable(svg.left(4000)));
    }
};

LENSBOARD_WINDOW_TEST(AxisLabelsTest)
#include "tst_axis_labels.moc"
