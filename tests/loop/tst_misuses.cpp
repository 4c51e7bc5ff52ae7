// Messages for misuses of the library name the value found, its place and the expected value, in Lensboard's terms.

#include "core/lens/custom_lens.h"
#include "core/loop/loop_inspector.h"
#include "core/monitor/monitors.h"
#include "core/reducer/general_reducers.h"
#include "core/store/file/run_file.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/ones.h>
#include <torch/nn/modules/linear.h>

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <functional>
#include <stdexcept>

using namespace lensboard;
namespace nn = torch::nn;
namespace fs = std::filesystem;

namespace {

/// A lens made of two functions.
class MadeLens final : public custom::BaseLens
{
public:
    using Attach = std::function<void(custom::Model &, const std::vector<custom::Module> &)>;
    using Plots = std::function<void(custom::Plot &)>;
    MadeLens(Attach attach, Plots plot) : m_attach(std::move(attach)), m_plot(std::move(plot)) {}

    std::vector<record::TagSpec> tags() const override
    {
        record::TagSpec tag;
        tag.name = "Made";
        return {tag};
    }
    void attach(custom::Model &model, const std::vector<custom::Module> &modules) override { m_attach(model, modules); }
    void plot(custom::Plot &out) override { m_plot(out); }

private:
    Attach m_attach;
    Plots m_plot;
};

const custom::Module kFar = [] {
    custom::Module module;
    module.id = 99;
    module.name = "far";
    return module;
}();

} // namespace

class MisusesTest : public QObject
{
    Q_OBJECT

private:
    using Misuse = std::function<void(MisusesTest &)>;

    fs::path path(const std::string &name) const { return m_folder.path().toStdString() + '/' + name; }
    Inspector made(std::vector<LensChoice> lenses = {}) const { return {std::move(lenses), RunRecorder(path("made.lbrun"))}; }

    void withLens(const MadeLens::Attach &attach, const MadeLens::Plots &plot) const
    {
        nn::Linear model(3, 2);
        Inspector inspector = made();
        inspector.add("made", [&] { return std::make_unique<MadeLens>(attach, plot); });
        inspector.attach(*model);
        inspector.pushLoss(1);
        inspector.tick();
    }
    void plotting(const MadeLens::Plots &plot) const
    {
        withLens([](custom::Model &, const auto &) {}, plot);
    }
    void attaching(const MadeLens::Attach &attach) const
    {
        withLens(attach, [](custom::Plot &) {});
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void init()
    {
        fs::create_directory(path("folder"));
    }

    void whatCannotBeIsExplained_data()
    {
        QTest::addColumn<Misuse>("misuse");
        QTest::addColumn<QString>("found");    // and where
        QTest::addColumn<QString>("expected"); // or advice
        using Test = MisusesTest;
        const auto lens = [](const char *name, const LensChoice &choice, const char *found, const char *expected) {
            QTest::newRow(name) << Misuse([choice](Test &test) { test.made({choice}); }) << found << expected;
        };
        lens("settings that are a list", lens::OutputNorm("[]"), "OutputNorm: found []", "expected an object");
        lens("settings that are a number", lens::OutputNorm("7"), "OutputNorm: found 7", "expected an object");
        lens("settings that are null", lens::OutputNorm("null"), "OutputNorm: found null", "expected an object");
        lens("settings that are empty", lens::OutputNorm(""), "OutputNorm: line 1", "expected");
        lens("settings that end early", lens::OutputNorm(R"({"log_scale")"), "OutputNorm: line 1", "is missing");
        lens("a number that is too large", lens::OutputNorm(R"({"log_scale": 1e999})"), "OutputNorm: ", "");
        lens("settings that are no UTF-8", lens::OutputNorm("{\"log_scale\": \"\xff\"}"), "OutputNorm: line 1", "");
        lens("a setting of another type", lens::OutputNorm(R"({"log_scale": [1]})"), "log_scale: found [1]", "expected");
        lens("a list of other items", lens::OutputNorm(R"({"include": [7]})"), "include", "expected");
        lens("a name that is a number", lens::OutputMonitor(R"({"name": 5})"), "name: found 5", "expected");
        lens("no kind", {"", "{}"}, "a lens without a kind: ", "allowed: LossMetrics");

        const auto at = [](const char *name, const Misuse &misuse, const char *found, const char *expected) {
            QTest::newRow(name) << misuse << found << expected;
        };
        at("a run without a path", [](Test &) { RunRecorder(""); }, "path", "expected the path of a run file");
        at("a run whose path ends in a slash", [](Test &test) { RunRecorder(test.path("new/")); }, "new/", "expected the path of a run file");
        at("a run that is a folder", [](Test &test) { RunRecorder(test.path("folder")); }, "folder: is a folder", "expected the path of a run file");
        at("a run in a file", [](Test &test) {
            RunRecorder(test.path("file")).close();
            RunRecorder(test.path("file/my.lbrun"));
        }, "file/my.lbrun", "");
        at("a run that goes on without a path", [](Test &) { RunRecorder::resume("", "state.pt"); }, "path", "expected the path of a run file");
        at("a run that goes on without a state", [](Test &test) { RunRecorder::resume(test.path("my.lbrun"), ""); }, "the path of the state is empty", "expected");
        at("a state that is a folder", [](Test &test) { RunRecorder::resume(test.path("my.lbrun"), test.path("folder")); }, "folder: ", "");
        at("a state without a path", [](Test &test) { test.made().saveState(""); }, "the path of the state is empty", "expected");
        at("a state into a folder", [](Test &test) { test.made().saveState(test.path("folder")); }, "folder: is a folder", "expected");

        at("a plot to a tag that is not there", [](Test &test) {
            test.plotting([](custom::Plot &out) { out.line(3, "", "a", 1); });
        }, "\"made\" plots to tag 3", "expected an index of tags(), below 1");
        at("a band to a tag that is not there", [](Test &test) {
            test.plotting([](custom::Plot &out) { out.band(1, "", {"a", "b"}, 1, 2); });
        }, "\"made\" plots to tag 1", "expected an index of tags(), below 1");
        at("a callback at a module that is not there", [](Test &test) {
            test.attaching([](custom::Model &model, const auto &) { model.afterForward(kFar, [](auto, const auto &) {}); });
        }, "\"far\"", "");
        at("a parameter of a module that is not there", [](Test &test) {
            test.attaching([](custom::Model &model, const auto &) { (void)model.parameter(kFar, "weight"); });
        }, "\"far\"", "");
        at("a gradient of no parameter", [](Test &test) {
            test.attaching([](custom::Model &model, const auto &modules) { model.onParameterGradient(modules[0], "wait", [](const auto &) {}); });
        }, "\"wait\"", "");

        at("a loss that cannot be read", [](Test &test) {
            nn::Linear model(3, 2);
            Inspector inspector = test.made({lens::LossMetrics()});
            inspector.attach(*model);
            inspector.pushLoss(at::empty({}, at::kMeta));
            inspector.tick();
        }, "a loss on meta cannot be read", "");
        at("a loss of several values", [](Test &test) { test.made().pushLoss(at::ones({3})); }, "found a tensor of 3 values", "a loss is one number");
        at("targets that are none", [](Test &test) {
            nn::Linear model(3, 2);
            Inspector inspector = test.made({lens::Data()});
            inspector.attach(*model);
            inspector.pushTargets(at::Tensor());
        }, "found an undefined tensor", "targets");
        at("a model that is not attached", [](Test &test) {
            nn::Linear model(3, 2);
            test.made().stepped(*model);
        }, "this model is not attached", "");
        at("a reducer whose time runs backwards", [](Test &) { reducer::EmaReducer(reducer::History{.stepTime = -1, .duration = 10}, 0.1); }, "step_time", "expected more than 0");
        at("an average that forgets too much", [](Test &) { reducer::EmaReducer(reducer::History(), 7); }, "alpha", "expected more than 0, at most 1");
        at("a view of a history that is not there", [](Test &) {
            reducer::PassthroughReducer reducer{reducer::History()};
            reducer.push(at::ones({2}));
            (void)reducer.view(5);
        }, "nothing is kept of 5 ago", "set a longer duration");
        at("an observation of another shape", [](Test &) {
            reducer::PassthroughReducer reducer(reducer::History{.stepTime = 1, .duration = 5});
            reducer.push(at::ones({2}));
            reducer.push(at::ones({3}));
        }, "3", "2");
    }

    void whatCannotBeIsExplained()
    {
        QFETCH(Misuse, misuse);
        QFETCH(QString, found);
        QFETCH(QString, expected);
        QString error;
        try {
            misuse(*this);
        } catch (const std::exception &thrown) {
            error = thrown.what();
        }
        QVERIFY2(error.contains(found) && error.contains(expected), qPrintable("got: " + error));
        QVERIFY2(!error.isEmpty() && !error.startsWith(": "), qPrintable("got: " + error));
        for (const char *raw : {"json.exception", "vector::", "map::at", "_M_", "basic_string", "stoi", "bad_optional", "std::", "c10::", "Exception raised from", "INTERNAL ASSERT"})
            QVERIFY2(!error.contains(raw), qPrintable("got: " + error));
        QVERIFY(!fs::exists(path("folder-2")) && !fs::exists(path("new")));
    }

    void aWarningAboutAnotherProcessKeepsItsParts()
    {
        const auto exchange = [](const std::string &own) {
            std::string other = own;
            const std::string key = "\"parameters\":"; // a checksum
            if (const std::size_t at = other.find(key); at != std::string::npos)
                other[at + key.size()] = other[at + key.size()] == '1' ? '2' : '1';
            return std::vector{own, other};
        };
        nn::Linear model(3, 2);
        Inspector inspector({lens::LossMetrics()}, RunRecorder(path("processes.lbrun")), {.processes = {0, 2, exchange}});
        inspector.attach(*model);
        inspector.pushLoss(1);
        inspector.tick();
        inspector.recorder().close();
        const store::RunFile file(inspector.path());
        store::RunCursor cursor;
        const auto events = file.since(cursor).events;
        QCOMPARE(events.size(), std::size_t{1});
        QVERIFY(events.front().text.starts_with("Process 1 trains other layers"));
        QVERIFY(events.front().text.parts());
    }
};

QTEST_APPLESS_MAIN(MisusesTest)
#include "tst_misuses.moc"
