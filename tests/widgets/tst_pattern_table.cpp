#include "tests/support/test_program.h"
#include "widgets/pattern_table.h"

#include <QTest>

using lensboard::widgets::PatternTable;

namespace {

/// Marks each pattern that a text was split into with brackets.
QString bracketed(const QString &pattern)
{
    return '[' + pattern + ']';
}

} // namespace

class PatternTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsWhatATextWasMadeOf_data()
    {
        QTest::addColumn<QStringList>("patterns");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QStringList &patterns, const char *text, const char *expected) {
            QTest::newRow(name) << patterns << QString(text) << QString(expected);
        };
        row("no place", {"no such file"}, "no such file", "[no such file]");
        row("unknown", {"no such file"}, "no such fil", "no such fil");
        row("not a part of it", {"no such file"}, "no such file!", "no such file!");
        row("places", {"has %1 columns, expected %2"}, "has 3 columns, expected 4", "[has 3 columns, expected 4]");
        row("an empty argument", {"found \"%1\""}, "found \"\"", "[found \"\"]");
        row("arguments in turn", {"%1: %2", "no such file"}, "a.csv: no such file", "[a.csv: [no such file]]");
        row("a path with a colon", {"%1: %2", "no such file"}, "a: b.csv: no such file", "[a: [b.csv: [no such file]]]");
        row("the one that says most", {"%1: %2", "%1: line %2: %3"}, "a: line 3: b", "[a: line 3: b]");
        row("the outer one first", {"%1: line %2: %3", "%1 columns, expected %2"}, "a: line 3: 5 columns, expected 6",
            "[a: line 3: [5 columns, expected 6]]");
        row("one rather than two", {"%1 Norm", "%1 Gradient", "%1 Gradient Norm"}, "Weight Gradient Norm", "[Weight Gradient Norm]");
        row("the same place twice", {"%1, or %1"}, "a, or a", "[a, or a]");
        row("the same place with others", {"%1, or %1"}, "a, or b", "a, or b");
        row("a place in an argument", {"found %1, expected %2"}, "found %2, expected %1", "[found %2, expected %1]");
        row("a number", {"%n values"}, "12 values", "[12 values]");
        row("a number behind what looks alike", {"%1 (%n times)"}, "a (b) (3 times)", "[a (b) (3 times)]");
        row("no number", {"%n values"}, "my values", "my values");
        row("a percent sign", {"reading %1, %2 %"}, "reading a, 50 %", "[reading a, 50 %]");
        row("a number at the end", {"of %1"}, "of 7", "[of 7]");
    }

    void findsWhatATextWasMadeOf()
    {
        QFETCH(const QStringList, patterns);
        QFETCH(const QString, text);
        QTEST(PatternTable(patterns).translate(text, bracketed), "expected");
    }

    void translationsMayTurnArgumentsRound()
    {
        const auto german = [](const QString &pattern) {
            return pattern == "%1 of %2" ? QString("%2: %1") : QString("leer");
        };
        QCOMPARE(PatternTable({"%1 of %2", "empty"}).translate("empty of %1", german), QString("%1: leer"));
    }

    void aTextThatIsMadeToBeHardCostsLittle()
    {
        int asked = 0;
        const auto count = [&asked](const QString &pattern) {
            ++asked;
            return pattern;
        };
        const PatternTable table({"%1: %2", "%1; %2", "%1, %2", "(%1)", "%1: %2: %3"});
        const QString hard = QString("a: b; c, d: ").repeated(1000);
        QCOMPARE(table.translate(hard, count), hard);
        QVERIFY2(asked < 10000, qPrintable(QString::number(asked)));
        QCOMPARE(table.translate(QString(100000, 'a') + ": b", bracketed), QString(100000, 'a') + ": b"); // matches no pattern
    }
};

LENSBOARD_TEST(PatternTableTest)
#include "tst_pattern_table.moc"
