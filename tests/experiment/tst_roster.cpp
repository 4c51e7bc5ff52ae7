#include "core/experiment/experiment.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/watcher_tags.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lensboard::experiment;

namespace {

KindSettings weights(const std::string &name)
{
    return lensChoice({{"kind", "StateMonitor"}, {"name", name}, {"attribute", "weight"}});
}

} // namespace

class RosterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aChangeMakesWhatIsWanted_data()
    {
        QTest::addColumn<QString>("kind");
        for (const auto *sections : {&lensSchemas(), &monitorSchemas(), &recorderSchemas()})
            for (const Section &section : *sections)
                if (section.kind != "MultiStateMonitor")
                    QTest::newRow(section.kind.c_str()) << QString::fromStdString(section.kind);
    }

    /// Each Boolean setting in turn is changed on a new watcher, and on an existing watcher that is off.
    void aChangeMakesWhatIsWanted()
    {
        QFETCH(QString, kind);
        Json json = {{"kind", kind.toStdString()}};
        if (watcherType(kind.toStdString()) != WatcherType::Lens)
            json["name"] = "watched";
        if (kind == "StateMonitor" || kind == "DifferenceMonitor")
            json["attribute"] = "weight";
        const KindSettings standard = lensChoice(json);
        for (const auto &[key, value] : standard.settings.items()) {
            if (!value.is_boolean() || key == "enabled" || key == "inplace")
                continue;
            Json other = json;
            other[key] = !value.get<bool>();
            const KindSettings wanted = lensChoice(other);
            Roster added;
            added.apply(added.changeTo(wanted));
            QVERIFY2(added.find(wanted.name())->settings == wanted.settings, key.c_str());
            Roster set({standard});
            set.apply(WatcherChange::switched(wanted.name(), false));
            const WatcherChange change = set.changeTo(wanted);
            QCOMPARE(change.settings.size(), std::size_t{1});
            Json expected = wanted.settings;
            expected["enabled"] = false; // stays as it is
            QVERIFY2(set.apply(change).settings == expected, key.c_str());
        }
    }

    /// Takes over all settings given, and the on/off state of the replaced watcher.
    void aWatcherOfAnotherKindTakesThePlace()
    {
        Roster watchers({weights("x")});
        watchers.apply(WatcherChange::switched("x", false));
        const KindSettings output = lensChoice({{"kind", "OutputMonitor"}, {"name", "x"}, {"module", "fc"}});
        Json expected = output.settings;
        expected["enabled"] = false;
        QVERIFY(watchers.apply(watchers.changeTo(output)).settings == expected);
        QCOMPARE(watchers.all().size(), std::size_t{1});
    }

    /// The plot of a schedule exists only with a schedule.
    void theLearningRatesPlotIsTheSchedules()
    {
        Json json = {{"format", 1},
                     {"dataset", {{"kind", "spirals"}}},
                     {"model", {{"kind", "mlp"}}},
                     {"optimizer", {{"kind", "sgd"}}},
                     {"lenses", {{{"kind", "LossMetrics"}}}},
                     {"monitors", {weights("Learning Rate").settings}}};
        QCOMPARE(Experiment::fromJson(json).watchers.all().size(), std::size_t{2});
        json["scheduler"] = {{"kind", "step"}};
        QVERIFY_EXCEPTION_THROWN(Experiment::fromJson(json), ExperimentError);
    }

    void whatCannotBeChangesNothing()
    {
        Roster watchers({lensChoice({{"kind", "ParameterNorm"}}), weights("drift")});
        const auto before = watchers.all();
        QVERIFY_EXCEPTION_THROWN(watchers.add(weights("drift")), ExperimentError);
        QVERIFY_EXCEPTION_THROWN(watchers.add(weights("Weight Norm")), PlotIsTaken);
        watchers.reserve("Learning Rate", "LossMetrics");
        QVERIFY_EXCEPTION_THROWN(watchers.add(weights("Learning Rate")), PlotIsTaken);
        for (const WatcherChange &change : {WatcherChange{"ParameterNorm", {{"parameters", {"no such*", "no suchx*", "no such*"}}}},
                                            WatcherChange{"ParameterNorm", {{"log_scale", 3}}}, WatcherChange{"ParameterNorm", {{"kind", "OutputNorm"}}},
                                            WatcherChange{"drift", {{"name", "other"}}}, WatcherChange{"NoLens"},
                                            WatcherChange{"Bias Norm", weights("Bias Norm").settings}})
            QVERIFY_EXCEPTION_THROWN(watchers.apply(change), ExperimentError);
        QVERIFY(watchers.all().size() == before.size());
        for (std::size_t i = 0; i < before.size(); ++i)
            QVERIFY(watchers.all()[i].settings == before[i].settings);
    }

    /// No order can add a custom lens that the run did not begin with.
    void aCustomLensIsSwitchedAndNothingElse()
    {
        const Json json = {{"kind", "CustomLens"}, {"lens", "SignFlips"}, {"path", "/a.so"}};
        Roster watchers({lensChoice(json)});
        QVERIFY(!isOn(watchers.apply(WatcherChange::switched("SignFlips", false))));
        QVERIFY_EXCEPTION_THROWN(watchers.apply({"SignFlips", {{"path", "/b.so"}}}), ExperimentError);
        QVERIFY_EXCEPTION_THROWN(watchers.apply({"SignFlips", {{"lens", "Other"}}}), ExperimentError);
        QVERIFY_EXCEPTION_THROWN(Roster().apply(Roster().changeTo(lensChoice(json))), ExperimentError);
        QCOMPARE(watchers.find("SignFlips")->settings.at("path").get<std::string>(), std::string("/a.so"));
    }

    /// A run's plot keeps its owner, even while the owner shows other plots.
    void aPlotStaysItsWatchers()
    {
        Roster watchers({lensChoice({{"kind", "ParameterNorm"}})});
        watchers.apply({"ParameterNorm", {{"parameters", {"gain"}}}});
        QVERIFY_EXCEPTION_THROWN(watchers.add(weights("Weight Norm")), PlotIsTaken);
        watchers.apply({"ParameterNorm", {{"parameters", {"weight*"}}}});
        QVERIFY_EXCEPTION_THROWN(watchers.add(weights("Gain Norm")), PlotIsTaken);
        watchers.add(weights("Loss Norm"));
    }

    void tagsFollowSettings()
    {
        const auto names = [](Json lens) {
            QStringList list;
            for (const auto &tag : tagsOf(lensChoice(lens)))
                list << QString::fromStdString(tag.name);
            return list;
        };
        QCOMPARE(names({{"kind", "ParameterNorm"}, {"parameters", {"weight*", "*"}}, {"log_scale", false}}),
                 (QStringList{"Weight Norm", "Parameter Norm", "Weight Norm Comparison", "Parameter Norm Comparison"}));
        QCOMPARE(names({{"kind", "ParameterUpdateGeometry"}, {"parameters", {"bias"}}, {"correlation", true}}),
                 (QStringList{"Bias Update Norm", "Bias Update Correlation"}));
        QCOMPARE(names({{"kind", "OutputGradientGeometry"}, {"correlation", false}}), QStringList{"Output Gradient Norm"});
        QCOMPARE(names({{"kind", "LossMetrics"}, {"separate_loss_and_metrics", false}}), QStringList{"Loss & Metrics"});
        QCOMPARE(names({{"kind", "ForwardOutput"}, {"name", "maps"}}), QStringList{"maps"});
        QCOMPARE(names({{"kind", "OutputMonitor"}, {"name", "out"}}), (QStringList{"out", "out tensor"}));
    }
};

LENSBOARD_TEST(RosterTest)
#include "tst_roster.moc"
