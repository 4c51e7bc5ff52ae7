#include "core/import/tables/stamp_field.h"
#include "core/import/tables/step_counter.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cstdlib>
#include <map>

using namespace lensboard::imports;
using Steps = std::vector<std::int64_t>;

namespace {

/// Rows with one series per part of the run.
class Rows
{
public:
    void add(std::optional<std::int64_t> counter, std::optional<double> epoch, std::size_t part = 0)
    {
        m_steps.push_back(m_counter.step({counter, epoch, part, m_isOfLoop, m_lastRows[part]}));
        m_lastRows[part] = m_counter.rows();
    }
    void ofLoop() { m_isOfLoop = true; }
    const Steps &steps() const { return m_steps; }

private:
    StepCounter m_counter;
    std::map<std::size_t, std::uint64_t> m_lastRows;
    Steps m_steps;
    bool m_isOfLoop = false;
};

} // namespace

class StepCounterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCounterThatGoesOnIsKept()
    {
        Rows rows;
        for (const int step : {0, 50, 100})
            rows.add(step, step / 50);
        QVERIFY((rows.steps() == Steps{0, 50, 100}));
    }

    void aCounterThatBeginsAgainGoesOnBehindTheEpochsBefore()
    {
        Rows rows;
        for (const int epoch : {0, 1, 2})
            for (const int batch : {0, 1, 2})
                rows.add(batch, epoch);
        QVERIFY((rows.steps() == Steps{0, 1, 2, 3, 4, 5, 6, 7, 8}));
    }

    void oneRowAnEpochMayHaveTheSameCounter()
    {
        Rows rows;
        for (const int epoch : {1, 2, 3})
            rows.add(100, epoch);
        QVERIFY((rows.steps() == Steps{100, 200, 300}));
    }

    void aRunThatIsResumedKeepsItsSteps()
    {
        Rows resumed;
        for (const auto &[step, epoch] : std::vector<std::pair<int, int>>{{100, 1}, {200, 2}, {300, 3}, {200, 2}, {300, 3}, {400, 4}})
            resumed.add(step, epoch);
        QVERIFY((resumed.steps() == Steps{100, 200, 300, 200, 300, 400}));
        Rows perEpoch;
        for (const auto &[batch, epoch] : std::vector<std::pair<int, int>>{{1, 1}, {2, 1}, {1, 2}, {2, 2}, {1, 2}, {2, 2}, {1, 3}})
            perEpoch.add(batch, epoch);
        QVERIFY((perEpoch.steps() == Steps{1, 2, 3, 4, 3, 4, 5}));
    }

    void aFurtherPartStandsWhereTheLeadingOneIs()
    {
        Rows rows;
        rows.ofLoop();
        for (const int epoch : {1, 2}) {
            rows.add(1, epoch);
            rows.add(2, epoch);
            rows.add(1, epoch, 1);
            rows.add(2, epoch, 1);
        }
        QVERIFY((rows.steps() == Steps{1, 2, 2, 3, 3, 4, 4, 5}));
    }

    void aPartThatIsWrittenAfterTheOtherFindsItsEpochs()
    {
        Rows rows;
        rows.ofLoop();
        for (const int epoch : {1, 2})
            for (const int batch : {1, 2})
                rows.add(batch, epoch);
        rows.add(7, 1, 1);
        rows.add(7, 2, 1);
        QVERIFY((rows.steps() == Steps{1, 2, 3, 4, 2, 4}));
    }

    void rowsOfAnEpochAreCounted()
    {
        Rows rows;
        for (const double epoch : {0.0, 0.0, 0.0, 1.0, 1.0, 7.0, 7.5, 8.0})
            rows.add({}, epoch);
        QVERIFY((rows.steps() == Steps{0, 1, 2, 3, 4, 7, 8, 9}));
    }

    void noNumberOverflows()
    {
        constexpr std::int64_t kLargest = kLargestStep;
        Rows rows;
        for (int epoch = 0; epoch < 5000; ++epoch)
            rows.add(epoch % 2 ? kLargest : -kLargest, epoch);
        for (const std::int64_t step : rows.steps())
            QVERIFY(std::abs(step) <= 2 * kLargest);
    }
};

LENSBOARD_TEST(StepCounterTest)
#include "tst_step_counter.moc"
