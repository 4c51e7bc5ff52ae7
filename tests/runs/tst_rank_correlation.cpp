// Correlation of experiment fields with a metric.

#include "core/runs/rank_correlation.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <random>
#include <string>

using namespace lensboard;
using experiment::Json;
using runs::RunColumn;
using runs::RunSummary;
using Shows = runs::RunColumn::Shows;

namespace {

const RunColumn kField{Shows::Field, "x"}, kMetric{Shows::Last, "accuracy"};

RunSummary run(const Json &field, double metric)
{
    RunSummary run;
    run.fields = {{"x", field}};
    run.quantities = {{"accuracy", metric, 0, 1, metric}};
    return run;
}

std::vector<const RunSummary *> all(const std::vector<RunSummary> &runs)
{
    std::vector<const RunSummary *> pointers;
    for (const RunSummary &each : runs)
        pointers.push_back(&each);
    return pointers;
}

std::optional<double> correlation(const std::vector<RunSummary> &runs)
{
    return runs::rankCorrelation(all(runs), kField, kMetric);
}

std::vector<double> countedRanks(const std::vector<double> &values)
{
    std::vector<double> ranks;
    for (const double value : values) {
        double less = 0, same = 0;
        for (const double other : values) {
            less += other < value;
            same += other == value;
        }
        ranks.push_back(less + (same + 1) / 2);
    }
    return ranks;
}

/// Pearson's coefficient by its definition.
double linearCorrelation(const std::vector<double> &a, const std::vector<double> &b)
{
    double meanA = 0, meanB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        meanA += a[i] / static_cast<double>(a.size());
        meanB += b[i] / static_cast<double>(b.size());
    }
    double covariance = 0, varianceA = 0, varianceB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        covariance += (a[i] - meanA) * (b[i] - meanB);
        varianceA += std::pow(a[i] - meanA, 2);
        varianceB += std::pow(b[i] - meanB, 2);
    }
    return covariance / std::sqrt(varianceA) / std::sqrt(varianceB);
}

} // namespace

class RankCorrelationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// The example in Wikipedia's article: -29/165.
    void aKnownExample()
    {
        const std::vector<double> quotients = {106, 100, 86, 101, 99, 103, 97, 113, 112, 110}, hours = {7, 27, 2, 50, 28, 29, 20, 12, 6, 17};
        std::vector<RunSummary> made;
        for (std::size_t i = 0; i < hours.size(); ++i)
            made.push_back(run(quotients[i], hours[i]));
        QVERIFY(std::abs(correlation(made).value() + 29.0 / 165) < 1e-12);
    }

    void tiesShareTheirRanks()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 20; ++round) {
            std::vector<double> x, y;
            std::vector<RunSummary> made;
            for (int i = 0; i < 40; ++i) {
                x.push_back(static_cast<double>(random() % 6));
                y.push_back(static_cast<double>(random() % 11) + 0.3 * x.back());
                made.push_back(run(x.back(), y.back()));
            }
            QVERIFY(std::abs(correlation(made).value() - linearCorrelation(countedRanks(x), countedRanks(y))) < 1e-12);
        }
    }

    void runsWithoutANumberAreLeftOut()
    {
        std::vector<RunSummary> made = {run(1, 0.1), run(2, 0.2), run(3, 0.3)};
        made.push_back(run(4, std::nan("")));
        made.push_back(run("none", 0.05));
        made.emplace_back();
        QCOMPARE(correlation(made), std::optional(1.0));
        made.erase(made.begin());
        QVERIFY(!correlation(made)); // of two runs
    }

    void textsThatAreNumbersAreNumbers()
    {
        QCOMPARE(correlation({run("1e-3", 0.9), run("0.01", 0.5), run("10", 0.1)}), std::optional(-1.0));
    }

    void twoTextsAreZeroAndOne()
    {
        const auto found = correlation({run("adam", 0.7), run("sgd", 0.8), run("adam", 0.6), run("sgd", 0.9)});
        QVERIFY(std::abs(found.value() - linearCorrelation({0, 1, 0, 1}, {2, 3, 1, 4})) < 1e-12);
        QVERIFY(correlation({run(false, 0.1), run(true, 0.3), run(true, 0.2)}).value() > 0);
        QVERIFY(!correlation({run("adam", 0.7), run("sgd", 0.8), run("lion", 0.6), run("sgd", 0.9)}));
    }

    void whatIsTheSameHasNone()
    {
        QVERIFY(!correlation({run(1, 0.1), run(1, 0.2), run(1, 0.3)}));
        QVERIFY(!correlation({run(1, 0.5), run(2, 0.5), run(3, 0.5)}));
    }

    void theStrongestComesFirst()
    {
        std::vector<RunSummary> made;
        for (int i = 0; i < 8; ++i) {
            RunSummary each = run(i, i);
            each.fields = {{"constant", 3}, {"falls", -i * i}, {"noise", i * 5 % 8}, {"texts", std::string(1, static_cast<char>('a' + i))}};
            if (i < 4)
                each.fields.emplace_back("warm", i % 2);
            made.push_back(each);
        }
        const auto found = runs::fieldCorrelations(all(made), kMetric);
        QCOMPARE(found.size(), std::size_t(5));
        QCOMPARE(found[0].field.key, std::string("falls"));
        QCOMPARE(found[0].correlation, std::optional(-1.0));
        for (std::size_t i = 1; i < 3; ++i)
            QVERIFY(std::abs(found[i].correlation.value()) <= std::abs(found[i - 1].correlation.value()));
        QVERIFY(!found[3].correlation && !found[4].correlation);
        for (const runs::FieldCorrelation &each : found)
            QCOMPARE(each.runs, each.field.key == "warm" ? std::size_t(4) : std::size_t(8));
    }
};

LENSBOARD_TEST(RankCorrelationTest)
#include "tst_rank_correlation.moc"
