#include "core/session/lens_changes.h"

#include <QTest>

using namespace lensboard;
using experiment::Choice;
using experiment::Json;
using record::RunEvent;

namespace {

RunEvent happened(RunEvent::Kind kind, const std::string &text)
{
    return {kind, 1, 1, text};
}

RunEvent settings(const Choice &before, const Choice &after)
{
    return happened(RunEvent::Kind::LensSettings, session::lensChangeText(before.settings, after));
}

} // namespace

class LensChangesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatEventsSayIsTakenUp()
    {
        const Choice loss = experiment::lensChoice({{"kind", "LossMetrics"}}), norm = experiment::lensChoice({{"kind", "OutputNorm"}});
        const Choice set = experiment::lensChoice({{"kind", "OutputNorm"}, {"log_scale", true}, {"include", {"Linear, 1", "a: \"b\", c"}}});
        const Choice again = experiment::lensChoice({{"kind", "OutputNorm"}, {"log_scale", false}, {"include", {"Linear, 1", "a: \"b\", c"}}});
        const auto after = session::lensesAfter({loss}, {happened(RunEvent::Kind::LensOff, "LossMetrics"),
                                                         settings(norm, set),
                                                         happened(RunEvent::Kind::Text, "OutputNorm: log_scale 12"),
                                                         settings(loss, experiment::lensChoice({{"kind", "LossMetrics"}, {"log_scale", true}})),
                                                         settings(set, again)});
        QCOMPARE(after.size(), std::size_t{2});
        QCOMPARE(after[0].kind, std::string("LossMetrics"));
        QVERIFY(!after[0].get<bool>("enabled") && after[0].get<bool>("log_scale")); // set while it was off
        QCOMPARE(after[1].kind, std::string("OutputNorm"));
        QVERIFY(after[1].settings == again.settings && after[1].get<bool>("enabled"));
    }

    void everySettingComesBack()
    {
        const Choice before = experiment::lensChoice({{"kind", "ParameterGradientGeometry"}});
        Choice changed = before;
        for (auto &[key, value] : changed.settings.items())
            if (value.is_boolean() && key != "enabled")
                value = !value.get<bool>();
        const auto after = session::lensesAfter({before}, {settings(before, changed)});
        QVERIFY(after.at(0).settings == changed.settings);
        QVERIFY(after.at(0).settings != before.settings);
    }

    void monitorsAreKnownByTheirNames()
    {
        const Choice drift = experiment::lensChoice({{"kind", "DifferenceMonitor"}, {"name", "a: b"}, {"module", "bn"}, {"attribute", "running_mean"}});
        const Choice slow = experiment::lensChoice({{"kind", "DifferenceMonitor"}, {"name", "a: b"}, {"module", "bn"}, {"attribute", "running_mean"},
                                                    {"reducer", {{"kind", "EMA"}, {"alpha", 0.5}}}});
        const Choice maps = experiment::lensChoice({{"kind", "ForwardOutput"}, {"name", "maps, \"x\""}, {"types", {"Conv2d"}}});
        const auto after = session::lensesAfter({drift}, {settings(drift, slow), happened(RunEvent::Kind::LensOff, "a: b"),
                                                          happened(RunEvent::Kind::LensSettings, session::lensChangeText(Json::object(), maps)),
                                                          happened(RunEvent::Kind::LensOff, "maps, \"x\"")});
        QCOMPARE(after.size(), std::size_t{2});
        QCOMPARE(after[0].settings["reducer"]["alpha"].get<double>(), 0.5);
        QVERIFY(!after[0].get<bool>("enabled") && !after[1].get<bool>("enabled"));
        QCOMPARE(after[1].kind, std::string("ForwardOutput"));
        QVERIFY(after[1].settings["types"] == maps.settings["types"]);
        experiment::Experiment experiment;
        experiment.setWatchers(after);
        QCOMPARE(experiment.monitors.size(), std::size_t{1});
        QCOMPARE(experiment.recorders.size(), std::size_t{1});
    }

    void whatIsNoSettingIsAnError()
    {
        for (const char *text : {"OutputNorm: speed 3", "OutputNorm: log_scale", "OutputNorm: log_scale tru", "NoLens: a 1", "OutputNorm: "})
            if (std::string(text) != "OutputNorm: ")
                QVERIFY_EXCEPTION_THROWN(session::lensesAfter({}, {happened(RunEvent::Kind::LensSettings, text)}), std::exception);
            else
                QCOMPARE(session::lensesAfter({}, {happened(RunEvent::Kind::LensSettings, text)}).size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(LensChangesTest)
#include "tst_lens_changes.moc"
