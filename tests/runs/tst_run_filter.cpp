// Columns of a run table, and filter expressions.

#include "core/runs/run_filter.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <vector>

using namespace lensboard;
using runs::RunColumn;
using runs::RunFilter;
using runs::RunSummary;
using Shows = runs::RunColumn::Shows;

namespace {

RunSummary run(const std::string &name, double lr, const std::string &optimizer, std::optional<double> accuracy)
{
    RunSummary run;
    run.name = name;
    run.ticks = 100;
    run.fields = {{"lenses.LossMetrics.lr", 1}, {"notes", "none"}, {"optimizer.kind", optimizer}, {"optimizer.lr", lr}, {"seed", "7"}, {"trainer.nesterov", true}};
    if (accuracy)
        run.quantities = {{"train/loss one", 1, 0.5, 2, 1.5}, {"val_accuracy", *accuracy, 0, 0.99, 0.5}};
    return run;
}

} // namespace

class RunFilterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_runs = {run("a", 0.1, "SGD", 0.8), run("b", 0.01, "Adam", 0.95), run("c", 0.001, "Adam", std::nan("")), run("d", 1e-4, "SGD", {})};
        m_runs[3].status = record::RunStatus::Interrupted;
        m_runs[1].givenName = "best one";
        m_shown.clear();
        for (const RunSummary &each : m_runs)
            m_shown.push_back(&each);
    }

    void runsAreChosen_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("accepted");
        QTest::newRow("number") << "optimizer.lr < 0.05" << "bcd";
        QTest::newRow("equal") << "optimizer.lr <= 1e-2" << "bcd";
        QTest::newRow("both") << "optimizer.lr<0.05 AND val_accuracy>0.9" << "b";
        QTest::newRow("either") << "val_accuracy > 0.9 or optimizer.kind = sgd" << "abd";
        QTest::newRow("and binds closer") << "name = a or name = d and optimizer.lr > 1" << "a";
        QTest::newRow("parentheses") << "(name = a or name = d) and optimizer.lr > 0.01" << "a";
        QTest::newRow("not") << "not kind = \"adam\"" << "ad";
        QTest::newRow("not what there is not") << "val_accuracy != 0.8" << "bc";
        QTest::newRow("NaN is not less") << "val_accuracy < 1" << "ab";
        QTest::newRow("greatest") << "max(val_accuracy) > 0.98" << "abc";
        QTest::newRow("of blanks") << "`train/loss one` = 1 and min(`train/loss one`) = .5 and mean(`train/loss one`) = 1.5" << "abc";
        QTest::newRow("part of a text") << "name ~ BEST" << "b";
        QTest::newRow("status") << "status = interrupted" << "d";
        QTest::newRow("text that is a number") << "seed = 7 and ticks == 100" << "abcd";
        QTest::newRow("two columns") << "val_accuracy > optimizer.lr" << "ab";
        QTest::newRow("truth") << "nesterov = true" << "abcd";
    }

    void runsAreChosen()
    {
        QFETCH(QString, expression);
        QFETCH(QString, accepted);
        const std::vector<RunColumn> columns = runs::columnsOf(m_shown);
        const RunFilter filter(expression.toStdString(), columns);
        QString found;
        for (const RunSummary &each : m_runs)
            if (filter.accepts(each))
                found += QString::fromStdString(each.name);
        QCOMPARE(found, accepted);
    }

    void mistakesAreExplained_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("message");
        QTest::newRow("mistyped") << "optimizer.lrr < 1" << "no run has “optimizer.lrr”; did you mean “optimizer.lr”?";
        QTest::newRow("mistyped short") << "val_acuracy < 1" << "no run has “val_acuracy”; did you mean “val_accuracy”?";
        QTest::newRow("of several") << "lr < 1" << "“lr” may be lenses.LossMetrics.lr or optimizer.lr";
        QTest::newRow("no value") << "ticks >" << "a value is missing after “ticks >”";
        QTest::newRow("no sign") << "ticks 5 >" << "“ticks” is to be followed by <, <=, >, >=, =, != or ~";
        QTest::newRow("odd sign") << "ticks >< 5" << "“ticks” is to be followed by <, <=, >, >=, =, != or ~";
        QTest::newRow("not joined") << "ticks > 5 seed = 7" << "“seed” is not expected here; conditions are joined by “and” and “or”";
        QTest::newRow("open") << "(ticks > 5" << "a closing parenthesis is missing";
        QTest::newRow("open function") << "min(val accuracy) > 5" << "“min(val” lacks its closing parenthesis; a name with blanks stands in backquotes";
        QTest::newRow("open quotes") << "name = \"a" << "the quotation mark before “a” is not closed";
        QTest::newRow("ends") << "ticks > 5 and" << "a condition is missing at its end";
        QTest::newRow("sign first") << "> 5" << "“>” stands where a column is expected";
        QTest::newRow("empty function") << "min( > 5" << "“min(>” lacks its closing parenthesis; a name with blanks stands in backquotes";
        QTest::newRow("deep") << QString("(").repeated(100000) << "it is nested too deeply";
    }

    void mistakesAreExplained()
    {
        QFETCH(QString, expression);
        QFETCH(QString, message);
        const std::vector<RunColumn> columns = runs::columnsOf(m_shown);
        try {
            const RunFilter filter(expression.toStdString(), columns);
            QFAIL("accepted");
        } catch (const runs::RunFilterError &error) {
            QCOMPARE(QString::fromStdString(error.what()), message);
        }
    }

    void columnsHaveTexts()
    {
        for (const RunColumn &column : runs::columnsOf(m_shown))
            if (!column.key.empty() && column.key != "notes") // the user's notes hide a field of that name
                QVERIFY(runs::columnFromText(runs::toText(column)) == column);
        QVERIFY(!runs::columnFromText(""));
        QVERIFY(runs::columnFromText("min()")->shows == Shows::Field);
    }

    void whatTellsRunsApartIsFound()
    {
        std::vector<std::string> texts;
        for (const RunColumn &column : runs::tellingColumns(m_shown, 5, 1))
            texts.push_back(runs::toText(column));
        QCOMPARE(texts, (std::vector<std::string>{"optimizer.kind", "optimizer.lr", "last(val_accuracy)"}));
        m_runs[0].fields.emplace_back("hparams.of_few", "None");
        QCOMPARE(runs::tellingColumns(m_shown, 9, 0).size(), std::size_t(2));
        QCOMPARE(runs::tellingColumns(m_shown, 1, 0).size(), std::size_t(1));
        QCOMPARE(runs::tellingColumns(m_shown, 1, 0)[0].key, std::string("optimizer.kind")); // two values; the rate has four
    }

    /// Layouts of Lightning and Hugging Face: some quantities are no results, and one run ended before its validation.
    void resultsOfOtherToolsAreShown()
    {
        const auto quantity = [](const char *name, double value) { return runs::Quantity{name, value, value, value, value}; };
        RunSummary logged, cut;
        logged.quantities = {quantity("epoch", 9), quantity("hp_metric", -1), quantity("lr-Adam", 0.1), quantity("train/samples_per_second", 9),
                             quantity("train_loss_epoch", 0.5), quantity("train_loss_step", 0.4), quantity("val_acc", 0.9), quantity("val_kl", 3), quantity("val_kl_loss", 3),
                             quantity("val_log_precision", 2), quantity("val_loss", 0.7)};
        cut.quantities = {quantity("epoch", 0), quantity("hp_metric", -1), quantity("lr-Adam", 0.1), quantity("train_loss_epoch", 2)};
        const std::vector<const RunSummary *> shown = {&logged, &logged, &cut};
        std::vector<std::string> names;
        for (const RunColumn &column : runs::tellingColumns(shown, 0, 9))
            names.push_back(column.key);
        QCOMPARE(names, (std::vector<std::string>{"val_acc", "val_loss", "train_loss_epoch", "train_loss_step", "val_kl_loss", "val_kl", "val_log_precision", "epoch",
                                                  "lr-Adam"}));
        logged.quantities[1] = {"hp_metric", 0.8, 0.1, 0.8, 0.5};
        QCOMPARE(runs::tellingColumns(shown, 0, 4)[3].key, std::string("train_loss_epoch"));
    }

    void valuesAreInOrder()
    {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const std::vector<runs::RunValue> sorted = {-1.0, 2.0, 10.0, nan, std::string("9"), std::string("10"), std::string("seed=2"), std::string("seed=10"), {}};
        for (std::size_t i = 0; i < sorted.size(); ++i)
            for (std::size_t j = 0; j < sorted.size(); ++j)
                QCOMPARE(runs::isBefore(sorted[i], sorted[j]), i < j);
    }

private:
    std::vector<RunSummary> m_runs;
    std::vector<const RunSummary *> m_shown;
};

LENSBOARD_TEST(RunFilterTest)

#include "tst_run_filter.moc"
