// Reducers compared with inferno's results and with closed forms.

#include "core/experiment/experiment_schema.h"
#include "core/experiment/settings/watcher_settings.h"
#include "core/experiment/validate.h"
#include "core/reducer/reducer_factory.h"
#include "tests/support/aten.h"

#include <ATen/ops/allclose.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/full.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>

#include <QTest>

#include <cmath>
#include <fstream>
#include <limits>

using namespace lensboard;
using experiment::Json;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Creates the reducer with all defaults filled in, as in an experiment.
std::unique_ptr<reducer::Reducer> made(const Json &settings)
{
    const Json monitor = experiment::validated({{"kind", "InputMonitor"}, {"reducer", settings}},
                                               *experiment::lensSchema("InputMonitor"), "");
    return reducer::makeReducer(settings::parsed<settings::InputMonitor>(monitor).reducer);
}

at::Tensor tensorOf(const Json &values)
{
    std::vector<float> numbers;
    for (const Json &value : values)
        numbers.push_back(value.is_string() ? (value == "nan" ? NAN : INFINITY) : value.get<float>());
    return at::tensor(numbers);
}

bool same(const at::Tensor &found, const Json &expected, QString &difference)
{
    const at::Tensor wanted = tensorOf(expected).view(found.sizes());
    const bool close = at::allclose(found, wanted, 1e-5, 1e-6, true);
    if (!close)
        difference = QString::fromStdString("found " + found.toString() + " that differs from " + expected.dump());
    return close;
}

double value(const at::Tensor &tensor)
{
    return tensor.item<double>();
}

at::Tensor scalar(double number)
{
    return at::full({}, number, at::kDouble);
}

} // namespace

class ReducersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asInfernoPrinted_data()
    {
        QTest::addColumn<QByteArray>("text");
        std::ifstream file(LENSBOARD_SOURCE_DIR "/tests/data/golden/monitors.json");
        const Json all = Json::parse(file);
        for (const Json &golden : all.at("cases"))
            for (const bool inPlace : {false, true})
                QTest::addRow("%s %s%s", golden.at("reducer").get<std::string>().c_str(),
                              golden.at("settings").dump().c_str(), inPlace ? " in place" : "")
                    << QByteArray::fromStdString(Json{{"golden", golden}, {"in_place", inPlace}}.dump());
    }

    void asInfernoPrinted()
    {
        QFETCH(QByteArray, text);
        const Json row = Json::parse(text.toStdString()), &golden = row.at("golden");
        Json settings = golden.at("settings");
        if (settings.contains("tolerance") && settings["tolerance"].is_null())
            settings.erase("tolerance");
        settings["kind"] = golden.at("reducer");
        settings["inplace"] = row.at("in_place");
        const auto reducer = made(settings);
        QString difference;
        for (std::size_t i = 0; i < golden.at("observations").size(); ++i) {
            at::Tensor condition;
            if (golden.contains("conditions"))
                condition = at::tensor(golden["conditions"][i].get<std::vector<int>>()).to(at::kBool);
            reducer->push(tensorOf(golden["observations"][i]), condition);
            QVERIFY2(same(reducer->peek(), golden["peek_after_each"][i], difference), qPrintable(difference));
        }
        QCOMPARE(reducer->dump().sizes(), golden.at("dump_shape").get<std::vector<std::int64_t>>());
        QVERIFY2(same(reducer->dump(), golden["dump_newest_first"], difference), qPrintable(difference));
        for (const auto &[time, expected] : golden.at("view").items()) {
            const double ago = std::stod(time);
            const at::Tensor each = at::full_like(reducer->peek(), ago);
            if (expected.is_string()) {
                QVERIFY_EXCEPTION_THROWN(reducer->view(ago), std::out_of_range);
                QVERIFY_EXCEPTION_THROWN(reducer->view(each), std::out_of_range);
                continue;
            }
            QVERIFY2(same(reducer->view(ago), expected, difference), qPrintable(difference));
            QVERIFY2(same(reducer->view(each), expected, difference), qPrintable(difference));
        }
        reducer->clear();
        QVERIFY(!reducer->peek().defined());
    }

    void eachElementHasATimeOfItsOwn()
    {
        const auto reducer = made({{"kind", "EMA"}, {"alpha", 1.0}, {"duration", 3}});
        for (const double x : {10.0, 20.0, 40.0})
            reducer->push(at::tensor({x, -x}));
        const at::Tensor one = reducer->view(at::tensor({0.5, 2.0}));
        QCOMPARE(value(one[0]), 30.0);
        QCOMPARE(value(one[1]), -10.0);
        const at::Tensor several = reducer->view(at::tensor({0.0, 1.5, 1.0, 0.25}).view({2, 2}));
        QCOMPARE(several.sizes().vec(), (std::vector<std::int64_t>{2, 2}));
        QCOMPARE(value(several[0][1]), 15.0);
        QCOMPARE(value(several[1][1]), -35.0);
        QVERIFY_EXCEPTION_THROWN(reducer->view(at::tensor({0.0, 1.0, 2.0})), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(reducer->view(at::tensor({0.0, std::nan("")})), std::out_of_range);
    }

    void averagesOfAConstantAreThatConstant()
    {
        for (const char *kind : {"EMA", "CumulativeAverage"}) {
            const auto reducer = made({{"kind", kind}, {"duration", 5}});
            for (int i = 0; i < 1000; ++i)
                reducer->push(scalar(0.1));
            QVERIFY(std::abs(value(reducer->peek()) - 0.1) < 1e-14);
            QVERIFY(std::abs(value(reducer->view(3.7)) - 0.1) < 1e-14);
        }
    }

    void anAverageForgetsAStepGeometrically()
    {
        const auto reducer = made({{"kind", "EMA"}, {"alpha", 0.2}});
        reducer->push(scalar(0));
        for (int k = 1; k <= 40; ++k) {
            reducer->push(scalar(1));
            QVERIFY(std::abs(value(reducer->peek()) - (1 - std::pow(0.8, k))) < 1e-12);
        }
    }

    void aTraceOfOneSpikeDecaysFromThenOn()
    {
        for (const char *kind : {"NearestTrace", "CumulativeTrace"}) {
            const auto reducer = made({{"kind", kind}, {"step_time", 0.5}, {"duration", 50}, {"time_constant", 7}, {"amplitude", 3}, {"inclusive", true}});
            reducer->push(scalar(0));
            QCOMPARE(value(reducer->peek()), 0.0);
            reducer->push(scalar(1));
            for (int k = 0; k < 90; ++k) {
                QVERIFY(std::abs(value(reducer->peek()) - 3 * std::exp(-0.5 * k / 7)) < 1e-12);
                reducer->push(scalar(0));
            }
            for (const double since : {0.0, 0.1, 0.5, 13.3, 44.9}) // the spike was 45 ago
                QVERIFY(std::abs(value(reducer->view(45 - since)) - 3 * std::exp(-since / 7)) < 1e-12);
        }
    }

    void eventsTellTheTimeBetweenObservationsToo()
    {
        const auto reducer = made({{"kind", "Event"}, {"criterion", "|x| >= 2"}, {"step_time", 0.1}, {"duration", 1}});
        reducer->push(scalar(1));
        QCOMPARE(value(reducer->peek()), kInfinity);
        reducer->push(scalar(-2));
        for (int i = 0; i < 4; ++i)
            reducer->push(scalar(0));
        QVERIFY(std::abs(value(reducer->view(0.25)) - 0.15) < 1e-12);
        QCOMPARE(value(reducer->view(0.9)), kInfinity); // before the first observation
    }

    void aWindowIsAsLongAsItsDurationSays_data()
    {
        QTest::addColumn<double>("stepTime");
        QTest::addColumn<double>("duration");
        QTest::addColumn<bool>("inclusive");
        QTest::addColumn<int>("length");
        QTest::newRow("none") << 1.0 << 0.0 << false << 1;
        QTest::newRow("less than a step") << 1.0 << 0.4 << false << 1;
        QTest::newRow("whole") << 1.0 << 3.0 << false << 3;
        QTest::newRow("inclusive") << 1.0 << 3.0 << true << 4;
        QTest::newRow("a part of a step more") << 1.0 << 3.2 << false << 4;
        QTest::newRow("what a double makes of 1.1 / 0.1") << 0.1 << 1.1 << false << 11;
        QTest::newRow("nothing, inclusive") << 0.5 << 0.0 << true << 1;
    }

    void aWindowIsAsLongAsItsDurationSays()
    {
        QFETCH(double, stepTime);
        QFETCH(double, duration);
        QFETCH(bool, inclusive);
        QFETCH(int, length);
        const auto reducer = made({{"kind", "Passthrough"}, {"step_time", stepTime}, {"duration", duration}, {"inclusive", inclusive}});
        reducer->push(scalar(1));
        QCOMPARE(reducer->dump().size(0), length);
    }

    void aHistoryLongerThanItsWindowKeepsTheNewest()
    {
        for (const bool inPlace : {false, true}) {
            const auto reducer = made({{"kind", "Passthrough"}, {"duration", 3}, {"inplace", inPlace}});
            for (int i = 1; i <= 7; ++i)
                reducer->push(scalar(i));
            QVERIFY(at::equal(reducer->dump(), at::tensor({7.0, 6.0, 5.0})));
            QCOMPARE(reducer->observations(), std::size_t(7));
            QCOMPARE(reducer->bytes(), std::size_t(3 * 8));
        }
    }

    void aHistoryShorterThanItsWindowIsFilledUp()
    {
        const auto kept = made({{"kind", "Passthrough"}, {"duration", 4}});
        kept->push(scalar(5));
        kept->push(scalar(6));
        QVERIFY(at::equal(kept->dump(), at::tensor({6.0, 5.0, 0.0, 0.0})));
        const auto events = made({{"kind", "Event"}, {"duration", 3}});
        events->push(scalar(1));
        QVERIFY(at::equal(events->dump(), at::tensor({0.0, kInfinity, kInfinity})));
    }

    void whatIsInPlaceChangesAndWhatIsNotStays()
    {
        for (const bool inPlace : {false, true}) {
            const auto reducer = made({{"kind", "Passthrough"}, {"inplace", inPlace}});
            at::Tensor buffer = at::zeros({2});
            reducer->push(buffer);
            const at::Tensor seen = reducer->peek();
            buffer.fill_(9); // already pushed values must not be read again
            QCOMPARE(value(seen[0]), 0.0);
            reducer->push(buffer);
            QCOMPARE(value(seen[0]), inPlace ? 9.0 : 0.0);
            QCOMPARE(value(reducer->peek()[0]), 9.0);
        }
    }

    /// For example, when a training continues on another device.
    void aHistoryFollowsItsObservations()
    {
        for (const bool inPlace : {false, true}) {
            const auto reducer = made({{"kind", "Passthrough"}, {"duration", 4}, {"inplace", inPlace}});
            reducer->restore(at::tensor({2.0f, 1.0f}), 7);
            QCOMPARE(reducer->filled(), std::size_t{2});
            reducer->push(scalar(3).to(at::kDouble));
            QVERIFY(at::equal(reducer->dump(), at::tensor({3.0, 2.0, 1.0, 0.0}, at::kDouble)));
            QCOMPARE(reducer->observations(), std::size_t{8});
            QCOMPARE(reducer->filled(), std::size_t{3});
            reducer->push(scalar(4).to(at::kDouble));
            reducer->push(scalar(5).to(at::kDouble));
            QCOMPARE(reducer->filled(), std::size_t{4});
            reducer->clear(true);
            QCOMPARE(reducer->filled(), std::size_t{0});
        }
    }

    void whatIsRestoredGoesOn()
    {
        for (const char *kind : {"EMA", "CumulativeAverage", "Event", "ScaledCumulativeTrace", "Passthrough"})
            for (const bool inPlace : {false, true}) {
                const Json settings = {{"kind", kind}, {"duration", 3}, {"inplace", inPlace}};
                const auto whole = made(settings), first = made(settings), second = made(settings);
                for (int i = 0; i < 12; ++i) {
                    const at::Tensor observation = at::tensor({std::sin(1.0f * i), std::cos(1.0f * i)});
                    whole->push(observation);
                    if (i == 5) {
                        second->restore(first->dump(), first->observations());
                        QVERIFY2(at::equal(second->dump(), first->dump()), kind); // also the earlier states
                    }
                    (i < 5 ? first : second)->push(observation);
                }
                QVERIFY2(at::equal(second->peek(), whole->peek()), kind);
                QVERIFY2(at::equal(second->dump(), whole->dump()), kind);
                QCOMPARE(second->observations(), std::size_t{12});
            }
    }

    void anotherShapeNeedsAClearHistory()
    {
        const auto reducer = made({{"kind", "EMA"}, {"duration", 2}});
        reducer->push(at::ones({2, 3}));
        QVERIFY_EXCEPTION_THROWN(reducer->push(at::ones({3})), std::invalid_argument);
        QCOMPARE(reducer->observations(), std::size_t(1));
        reducer->clear(true); // the shape stays
        QVERIFY(!reducer->peek().defined() && !reducer->dump().defined() && !reducer->view(0).defined());
        QVERIFY_EXCEPTION_THROWN(reducer->push(at::ones({3})), std::invalid_argument);
        reducer->push(at::full({2, 3}, 4.0));
        QCOMPARE(value(reducer->dump().sum()), 24.0); // no earlier values remain
        reducer->clear();
        reducer->push(at::ones({3}));
        QCOMPARE(reducer->peek().sizes(), (std::vector<std::int64_t>{3}));
    }

    void settingTheDurationKeepsTheStepTime()
    {
        const auto reducer = made({{"kind", "Event"}, {"step_time", 0.5}, {"duration", 1}});
        reducer->push(scalar(1));
        reducer->setDuration(3);
        QCOMPARE(reducer->history().stepTime, 0.5);
        QVERIFY(!reducer->peek().defined());
        reducer->push(scalar(1));
        reducer->push(scalar(0));
        QCOMPARE(reducer->dump().size(0), 6);
        QCOMPARE(value(reducer->peek()), 0.5);
        reducer->setStepTime(2);
        reducer->setInclusive(true);
        reducer->push(scalar(1));
        QCOMPARE(reducer->dump().size(0), 3);
        QVERIFY_EXCEPTION_THROWN(reducer->setStepTime(0), std::invalid_argument);
        QCOMPARE(reducer->history().stepTime, 2.0);
    }

    void statesKeepWhatPrecisionThereIs()
    {
        const auto ema = made({{"kind", "EMA"}});
        ema->push(at::ones({2}, at::kHalf));
        QCOMPARE(test::aten(ema->peek()).scalar_type(), at::kFloat);
        const auto kept = made({{"kind", "Passthrough"}});
        kept->push(at::ones({2}, at::kLong));
        QCOMPARE(test::aten(kept->peek()).scalar_type(), at::kLong);
        const auto spikes = made({{"kind", "CumulativeTrace"}});
        spikes->push(at::ones({2}, at::kBool));
        QCOMPARE(value(spikes->peek()[0]), 1.0);
    }

    void whatCannotBeIsRefused()
    {
        const auto trace = made({{"kind", "ConditionalNearestTrace"}});
        QVERIFY_EXCEPTION_THROWN(trace->push(at::ones({2})), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(trace->push(at::ones({2}), at::ones({3}, at::kBool)), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(made({{"kind", "Passthrough"}})->push(at::Tensor()), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(made({{"kind", "Passthrough"}, {"step_time", 1e-9}, {"duration", 1e9}}), std::invalid_argument);
    }
};

QTEST_GUILESS_MAIN(ReducersTest)
#include "tst_reducers.moc"
