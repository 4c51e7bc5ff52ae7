#include "core/record/error.h"
#include "core/record/message_json.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lensboard;
using record::counted;
using record::message;
using record::Message;

namespace {

/// Returns the structure that a file would keep; empty for a text without structure.
QString structureOf(const Message &text)
{
    return QString::fromStdString(record::structureJson(text));
}

} // namespace

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

    void keepsPatternAndArguments()
    {
        const Message inner = counted(2, "%n cell", "%n cells"), whole = message("%1: %2", std::string("a.csv"), inner);
        QVERIFY(whole.parts());
        QCOMPARE(whole.parts()->pattern, std::string("%1: %2"));
        QVERIFY(!whole.parts()->arguments[0].parts());
        QCOMPARE(whole.parts()->arguments[1].parts()->pattern, std::string("%n cells"));
        QCOMPARE(*whole.parts()->arguments[1].parts()->count, std::uint64_t(2));
        QVERIFY(!Message("a.csv: 2 cells").parts());
    }

    void aSumKeepsItsParts()
    {
        const Message sum = "a" + message("%1 b", 1) + ", " + message("c") + std::string(".");
        QCOMPARE(static_cast<const std::string &>(sum), std::string("a1 b, c."));
        QVERIFY(sum.parts() && sum.parts()->isList);
        QCOMPARE(sum.parts()->arguments.size(), std::size_t(5));
        Message grown;
        grown += message("c");
        QVERIFY(!grown.parts()->isList); // the only part
        const Message list = Message::joined({message("a"), "b"}, "; ");
        QCOMPARE(static_cast<const std::string &>(list), std::string("a; b"));
        QCOMPARE(list.parts()->arguments.size(), std::size_t(2));
    }

    void aChangedTextHasNoStructure()
    {
        Message text = message("%1 b", 1);
        text.append("!");
        QVERIFY(!text.parts());
        Message moved = message("%1 b", 1);
        const std::string taken = std::move(moved);
        QCOMPARE(taken, std::string("1 b"));
        QVERIFY(!moved.parts()); // NOLINT(bugprone-use-after-move)
    }

    void exceptionsKeepTheirMessage()
    {
        try {
            throw record::InvalidArgument(message("%1 is odd", 3));
        } catch (const std::invalid_argument &error) {
            QCOMPARE(error.what(), "3 is odd");
            QVERIFY(record::messageOf(error).parts());
        }
        const std::runtime_error other("3 is odd");
        QVERIFY(!record::messageOf(other).parts());
        QVERIFY(record::messageOf(other) == "3 is odd");
    }

    void comesBackFromJson_data()
    {
        QTest::addColumn<Message>("text");
        QTest::newRow("nested") << message("%1: %2", "»ü«\"", message("line %1 %2", 3, counted(1, "%n cell", "%n cells")));
        QTest::newRow("a sum") << "a: " + message("b") + '.';
        QTest::newRow("a list") << Message::joined({message("a"), "b", message("c %1", "%2")}, "; ");
    }

    void comesBackFromJson()
    {
        QFETCH(const Message, text);
        const std::string json = record::structureJson(text);
        const Message read = record::messageFrom(text, json);
        QVERIFY(read.parts());
        QVERIFY(read == text);
        QCOMPARE(structureOf(read), QString::fromStdString(json));
        QVERIFY(!record::messageFrom(text + " more", json).parts());
    }

    void hostileJsonChangesNothing_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("{\"pattern\"");
        QTest::newRow("another text") << QByteArray(R"({"pattern": "b", "arguments": []})");
        QTest::newRow("no arguments") << QByteArray(R"({"pattern": "a"})");
        QTest::newRow("arguments of other types") << QByteArray(R"({"pattern": "a", "arguments": [3]})");
        QTest::newRow("a pattern of another type") << QByteArray(R"({"pattern": ["a"], "arguments": []})");
        QTest::newRow("a count of another type") << QByteArray(R"({"pattern": "a", "arguments": [], "count": -1})");
        QTest::newRow("deep arrays") << QByteArray(60000, '[');
        QTest::newRow("deep arguments") << QByteArray("{\"pattern\":\"a\",\"arguments\":").append(QByteArray(30000, '[')).append(QByteArray(30000, ']')).append('}');
        QTest::newRow("deep messages") << QByteArray("{\"pattern\":\"%1\",\"arguments\":[").repeated(100) + "\"a\"" + QByteArray("]}").repeated(100);
        QTest::newRow("too long") << "{\"pattern\": \"a\", \"arguments\": [\"" + QByteArray(70000, 'x') + "\"]}";
        QByteArray growing = "\"aaaaaaaaaaaaaaaa\""; // each level repeats its argument 100 times
        for (int level = 0; level < 10; ++level)
            growing = "{\"pattern\":\"" + QByteArray("%1").repeated(100) + "\",\"arguments\":[" + growing + "]}";
        QTest::newRow("a text beyond all memory") << growing;
        QTest::newRow("a long separator") << "{\"separator\":\"" + QByteArray(30000, 'x') + "\",\"arguments\":[" + QByteArray("\"\",").repeated(10000) + "\"\"]}";
    }

    void hostileJsonChangesNothing()
    {
        QFETCH(const QByteArray, json);
        const Message read = record::messageFrom("a", json.toStdString());
        QVERIFY(read == "a");
        QVERIFY(!read.parts());
    }

    void whatIsTooLongHasNoStructureInFiles()
    {
        QCOMPARE(structureOf(message("%1", std::string(70000, 'x'))), QString());
        Message deep = "a";
        for (int i = 0; i < 20; ++i)
            deep = message("%1", deep);
        QCOMPARE(structureOf(deep), QString());
    }
};

LENSBOARD_TEST(TestMessage)
#include "tst_message.moc"
