#include "core/import/tables/written_number.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace lensboard::imports;

class WrittenNumberTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersAreUnderstood_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("byPoint");
        QTest::addColumn<double>("byComma");
        const auto row = [](const char *text, double byPoint, double byComma) { QTest::newRow(text) << QString(text) << byPoint << byComma; };
        row("12", 12, 12);
        row("-1e-5", -1e-5, -1e-5);
        row("0.5", 0.5, NAN);
        row("0,5", NAN, 0.5);
        row(",5", NAN, 0.5);
        row("1,234", 1234, 1.234);
        row("1.234", 1.234, 1234);
        row("0,234", NAN, 0.234);
        row("1,234.5", 1234.5, NAN);
        row("1.234,5", NAN, 1234.5);
        row("-1,234,567", -1234567, NAN);
        row("1.234.567", NAN, 1234567);
        row("1.234e-05", 1.234e-05, NAN);
        row("12,34,567", NAN, NAN);
        row("1234,567.5", NAN, NAN);
        row("1 234", 1234, 1234);
        row("1 234 567.5", 1234567.5, NAN);
        row("1 23", NAN, NAN);
        row("1'234,5", NAN, 1234.5);
        row("1\xC2\xA0""234", 1234, 1234);
        row("1\xE2\x80\xAF""234", 1234, 1234);
        row("1\xE2\x80\x99""234.5", 1234.5, NAN);
        row("50%", 50, 50);
        row("12.5 %", 12.5, NAN);
        row("%", NAN, NAN);
        row("True", 1, 1);
        row("FALSE", 0, 0);
        row("truth", NAN, NAN);
        row("12 apples", NAN, NAN);
        row("2024-05-31", NAN, NAN);
        row("", NAN, NAN);
    }

    void numbersAreUnderstood()
    {
        QFETCH(QString, text);
        const WrittenNumber number = asNumber(text.toStdString());
        QTEST(number.byPoint.value_or(NAN), "byPoint");
        QTEST(number.byComma.value_or(NAN), "byComma");
        QCOMPARE(number.isPercent, text.endsWith('%'));
    }

    void aColumnSettlesWhatIsAmbiguous()
    {
        NumberStyle style;
        style.learn("1,234");
        QVERIFY(style.isAmbiguous());
        QCOMPARE(style.number("1,234").value(), 1.234);
        style.learn("0,5");
        QVERIFY(!style.isAmbiguous());
        QCOMPARE(style.number("1.234").value(), 1234.0);
        QCOMPARE(style.number("1,234.5").value(), 1234.5); // unambiguous
        NumberStyle thousands;
        thousands.learn("1,234");
        thousands.learn("2,345.5");
        QCOMPARE(thousands.number("1,234").value(), 1234.0);
    }
};

LENSBOARD_TEST(WrittenNumberTest)
#include "tst_written_number.moc"
