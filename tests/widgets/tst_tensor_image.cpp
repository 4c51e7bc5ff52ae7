#include "widgets/tensors/tensor_image.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numeric>

using namespace lensboard;
using namespace lensboard::widgets;
using record::TensorValue;

namespace {

/// Returns a tensor with the values 0, 1, 2 …
TensorValue counting(std::vector<std::int64_t> shape)
{
    TensorValue tensor{shape, std::vector<float>(static_cast<std::size_t>(record::elementCount(shape)))};
    std::iota(tensor.values.begin(), tensor.values.end(), 0.0f);
    return tensor;
}

TensorColours pixelsOf(const std::vector<float> &values)
{
    ValueRange range;
    range.add(values);
    return {range, qRgb(1, 2, 3)};
}

constexpr float kNanPixel = std::numeric_limits<float>::quiet_NaN(), kInfinity = std::numeric_limits<float>::infinity();

} // namespace

class TensorImageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void planesAreTheLastTwoDimensions()
    {
        const TensorValue tensor = counting({2, 3, 4, 5});
        QCOMPARE(planeCount(tensor), 6);
        const TensorPlane plane = planeOf(tensor, 4);
        QCOMPARE(plane.rows, 4);
        QCOMPARE(plane.columns, 5);
        QCOMPARE(indexText(plane.index), "[1, 1]");
        QCOMPARE(plane.at(0, 0), 80.0f);
        QCOMPARE(plane.at(2, 3), 93.0f);
    }

    void anyShapeHasPlanes_data()
    {
        QTest::addColumn<std::vector<std::int64_t>>("shape");
        QTest::addColumn<int>("planes");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("pictures");
        QTest::addColumn<int>("sets");
        using Shape = std::vector<std::int64_t>;
        QTest::newRow("scalar") << Shape{} << 1 << QSize(1, 1) << false << 1;
        QTest::newRow("vector") << Shape{7} << 1 << QSize(7, 1) << false << 1;
        QTest::newRow("matrix") << Shape{3, 7} << 1 << QSize(7, 3) << false << 1;
        QTest::newRow("feature maps") << Shape{8, 5, 6} << 8 << QSize(6, 5) << true << 1;
        QTest::newRow("a batch of them") << Shape{4, 8, 5, 6} << 32 << QSize(6, 5) << true << 4;
        QTest::newRow("filters of 1 by 1") << Shape{4, 8, 1, 1} << 32 << QSize(1, 1) << false << 4;
        QTest::newRow("three dimensions more") << Shape{2, 2, 3, 5, 6} << 12 << QSize(6, 5) << true << 4;
        QTest::newRow("empty") << Shape{0, 3, 4, 4} << 0 << QSize() << false << 0;
        QTest::newRow("without columns") << Shape{3, 0} << 0 << QSize() << false << 0;
    }

    void anyShapeHasPlanes()
    {
        QFETCH(std::vector<std::int64_t>, shape);
        const TensorValue tensor = counting(shape);
        QTEST(static_cast<int>(planeCount(tensor)), "planes");
        QTEST(hasPictures(tensor), "pictures");
        QTEST(static_cast<int>(pictureSetCount(tensor)), "sets");
        if (planeCount(tensor) > 0) {
            const TensorPlane last = planeOf(tensor, planeCount(tensor) - 1);
            QTEST(QSize(static_cast<int>(last.columns), static_cast<int>(last.rows)), "size");
            QCOMPARE(last.values.back(), tensor.values.back());
            QTEST(pictureOf(last, pixelsOf({0, 1})).size(), "size");
        }
    }

    void onlyFiniteValuesMakeARange()
    {
        ValueRange range;
        const std::vector<float> values = {kNanPixel, 3, -kInfinity, -2, kInfinity};
        range.add(values);
        QCOMPARE(range.low, -2.0f);
        QCOMPARE(range.high, 3.0f);
        QCOMPARE(range.finite, std::size_t{2});
        QCOMPARE(range.notFinite, std::size_t{3});
    }

    void signsThatDifferHaveZeroInTheMiddle()
    {
        const TensorColours colours = pixelsOf({-1, 3});
        QVERIFY(colours.isDiverging());
        QCOMPARE(colours.low(), -3.0);
        QCOMPARE(colours.high(), 3.0);
        const QColor zero = QColor::fromRgb(colours.colour(0)), most = QColor::fromRgb(colours.colour(3)), least = QColor::fromRgb(colours.colour(-3));
        QVERIFY(zero.lightness() > 230);
        QVERIFY(most.red() > most.blue() && least.blue() > least.red());
    }

    void valuesOfOneSignGoFromTheLeastToTheGreatest()
    {
        const TensorColours colours = pixelsOf({2, 6});
        QVERIFY(!colours.isDiverging());
        QCOMPARE(colours.low(), 2.0);
        QVERIFY(QColor::fromRgb(colours.colour(6)).lightness() > QColor::fromRgb(colours.colour(2)).lightness());
        QCOMPARE(colours.colour(100), colours.colour(6));
    }

    void whatHasNoRangeHasColoursStill()
    {
        QVERIFY(pixelsOf({5, 5}).low() < pixelsOf({5, 5}).high());
        QVERIFY(pixelsOf({0}).low() < pixelsOf({0}).high());
        QVERIFY(pixelsOf({}).low() < pixelsOf({}).high());
        const TensorColours colours = pixelsOf({kNanPixel, 1});
        QCOMPARE(colours.colour(kNanPixel), qRgb(1, 2, 3));
        QCOMPARE(colours.colour(kInfinity), qRgb(1, 2, 3));
    }

    void aPictureHasAPixelAValue()
    {
        const TensorValue tensor{{2, 2}, {0, 1, kNanPixel, 4}};
        const TensorColours colours = pixelsOf(tensor.values);
        const QImage picture = pictureOf(planeOf(tensor, 0), colours);
        QCOMPARE(picture.pixel(1, 0), colours.colour(1));
        QCOMPARE(picture.pixel(0, 1), qRgb(1, 2, 3));
        QCOMPARE(picture.pixel(1, 1), colours.colour(4));
    }

    void valuesAreCounted()
    {
        const TensorCounts counts = countsOf(std::vector<float>{0, 0.5, 1, 9.9f, 10, kNanPixel}, 10);
        QCOMPARE(counts.counts.size(), std::size_t{10});
        QCOMPARE(counts.counts[0], std::size_t{2});
        QCOMPARE(counts.counts[1], std::size_t{1});
        QCOMPARE(counts.counts[9], std::size_t{2});
        QCOMPARE(counts.range.notFinite, std::size_t{1});
        QCOMPARE(counts.edge(3), 3.0);
        QCOMPARE(countsOf(std::vector<float>{4, 4}, 10).counts, std::vector<std::size_t>{2});
        QVERIFY(countsOf(std::vector<float>{kNanPixel}, 10).counts.empty());
    }
};

LENSBOARD_TEST(TensorImageTest)
#include "tst_tensor_image.moc"
