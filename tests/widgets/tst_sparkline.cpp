#include "widgets/sparkline.h"
#include "tests/support/test_program.h"

#include <QPainter>
#include <QTest>

#include <limits>
#include <vector>

using namespace lensboard;

namespace {

constexpr QRectF kInner(10, 10, 80, 20);
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

QImage drawn(const std::vector<double> &values)
{
    QImage image(100, 40, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    widgets::drawSparkline(painter, kInner, values, Qt::black);
    return image;
}

/// Returns true if pixels are drawn in a square of two pixels around \p at.
bool isDrawn(const QImage &image, const QPoint &at)
{
    for (int x = at.x() - 1; x <= at.x(); ++x)
        for (int y = at.y() - 1; y <= at.y(); ++y)
            if (qGray(image.pixel(x, y)) < 200)
                return true;
    return false;
}

bool isEmptyColumn(const QImage &image, int x)
{
    for (int y = 0; y < image.height(); ++y)
        if (image.pixel(x, y) != qRgb(255, 255, 255))
            return false;
    return true;
}

} // namespace

class SparklineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesSpanTheRectangle()
    {
        const QImage image = drawn({3, 1, 5});
        QVERIFY(isDrawn(image, {10, 20})); // halfway between the least and the greatest
        QVERIFY(isDrawn(image, {50, 30}));
        QVERIFY(isDrawn(image, {90, 10}));
    }

    void whatIsNotFiniteIsAGap()
    {
        const QImage image = drawn({1, 2, kNan, 2, std::numeric_limits<double>::infinity(), 1});
        QVERIFY(isDrawn(image, {26, 10}) && isDrawn(image, {58, 10}));
        QVERIFY(isEmptyColumn(image, 42) && isEmptyColumn(image, 74)); // and the value between them is a dot
        QVERIFY(isDrawn(image, {90, 30}));
        QVERIFY(isEmptyColumn(image, 66));
    }

    void equalValuesAreALineInTheMiddle()
    {
        const QImage image = drawn({0.1, 0.1, 0.1, 0.1});
        for (const int x : {12, 50, 88})
            QVERIFY(isDrawn(image, {x, 20}) && !isDrawn(image, {x, 12}) && !isDrawn(image, {x, 29}));
    }

    void theLargestNumbersHaveADistance()
    {
        constexpr double kMax = std::numeric_limits<double>::max();
        const QImage image = drawn({-kMax, kMax});
        QVERIFY(isDrawn(image, {10, 30}) && isDrawn(image, {90, 10}) && isDrawn(image, {50, 20}));
    }

    void nothingIsDrawnOfNothing()
    {
        const QImage empty = drawn({});
        QVERIFY(isEmptyColumn(empty, 50));
        QCOMPARE(drawn({kNan, kNan}), empty);
        QVERIFY(isDrawn(drawn({7}), {10, 20}));
    }
};

LENSBOARD_WINDOW_TEST(SparklineTest)
#include "tst_sparkline.moc"
