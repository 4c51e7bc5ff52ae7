#include "core/import/tools/json_document.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace lensboard::imports;

namespace {

/// Returns the parsed events, such as "a/0=1 b=x", and the error if there is one.
QString eventsOf(const std::string &text)
{
    QStringList leaves;
    const auto damage = readJson(text, [&](const JsonLeaf &leaf) {
        QStringList path;
        for (const std::string &key : leaf.path)
            path << QString::fromStdString(key);
        leaves << path.join('/') + '=' + QString::fromStdString(leaf.text());
    });
    if (damage)
        leaves << QString("byte %1%2").arg(damage->position).arg(damage->isUnfinished ? " unfinished" : "");
    return leaves.join(' ');
}

} // namespace

class JsonDocumentTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void leavesComeInOrderWithTheirPaths_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("object") << R"({"b": 1, "a": {"c": [2, "x"]}, "d": true})" << "b=1 a/c/0=2 a/c/1=x d=1";
        QTest::newRow("array") << R"([{"a": 1}, [], null, {"a": -2.5e3}])" << "0/a=1 3/a=-2500";
        QTest::newRow("null keeps its place") << R"({"a": [null, 1]})" << "a/1=1";
        QTest::newRow("words") << R"({"a": NaN, "b": [Infinity, -Infinity], "c": "NaN", "d": "Infinity"})" << "a=nan b/0=inf b/1=-inf c=nan d=inf";
        QTest::newRow("words within texts") << "{\"a NaN\": \"x \\\" NaN Infinity\", \"b\": NaN}" << "a NaN=x \" NaN Infinity b=nan";
        QTest::newRow("scalar") << R"("x")" << "=x";
        QTest::newRow("unfinished number") << R"({"a": 1, "b": [2, 3.7)" << "a=1 b/0=2 byte 21 unfinished";
        QTest::newRow("too deep") << R"([[[[[[[[1, [2, {"a": 3}], 4]]]]]]]])" << "0/0/0/0/0/0/0/0=1 0/0/0/0/0/0/0/2=4";
        QTest::newRow("unfinished") << R"({"a": 1, "b": [2, )" << "a=1 b/0=2 byte 18 unfinished";
        QTest::newRow("unfinished text") << "{\"a\": 1, \"b\": \"tex" << "a=1 byte 18 unfinished";
        QTest::newRow("damaged") << R"({"a": 1, "b": ?, "c": 2})" << "a=1 byte 14";
        QTest::newRow("damaged behind a word") << R"({"a": NaN, "b": ?})" << "a=nan byte 16";
        QTest::newRow("a second document") << "{\"a\": 1}\n{\"a\": 2}" << "a=1 byte 9";
        QTest::newRow("nothing") << "" << "byte 0 unfinished";
    }

    void leavesComeInOrderWithTheirPaths()
    {
        QFETCH(QString, text);
        QTEST(eventsOf(text.toStdString()), "expected");
    }

    void depthTakesNoStack()
    {
        QCOMPARE(eventsOf(std::string(1'000'000, '[')), QString("byte 1000000 unfinished"));
    }
};

LENSBOARD_TEST(JsonDocumentTest)
#include "tst_json_document.moc"
