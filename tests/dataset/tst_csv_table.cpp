#include "core/dataset/csv_table.h"
#include "core/dataset/dataset_error.h"
#include "tests/support/dataset_choice.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <numeric>

using namespace lensboard;
using namespace lensboard::dataset;
using experiment::Json;

class CsvTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void columnsAreInputsAndATarget()
    {
        const CsvTable table = read("height,width,species\n1.5,2,wren\n3,-4e1,owl\n5,6,wren\n");
        QCOMPARE(table.training.count, 3);
        QCOMPARE(table.inputNames, (std::vector<std::string>{"height", "width"}));
        QCOMPARE(table.training.inputs, (std::vector<float>{1.5f, 2, 3, -40, 5, 6}));
        QCOMPARE(table.classNames, (std::vector<std::string>{"owl", "wren"}));
        QCOMPARE(table.training.classes, (std::vector<std::int64_t>{1, 0, 1}));
        QVERIFY(table.notices.empty());
    }

    void classesThatAreNumbersAreSortedByThem()
    {
        const CsvTable table = read("1,10\n2,9\n3,-1\n4,9.0\n");
        QCOMPARE(table.classNames, (std::vector<std::string>{"-1", "9", "10"}));
        QCOMPARE(table.training.classes, (std::vector<std::int64_t>{2, 1, 0, 1}));
    }

    void targetsAreFoundByNameAndNumber_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<float>("value");
        QTest::newRow("name") << "b" << 2.f;
        QTest::newRow("number") << "0" << 1.f;
        QTest::newRow("from the end") << "-1" << 3.f;
        QTest::newRow("a name that is a number") << "1" << 3.f;
    }

    void targetsAreFoundByNameAndNumber()
    {
        QFETCH(QString, target);
        const CsvTable table = read("a,b,1\n1,2,3\n4,5,6\n", {{"target", target.toStdString()}, {"task", "regression"}});
        QTEST(table.training.values.at(0), "value");
        QCOMPARE(table.training.inputs.size(), std::size_t{4});
        QVERIFY(table.classNames.empty());
    }

    void categoriesBecomeColumns()
    {
        const CsvTable table = read("size,colour,y\n1,red,0\n2,blue,1\n3,green,0\n", {{"categories", {"colour"}}});
        QCOMPARE(table.inputNames, (std::vector<std::string>{"size", "colour=blue", "colour=green", "colour=red"}));
        QCOMPARE(table.training.inputs, (std::vector<float>{1, 0, 0, 1, 2, 1, 0, 0, 3, 0, 1, 0}));
    }

    void columnsAreIgnored()
    {
        const CsvTable table = read("id,a,y\nx17,1,0\nx18,2,1\n", {{"ignore", {"0"}}});
        QCOMPARE(table.training.inputs, (std::vector<float>{1, 2}));
    }

    void layoutsAreSeen_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("semicolons, decimal commas") << QByteArray("a;b;y\n1,5;2;0\n3;4;1\n");
        QTest::newRow("tabs") << QByteArray("1.5\t2\t0\n3\t4\t1");
        QTest::newRow("blanks") << QByteArray("1.5   2 0\n3 4     1\n");
        QTest::newRow("pipes, carriage returns") << QByteArray("a|b|y\r\n1.5|2|0\r\n3|4|1\r\n");
        QTest::newRow("quotes, blank lines, byte order mark") << QByteArray("\xef\xbb\xbf\n\"a\",\"b\"\n\n\"1.5\",2,0\n").replace("\"b\"\n", "\"b\",y\n") + "3,4,\"1\"\n\n";
    }

    void layoutsAreSeen()
    {
        QFETCH(QByteArray, text);
        const CsvTable table = read(text);
        QCOMPARE(table.training.inputs, (std::vector<float>{1.5f, 2, 3, 4}));
        QCOMPARE(table.training.classes, (std::vector<std::int64_t>{0, 1}));
    }

    void layoutsCanBeTold()
    {
        QCOMPARE(read("title\n# x\n1,2,0\n3,4,1\n", {{"skip_lines", 2}, {"header", "no"}, {"delimiter", "comma"}}).training.count, 2);
        QCOMPARE(read("1,2,0\n3,4,0\n3,4,1\n", {{"header", "yes"}}).inputNames.at(0), std::string("1"));
        const CsvTable names = read("a,b\nc,d\ne,f\n", {{"categories", {"0"}}});
        QCOMPARE(names.training.count, 2);
        QVERIFY(QString::fromStdString(names.notices.at(0)).contains("set dataset.header to \"no\""));
    }

    void rowsWithMissingValuesAreLeftOutIfToldSo()
    {
        const QByteArray text = "a,b,y\n1,2,0\n,4,1\n5,?,1\n6,NaN,0\n7,8,\n9,10,1\n";
        const CsvTable table = read(text, {{"missing", "drop"}});
        QCOMPARE(table.training.inputs, (std::vector<float>{1, 2, 9, 10}));
        QVERIFY2(QString::fromStdString(table.notices.at(0)).endsWith("4 of 6 rows have missing values: they are left out."),
                 table.notices[0].c_str());
    }

    void badTablesNameLineAndColumn_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("settings");
        QTest::addColumn<QString>("message");
        const auto row = [](const char *name, const QByteArray &text, const char *message, const char *settings = "{}") {
            QTest::newRow(name) << text << settings << message;
        };
        row("empty", "", ": is empty, expected a table");
        row("blank lines", "\n \n", ": is empty, expected a table");
        row("header only", "a,b,c\n", ": has a header and no rows");
        row("missing", "a,b,y\n1,2,0\n3,,1\n", "line 3: column 1 (\"b\"): the value is missing (found \"\"); set dataset.missing");
        row("NaN", "1,2,0\n3,nan,1\n", "line 2: column 1: the value is missing (found \"nan\")");
        row("missing class", "a,b,y\n1,2,NA\n", "line 2: column 2 (\"y\"): the value is missing");
        row("text", "a,b,y\n1,2,0\n3,red,1\n", "line 3: column 1 (\"b\"): found \"red\", expected a number; list the column");
        row("text in the first row", "\na,2,0\n3,2,1\n", "line 2: column 0: found \"a\", expected a number", "{\"header\": \"no\"}");
        row("infinite", "1,2,0\n3,inf,1\n", "line 2: column 1: found \"inf\", expected a number of magnitude");
        row("too large", "1,2,0\n3,1e39,1\n", "found \"1e39\", expected a number of magnitude");
        row("far too large", "1,2,0\n3,1e999,1\n", "found \"1e999\", expected a number");
        row("ragged", "1,2,0\n3,4,1\n5,6\n", "line 3: 2 cells, expected 3");
        row("ragged second", "150,4,a,b\n1,2,3,4,5\n", "line 2: 5 cells, line 1 has 4; set dataset.skip_lines");
        row("lines within quotes count", "a,b\n\"x\ny\",1\n2\n", "line 4: 1 cells, expected 2", "{\"categories\": [\"a\"]}");
        row("open quote", "1,2,0\n\"3,4,1\n", "line 2: a quote that opens in this row is not closed");
        row("zero byte", QByteArray("1,2\n3,\0", 7), "line 2: found a zero byte");
        row("UTF-16", QByteArray("\xff\xfe" "1\0", 4), "the text is UTF-16");
        row("no such target", "height,y\n1,0\n", "has no column \"heigth\" (dataset.target), did you mean \"height\"?", "{\"target\": \"heigth\"}");
        row("number beyond", "1,2\n3,4\n", "has no column \"2\" (dataset.target); it has 2 columns, without names", "{\"target\": \"2\"}");
        row("no such category", "a,y\n1,0\n", "(dataset.categories)", "{\"categories\": [\"-3\"]}");
        row("ignored target", "a,y\n1,0\n", "is dataset.target, and listed in dataset.ignore", "{\"ignore\": [\"y\"]}");
        row("no inputs", "a,y\n1,0\n", "but none for inputs; check dataset.ignore", "{\"ignore\": [\"a\"]}");
        row("one column", "1\n2\n", "1 columns, but none for inputs; check dataset.delimiter");
        row("one class", "1,2\n3,2\n", "all rows are of the class \"2\", expected at least two");
        row("text for a number", "1,a\n2,b\n", "expected a number; set dataset.task to \"classification\"", "{\"task\": \"regression\", \"header\": \"no\"}");
        row("target listed twice", "a,y\n1,0\n", "column \"y\" is listed twice in dataset.target", "{\"target\": [\"y\", \"-1\"], \"task\": \"regression\"}");
        row("all dropped", "a,y\n,1\n", "has no rows without missing values", "{\"missing\": \"drop\"}");
        QByteArray fractions;
        for (int i = 0; i < 200; ++i)
            fractions += "1," + QByteArray::number(i + 0.5) + "\n";
        row("numbers as classes", fractions, "200 different numbers with fractions are not classes; set dataset.task");
        QByteArray many;
        for (int i = 0; i < 10002; ++i)
            many += QByteArray::number(i) + ",x" + QByteArray::number(i) + ",0\n";
        row("many categories", many, "more than 10000 different categories", "{\"header\": \"no\", \"categories\": [\"1\"]}");
    }

    void badTablesNameLineAndColumn()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, settings);
        QFETCH(QString, message);
        try {
            read(text, Json::parse(settings.toStdString()));
            QFAIL("no error");
        } catch (const DatasetError &error) {
            QVERIFY2(QString(error.what()).contains(message), error.what());
            QVERIFY(QString(error.what()).startsWith(m_folder.filePath("table.csv") + ": "));
        }
    }

    void severalTargetsAreToldAsTheyAreListed()
    {
        const CsvTable table = read("a,b,c\n1,2,3\n4,5,6\n", {{"target", {"c", "0"}}, {"task", "regression"}});
        QCOMPARE(table.targets, 2);
        QCOMPARE(table.training.values, (std::vector<float>{3, 1, 6, 4}));
        QCOMPARE(table.training.inputs, (std::vector<float>{2, 5}));
    }

    void anotherTableValidates()
    {
        const CsvTable table = read("id,size,colour,y\n1,1.5,red,1\n2,2,blue,2\n3,4,red,1\n",
                                    {{"categories", {"colour"}}, {"ignore", {"id"}}}, "y;colour;of no use;size\n2.0;red;x;3,5\n1;blue;x;4\n");
        QCOMPARE(table.training.inputs, (std::vector<float>{1.5f, 0, 1, 2, 1, 0, 4, 0, 1}));
        QCOMPARE(table.validation.inputs, (std::vector<float>{3.5f, 0, 1, 4, 1, 0}));
        QCOMPARE(table.validation.classes, (std::vector<std::int64_t>{1, 0}));
        QCOMPARE(table.validation.count, 2);
        QCOMPARE(table.classNames, (std::vector<std::string>{"1", "2"}));

        const CsvTable numbers = read("1,2,3\n4,5,6\n", {{"task", "regression"}, {"target", {"0", "2"}}}, "7,8,9\n");
        QCOMPARE(numbers.validation.values, (std::vector<float>{7, 9}));
        QCOMPARE(numbers.validation.inputs, (std::vector<float>{8}));
    }

    void aTableThatDoesNotFitTheOtherSaysWhere_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("lacks a column") << QByteArray("size,y\n1,a\n") << "line 1: lacks the column \"colour\" (column 1 of ";
        QTest::newRow("no header") << QByteArray("1,red,a\n2,red,b\n") << "line 1: lacks the column \"size\"";
        QTest::newRow("category") << QByteArray("size,colour,y\n1,red,a\n1,gold,b\n") << "line 3: column 1 (\"colour\"): found \"gold\", a category that no row of ";
        QTest::newRow("class, elsewhere") << QByteArray("y,size,colour\nc,1,red\n") << "line 2: column 0 (\"y\"): found \"c\", a class that no row of ";
        QTest::newRow("missing") << QByteArray("size,colour,y\n,red,a\n") << "line 2: column 0 (\"size\"): the value is missing";
        QTest::newRow("empty") << QByteArray() << "is empty, expected a table";
        QTest::newRow("ragged") << QByteArray("size,colour,y\n1,red,a\n2,red\n") << "line 3: 2 cells, expected 3";
    }

    void aTableThatDoesNotFitTheOtherSaysWhere()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        try {
            read("size,colour,y\n1,red,a\n2,blue,b\n", {{"categories", {"colour"}}}, text);
            QFAIL("no error");
        } catch (const DatasetError &error) {
            QVERIFY2(QString(error.what()).startsWith(m_folder.filePath("validation.csv") + ": " ), error.what());
            QVERIFY2(QString(error.what()).contains(message), error.what());
        }
    }

    void columnsWithoutNamesMustBeAsMany()
    {
        try {
            read("1,2,0\n3,4,1\n", Json::object(), "1,0\n");
            QFAIL("no error");
        } catch (const DatasetError &error) {
            QVERIFY2(QString(error.what()).contains("validation.csv: line 1: 2 columns, expected 3 as in "), error.what());
        }
    }

    void readingCanBeCancelled()
    {
        struct Enough {};
        write("1,2\n3,4\n");
        QVERIFY_EXCEPTION_THROWN(readCsvTable(choice({}), [](double) { throw Enough(); }), Enough);
    }

    void realTablesAreRead_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("skip");
        QTest::addColumn<int>("columns");
        QTest::addColumn<QList<int>>("counts"); // as NumPy counts them
        QTest::addColumn<double>("sum");
        QTest::newRow("digits") << "digits.csv" << 0 << 64 << QList<int>{178, 182, 177, 183, 181, 182, 181, 179, 174, 180} << 561718.;
        QTest::newRow("iris") << "iris.csv" << 1 << 4 << QList<int>{50, 50, 50} << 876.5 + 458.6 + 563.7 + 179.9;
        QTest::newRow("breast cancer") << "breast_cancer.csv" << 1 << 30 << QList<int>{212, 357} << 1056831.4596356 - 357;
    }

    void realTablesAreRead()
    {
        QFETCH(QString, name);
        QFETCH(int, skip);
        QFETCH(double, sum);
        const QString path = LENSBOARD_SOURCE_DIR "/tests/data/csv/" + name;
        const CsvTable table = readCsvTable(
            test::tableChoice({{"path", path.toStdString()}, {"skip_lines", skip}}));
        QTEST(static_cast<int>(table.inputNames.size()), "columns");
        QList<int> counts(static_cast<qsizetype>(table.classNames.size()));
        for (const std::int64_t number : table.training.classes)
            ++counts[number];
        QTEST(counts, "counts");
        const double read = std::accumulate(table.training.inputs.begin(), table.training.inputs.end(), 0.);
        QVERIFY2(std::abs(read - sum) < 1e-6 * sum, qPrintable(QString::number(read, 'g', 12)));
    }

private:
    void write(const QByteArray &text, const char *name = "table.csv")
    {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            file.write(text);
    }

    settings::CsvTable choice(Json settings) const
    {
        settings["path"] = m_folder.filePath("table.csv").toStdString();
        return test::tableChoice(settings);
    }

    CsvTable read(const QByteArray &text, const Json &settings = Json::object())
    {
        write(text);
        return readCsvTable(choice(settings));
    }

    CsvTable read(const QByteArray &text, Json settings, const QByteArray &validation)
    {
        write(validation, "validation.csv");
        settings["validation_path"] = m_folder.filePath("validation.csv").toStdString();
        return read(text, settings);
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(CsvTableTest)
#include "tst_csv_table.moc"
