#include "core/session/process_rank.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <map>
#include <stdexcept>

using namespace lensboard;
using session::ProcessRank;

namespace {

using Variables = std::map<std::string, std::string>;

std::optional<ProcessRank> rankOf(const Variables &variables)
{
    return session::processRank([&](const char *name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    });
}

std::string errorOf(const Variables &variables)
{
    try {
        rankOf(variables);
    } catch (const std::invalid_argument &error) {
        return error.what();
    }
    return {};
}

Variables with(Variables variables, const Variables &more)
{
    for (const auto &[name, value] : more)
        variables[name] = value;
    return variables;
}

const Variables kTorchrun = {{"RANK", "3"}, {"WORLD_SIZE", "4"}, {"LOCAL_RANK", "1"}, {"MASTER_ADDR", "10.0.0.7"}, {"MASTER_PORT", "29400"}};
const Variables kSlurm = {{"SLURM_PROCID", "5"},       {"SLURM_STEP_NUM_TASKS", "8"},          {"SLURM_LOCALID", "1"}, {"SLURM_JOB_ID", "77"},
                          {"SLURM_STEP_ID", "0"}, {"SLURM_STEP_NODELIST", "gpu[03-05,9]-a,other"}};
const Variables kOpenMpi = {{"OMPI_COMM_WORLD_RANK", "1"},       {"OMPI_COMM_WORLD_SIZE", "2"},      {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                            {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}, {"PMIX_NAMESPACE", "prterun-1234"}};

} // namespace

class ProcessRankTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aloneWithoutALauncher()
    {
        QVERIFY(!rankOf({}));
        QVERIFY(!rankOf({{"RANK", "0"}, {"WORLD_SIZE", "1"}, {"MASTER_ADDR", "localhost"}, {"MASTER_PORT", "1"}}));
        QVERIFY2(!rankOf({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}}), "the script of a job is no task of a step");
    }

    void torchrun()
    {
        QVERIFY(rankOf(kTorchrun) == (ProcessRank{.rank = 3, .size = 4, .localRank = 1, .host = "10.0.0.7", .port = 29400}));
        const auto elastic = rankOf(with(kTorchrun, {{"TORCHELASTIC_USE_AGENT_STORE", "True"}, {"TORCHELASTIC_RESTART_COUNT", "2"}}));
        QCOMPARE(elastic->attempt, 2);
        QCOMPARE(elastic->storePrefix, std::string("/worker/attempt_2"));
    }

    void slurmMeetsOnItsFirstNode()
    {
        const auto place = rankOf(kSlurm);
        QCOMPARE(place->rank, 5);
        QCOMPARE(place->size, 8);
        QCOMPARE(place->localRank, 1);
        QCOMPARE(place->host, std::string("gpu03-a"));
        QCOMPARE(rankOf(with(kSlurm, {{"SLURM_STEP_NODELIST", "alone"}}))->host, std::string("alone"));
        QCOMPARE(rankOf(with(kSlurm, {{"SLURM_STEP_NODELIST", "a1,b[2-3]"}}))->host, std::string("a1"));
        QVERIFY2(rankOf(with(kSlurm, {{"SLURM_STEP_NODELIST", "broken["}}))->host == "broken", "what makes no sense does no harm");
    }

    void portOfAJobIsThatOfItsProcesses()
    {
        const auto place = rankOf(kSlurm), other = rankOf(with(kSlurm, {{"SLURM_PROCID", "0"}})), otherStep = rankOf(with(kSlurm, {{"SLURM_STEP_ID", "1"}}));
        QVERIFY(place->port >= 20000 && place->port < 30000);
        QCOMPARE(other->port, place->port);
        QVERIFY(otherStep->port != place->port);
    }

    void openMpi()
    {
        const auto place = rankOf(kOpenMpi);
        QCOMPARE(place->rank, 1);
        QCOMPARE(place->host, std::string("127.0.0.1"));
        QCOMPARE(rankOf(with(kOpenMpi, {{"MASTER_ADDR", "head"}, {"MASTER_PORT", "5000"}}))->port, 5000);
        QVERIFY(errorOf(with(kOpenMpi, {{"OMPI_COMM_WORLD_LOCAL_SIZE", "1"}})).starts_with("MASTER_ADDR: "));
    }

    void whatMakesNoSenseIsNamed_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::newRow("rank beyond the last") << "RANK" << "4";
        QTest::newRow("negative") << "RANK" << "-1";
        QTest::newRow("no number") << "WORLD_SIZE" << "four";
        QTest::newRow("text after it") << "WORLD_SIZE" << "4x";
        QTest::newRow("empty") << "RANK" << "";
        QTest::newRow("huge") << "WORLD_SIZE" << "99999999999999999999";
        QTest::newRow("no port") << "MASTER_PORT" << "65536";
        QTest::newRow("no address") << "MASTER_ADDR" << "";
    }
    void whatMakesNoSenseIsNamed()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        const std::string error = errorOf(with(kTorchrun, {{name.toStdString(), value.toStdString()}}));
        QVERIFY2(error.starts_with(name.toStdString() + ": "), error.c_str());
    }

    void oneOfTwoIsNotEnough()
    {
        QVERIFY(errorOf({{"WORLD_SIZE", "2"}}).starts_with("RANK: is not set"));
        QVERIFY(errorOf({{"RANK", "0"}}).starts_with("WORLD_SIZE: is not set"));
    }
};

LENSBOARD_TEST(ProcessRankTest)
#include "tst_process_rank.moc"
