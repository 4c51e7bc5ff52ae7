#include "core/experiment/sweep.h"
#include "tests/support/test_program.h"

#include <QSet>
#include <QStringList>
#include <QTest>

using namespace lensboard::experiment;

namespace {

Json base()
{
    return {{"format", 1},
            {"name", "spirals"},
            {"dataset", {{"kind", "spirals"}}},
            {"model", {{"kind", "mlp"}}},
            {"optimizer", {{"kind", "sgd"}}},
            {"lenses", {{{"kind", "LossMetrics"}}, {{"kind", "OutputNorm"}}}}};
}

QStringList namesIn(const std::vector<Combination> &combinations)
{
    QStringList names;
    for (const Combination &combination : combinations)
        names << QString::fromStdString(combination.name);
    return names;
}

QString complaintOf(const std::vector<std::string> &assignments)
{
    try {
        auto combinations = Sweep(assignments).all();
        nameRuns(combinations, base());
        forEachExperiment(base(), combinations, [](const Combination &, const Experiment &) {});
    } catch (const ExperimentError &error) {
        return QString::fromStdString(error.what());
    }
    return "no error";
}

} // namespace

class SweepTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void combinesInOrderAndNamesWhatVaries()
    {
        const auto combinations = Sweep({"optimizer.lr=0.1, 1e-3", "seed=1..3", "epochs=2"}).all();
        QCOMPARE(namesIn(combinations), (QStringList{"lr=0.1,seed=1", "lr=0.1,seed=2", "lr=0.1,seed=3", "lr=0.001,seed=1", "lr=0.001,seed=2",
                                                     "lr=0.001,seed=3"}));
        QVERIFY(combinations[5].assignments == (std::vector<std::string>{"optimizer.lr=0.001", "seed=3", "epochs=2"}));
        QCOMPARE(namesIn(Sweep({"epochs=2", "seed=-1"}).all()), QStringList{"epochs=2,seed=-1"});
    }

    void keysAreAsLongAsTheyMustBe()
    {
        const auto names = namesIn(Sweep({"lenses.OutputNorm.enabled=true,false", "lenses.LossMetrics.enabled=true,false", "seed=1,2",
                                          "dataset.seed=1,2", "tick.every=1,2", "checkpoint.seconds=9"})
                                       .all());
        QCOMPARE(names.front(), "OutputNorm.enabled=true,LossMetrics.enabled=true,seed=1,dataset.seed=1,every=1");
    }

    void valuesAreJsonOrTexts()
    {
        const auto combinations = Sweep({R"(model.hidden=[16,8],[32] , [])", R"(name=a b,"1","c,d")"}).all();
        QCOMPARE(namesIn(combinations), (QStringList{"hidden=16+8,name=a-b", "hidden=16+8,name=1", "hidden=16+8,name=c+d", "hidden=32,name=a-b",
                                                     "hidden=32,name=1", "hidden=32,name=c+d", "hidden=,name=a-b", "hidden=,name=1",
                                                     "hidden=,name=c+d"}));
        Json json = base();
        for (const std::string &assignment : combinations[1].assignments)
            setValue(json, assignment);
        QVERIFY(json["model"]["hidden"] == Json({16, 8}));
        QVERIFY(json["name"] == "1");
        for (const std::string &assignment : combinations[2].assignments)
            setValue(json, assignment);
        QVERIFY(json["name"] == "c,d");

        const auto objects = Sweep({R"(optimizer={"kind":"sgd","lr":0.1},{"kind":"adam","betas":[0.9,0.99]})"}).all();
        QCOMPARE(namesIn(objects), (QStringList{"optimizer=kind-sgd+lr-0.1", "optimizer=kind-adam+betas-0.9+0.99"}));
    }

    void namesAreFitForFilesAndUnlikeEachOther()
    {
        const auto names = namesIn(Sweep({"dataset.path=a/b,a?b,../c,\x01,größe,a-b-2"}).all());
        QCOMPARE(names, (QStringList{"path=a-b", "path=a-b-2", "path=..-c", "path=-x01", "path=größe", "path=a-b-2-2"}));
        const std::string longText(300, 'x');
        const auto longNames = namesIn(Sweep({"dataset.path=" + longText + "a," + longText + "b"}).all());
        QVERIFY(longNames[0] != longNames[1]);
        for (const QString &name : longNames)
            QVERIFY2(name.toUtf8().size() < 200, qPrintable(name));
    }

    void chosenOnesAreTheSameForASeed()
    {
        const Sweep sweep({"optimizer.lr=0.1,0.2,0.3,0.4", "seed=1..1000", "epochs=1..1000"});
        QCOMPARE(sweep.count(), 4'000'000u);
        const QStringList ten = namesIn(sweep.chosen(10, 3)), twenty = namesIn(sweep.chosen(20, 3));
        QCOMPARE(ten, twenty.mid(0, 10));
        QCOMPARE(QSet<QString>(twenty.begin(), twenty.end()).size(), 20);
        QVERIFY(ten != namesIn(sweep.chosen(10, 4)));

        const Sweep small({"seed=1..5"});
        QStringList all = namesIn(small.chosen(9, 0));
        all.sort();
        QCOMPARE(all, namesIn(small.all()));
    }

    void experimentsHaveTheValuesAndAName()
    {
        auto combinations = Sweep({"optimizer.lr=0.1,0.01", "lenses.OutputNorm.enabled=true,false"}).all();
        nameRuns(combinations, base());
        QStringList seen;
        forEachExperiment(base(), combinations, [&](const Combination &combination, const Experiment &experiment) {
            QVERIFY(experiment.name == "spirals " + combination.name);
            seen << QString("%1 %2").arg(experiment.optimizer.settings.at("lr").get<double>())
                        .arg(experiment.watchers.all()[1].settings.at("enabled").get<bool>());
        });
        QCOMPARE(seen, (QStringList{"0.1 1", "0.1 0", "0.01 1", "0.01 0"}));

        auto named = Sweep({"name=mine", "seed=1,2"}).all();
        nameRuns(named, base());
        QCOMPARE(experimentOf(base(), named[1]).name, std::string("mine"));
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QStringList>("assignments");
        QTest::addColumn<QString>("message");
        QTest::newRow("no values") << QStringList{"seed"} << "--set seed: expected path=values";
        QTest::newRow("empty value") << QStringList{"seed=1,,2"} << "--set seed=1,,2: there is an empty value";
        QTest::newRow("nothing") << QStringList{"seed="} << "there is an empty value";
        QTest::newRow("twice the value") << QStringList{"seed=1..3,2"} << "--set seed=1..3,2: 2 is given twice";
        QTest::newRow("twice the key") << QStringList{"seed=1", "seed=2"} << "--set seed: is given twice";
        QTest::newRow("downwards") << QStringList{"seed=5..1"} << "5..1 holds no number";
        QTest::newRow("long range") << QStringList{"seed=-9223372036854775808..9223372036854775807"} << "are more than 10000 numbers";
        QTest::newRow("many") << QStringList{"seed=1..1000", "epochs=1..11"} << "make 11000 combinations, and at most 10000 are trained";
        QTest::newRow("very many") << QStringList{"seed=1..10000", "epochs=1..10000", "batch_size=1..10000", "threads=1..1024"}
                                   << "more than 1000000000000 combinations";
        QTest::newRow("unknown key") << QStringList{"optimizer.lrr=0.1", "seed=1,2"}
                                     << "seed=1: optimizer.lrr: unknown key \"lrr\", did you mean \"lr\"?";
        QTest::newRow("out of range") << QStringList{"optimizer.lr=0.1,-1"} << "lr=-1: optimizer.lr: found -1, expected a number";
        QTest::newRow("no such lens") << QStringList{"lenses.OutputNrm.enabled=true,false"} << "enabled=true: --set lenses.OutputNrm.enabled: ";
        QTest::newRow("the same") << QStringList{"optimizer.lr=1,1.0"} << "lr=1 and lr=1.0 are the same experiment";
    }

    void mistakesAreNamed()
    {
        QFETCH(QStringList, assignments);
        QFETCH(QString, message);
        std::vector<std::string> given;
        for (const QString &assignment : assignments)
            given.push_back(assignment.toStdString());
        const QString complaint = complaintOf(given);
        QVERIFY2(complaint.contains(message), qPrintable(complaint));
    }
};

LENSBOARD_TEST(SweepTest)
#include "tst_sweep.moc"
