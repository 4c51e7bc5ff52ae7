#include "core/experiment/experiment.h"
#include "core/session/lens_changes.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace lensboard;
using experiment::Json;
using experiment::KindSettings;
using experiment::Roster;
using record::RunEvent;

namespace {

RunEvent happened(RunEvent::Kind kind, const std::string &text)
{
    return {kind, 1, 1, text};
}

RunEvent settingsEvent(const KindSettings &before, const KindSettings &after)
{
    return session::eventOf(Roster({before}).changeTo(after));
}

RunEvent added(const KindSettings &watcher)
{
    return session::eventOf(Roster().changeTo(watcher));
}

std::vector<KindSettings> lensesAfter(const std::vector<KindSettings> &before, const std::vector<RunEvent> &events)
{
    return session::after(Roster(before), events).all();
}

/// Imitates an event from a file without change data.
RunEvent inWordsAlone(RunEvent event)
{
    event.change.clear();
    return event;
}

} // namespace

class LensChangesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatEventsSayIsApplied()
    {
        const KindSettings loss = experiment::lensChoice({{"kind", "LossMetrics"}}), norm = experiment::lensChoice({{"kind", "OutputNorm"}});
        const KindSettings set = experiment::lensChoice({{"kind", "OutputNorm"}, {"log_scale", true}, {"include", {"Linear, 1", "a: \"b\", c"}}});
        const KindSettings again = experiment::lensChoice({{"kind", "OutputNorm"}, {"log_scale", false}, {"include", {"Linear, 1", "a: \"b\", c"}}});
        const auto after = lensesAfter({loss}, {happened(RunEvent::Kind::LensOff, "LossMetrics"),
                                                         settingsEvent(norm, set),
                                                         happened(RunEvent::Kind::Text, "OutputNorm: log_scale 12"),
                                                         settingsEvent(loss, experiment::lensChoice({{"kind", "LossMetrics"}, {"log_scale", true}})),
                                                         settingsEvent(set, again)});
        QCOMPARE(after.size(), std::size_t{2});
        QCOMPARE(after[0].kind, std::string("LossMetrics"));
        QVERIFY(!after[0].settings.at("enabled").get<bool>() && after[0].settings.at("log_scale").get<bool>()); // set while it was off
        QCOMPARE(after[1].kind, std::string("OutputNorm"));
        QVERIFY(after[1].settings == again.settings && after[1].settings.at("enabled").get<bool>());
    }

    void everySettingComesBack()
    {
        const KindSettings before = experiment::lensChoice({{"kind", "ParameterGradientGeometry"}});
        KindSettings changed = before;
        for (auto &[key, value] : changed.settings.items())
            if (value.is_boolean() && key != "enabled")
                value = !value.get<bool>();
        const auto after = lensesAfter({before}, {settingsEvent(before, changed)});
        QVERIFY(after.at(0).settings == changed.settings);
        QVERIFY(after.at(0).settings != before.settings);
    }

    void monitorsAreKnownByTheirNames()
    {
        const KindSettings drift = experiment::lensChoice({{"kind", "DifferenceMonitor"}, {"name", "a: b"}, {"module", "bn"}, {"attribute", "running_mean"}});
        const KindSettings slow = experiment::lensChoice({{"kind", "DifferenceMonitor"}, {"name", "a: b"}, {"module", "bn"}, {"attribute", "running_mean"}, {"reducer", {{"kind", "EMA"}, {"alpha", 0.5}}}});
        const KindSettings maps = experiment::lensChoice({{"kind", "ForwardOutput"}, {"name", "maps, \"x\""}, {"types", {"Conv2d"}}});
        const auto after = lensesAfter({drift}, {settingsEvent(drift, slow), happened(RunEvent::Kind::LensOff, "a: b"),
                                                          added(maps),
                                                          happened(RunEvent::Kind::LensOff, "maps, \"x\"")});
        QCOMPARE(after.size(), std::size_t{2});
        QCOMPARE(after[0].settings["reducer"]["alpha"].get<double>(), 0.5);
        QVERIFY(!after[0].settings.at("enabled").get<bool>() && !after[1].settings.at("enabled").get<bool>());
        QCOMPARE(after[1].kind, std::string("ForwardOutput"));
        QVERIFY(after[1].settings["types"] == maps.settings["types"]);
        experiment::Experiment experiment;
        experiment.watchers = Roster(after);
        QCOMPARE(experiment.toJson().at("monitors").size(), std::size_t{1});
        QCOMPARE(experiment.toJson().at("recorders").size(), std::size_t{1});
    }

    void namesMayHoldWhatSeparatesThem_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("hasData");
        for (const char *name : {"plain", "a: b", "a: kind \"b\"", "a: enabled true, b", "kind \"StateMonitor\", module \"x\": a", "a: ", "ParameterNorm: a"})
            for (const bool hasData : {true, false})
                QTest::addRow("%s%s", name, hasData ? "" : " in words alone") << name << hasData;
    }

    void namesMayHoldWhatSeparatesThem()
    {
        QFETCH(QString, name);
        QFETCH(bool, hasData);
        const Json json = {{"kind", "StateMonitor"}, {"name", name.toStdString()}, {"module", "bn"}, {"attribute", "running_mean"}};
        Json changedJson = json;
        changedJson["reducer"] = {{"kind", "EMA"}, {"alpha", 0.5}};
        const KindSettings watcher = experiment::lensChoice(json), changed = experiment::lensChoice(changedJson);
        std::vector events = {added(watcher), happened(RunEvent::Kind::LensOff, watcher.name()), settingsEvent(watcher, changed)};
        if (!hasData)
            std::ranges::transform(events, events.begin(), inWordsAlone);
        const auto after = lensesAfter({}, events);
        QCOMPARE(after.size(), std::size_t{1});
        QCOMPARE(after[0].kind, std::string("StateMonitor"));
        QCOMPARE(after[0].name(), name.toStdString());
        QVERIFY(after[0].settings["reducer"] == changed.settings["reducer"]);
        QVERIFY(!after[0].settings.at("enabled").get<bool>());
    }

    /// The change data count, not the text of the event.
    void dataAreWhatCounts()
    {
        RunEvent event = settingsEvent(experiment::lensChoice({{"kind", "OutputNorm"}}), experiment::lensChoice({{"kind", "OutputNorm"}, {"log_scale", true}}));
        QCOMPARE(event.text, std::string("OutputNorm: log_scale true"));
        event.text = "LossMetrics: parity true";
        const auto after = lensesAfter({}, {event});
        QCOMPARE(after.at(0).kind, std::string("OutputNorm"));
        QVERIFY(after[0].settings.at("log_scale").get<bool>());
        for (const char *change : {"{", "[]", "{}", R"({"lens": 1, "settings": {}})", R"({"lens": "OutputNorm", "settings": []})",
                                   R"({"lens": "OutputNorm", "settings": {"speed": 3}})", R"({"lens": "NoLens", "settings": {}})"}) {
            event.change = change;
            QVERIFY_EXCEPTION_THROWN(lensesAfter({}, {event}), experiment::ExperimentError);
        }
    }

    /// Earlier versions recorded a refused monitor as added, although another lens already shows its plot.
    void whatWasRefusedIsSkipped()
    {
        const KindSettings monitor = experiment::lensChoice({{"kind", "StateMonitor"}, {"name", "Weight Norm"}, {"attribute", "weight"}});
        const auto after = lensesAfter({monitor}, {happened(RunEvent::Kind::LensSettings, "ParameterNorm"), happened(RunEvent::Kind::LensOff, "ParameterNorm"),
                                                   happened(RunEvent::Kind::LensOff, "Weight Norm")});
        QCOMPARE(after.size(), std::size_t{1});
        QVERIFY(!after[0].settings.at("enabled").get<bool>());
    }

    void whatIsNoSettingIsAnError()
    {
        const std::string deep = "OutputNorm: log_scale " + std::string(100'000, '[') + std::string(100'000, ']');
        QVERIFY_EXCEPTION_THROWN(lensesAfter({}, {happened(RunEvent::Kind::LensSettings, deep)}), experiment::ExperimentError);
        for (const char *text : {"OutputNorm: speed 3", "OutputNorm: log_scale", "OutputNorm: log_scale tru", "NoLens: a 1", "OutputNorm: "})
            if (std::string(text) != "OutputNorm: ")
                QVERIFY_EXCEPTION_THROWN(lensesAfter({}, {happened(RunEvent::Kind::LensSettings, text)}), std::exception);
            else
                QCOMPARE(lensesAfter({}, {happened(RunEvent::Kind::LensSettings, text)}).size(), std::size_t{1});
    }
};

LENSBOARD_TEST(LensChangesTest)
#include "tst_lens_changes.moc"
