#include "core/record/text_number.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <clocale>
#include <cmath>
#include <cstring>
#include <random>

using namespace lensboard::record;

class TextNumberTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyDoubleComesBack()
    {
        std::mt19937_64 random(5);
        for (int i = 0; i < 20000; ++i) {
            const std::uint64_t bits = random();
            double value;
            std::memcpy(&value, &bits, sizeof value);
            const auto back = numberFromText(numberText(value));
            QVERIFY(back.has_value());
            QVERIFY(*back == value || (std::isnan(*back) && std::isnan(value)));
        }
    }

    void spellingsAreThoseDocumented()
    {
        QCOMPARE(numberText(NAN), "nan");
        QCOMPARE(numberText(-NAN), "nan");
        QCOMPARE(numberText(INFINITY), "inf");
        QCOMPARE(numberText(-INFINITY), "-inf");
        QCOMPARE(numberText(0.1), "0.1");
        QCOMPARE(numberFromText("+1.5").value(), 1.5);
        for (const char *wrong : {"", "x", "1,5", "1.5 ", "1.5x"})
            QVERIFY2(!numberFromText(wrong), wrong);
    }

    void numbersBeyondTheRangeAreRounded()
    {
        for (const char *large : {"1e400", "1E+400", "0.001e400", "1e99999999999999999999"}) {
            QCOMPARE(numberFromText(large).value(), INFINITY);
            QCOMPARE(numberFromText('-' + std::string(large)).value(), -INFINITY);
        }
        QCOMPARE(numberFromText('1' + std::string(400, '0')).value(), INFINITY);
        QCOMPARE(numberFromText('1' + std::string(400, '0') + "e-400").value(), 1.0);
        for (const char *small : {"1e-400", "1000e-400", "-1e-99999999999999999999"})
            QCOMPARE(numberFromText(small).value(), 0.0);
        QCOMPARE(numberFromText("0." + std::string(400, '0') + '1').value(), 0.0);
        QVERIFY(!numberFromText("1e400x"));
    }

    void theLocaleDoesNotMatter()
    {
        if (!std::setlocale(LC_ALL, "de_DE.UTF-8"))
            QSKIP("skipped: no German locale");
        QCOMPARE(numberText(0.5), "0.5");
        QCOMPARE(numberFromText("0.5").value(), 0.5);
    }
};

LENSBOARD_TEST(TextNumberTest)
#include "tst_text_number.moc"
