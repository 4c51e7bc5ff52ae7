#include "core/record/message.h"
#include "tests/support/test_program.h"

#include <QTest>

using lensboard::record::counted;
using lensboard::record::message;

class TestMessage : public QObject
{
    Q_OBJECT

private slots:
    void fillsIn_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const std::string &text, const char *expected) {
            QTest::newRow(name) << QString::fromStdString(text) << QString(expected);
        };
        row("nothing", message("no arguments"), "no arguments");
        row("in order", message("%1: line %2", "a.csv", 7), "a.csv: line 7");
        row("out of order, twice", message("%2 of %1, %2", std::string("x"), 3), "3 of x, 3");
        row("an argument that looks like a place", message("%1 and %2", "%2", "b"), "%2 and b");
        row("a share", message("50 % of %1", "all"), "50 % of all");
        row("no such argument", message("%1 %2", "a"), "a %2");
        row("at the end", message("%1%", 5), "5%");
        row("none", counted(0, "%n value", "%n values"), "0 values");
        row("one", counted(1, "%n value", "%n values"), "1 value");
        row("of something", counted(3, "%1 (%n time)", "%1 (%n times)", "a %n"), "a %n (3 times)");
        row("several", counted(12, "more than %n value", "more than %n values"), "more than 12 values");
    }

    void fillsIn()
    {
        QFETCH(QString, text);
        QTEST(text, "expected");
    }
};

LENSBOARD_TEST(TestMessage)
#include "tst_message.moc"
