#include "core/experiment/experiment.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/json_text.h"
#include "core/experiment/problem.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lensboard::experiment;

namespace {

Json smallest()
{
    return {{"format", 1},
            {"dataset", {{"kind", "spirals"}}},
            {"model", {{"kind", "mlp"}}},
            {"optimizer", {{"kind", "sgd"}}},
            {"lenses", {{{"kind", "LossMetrics"}}, {{"kind", "ParameterGradientGeometry"}}}}};
}

QString messageOf(const Json &json)
{
    try {
        Experiment::fromJson(json);
    } catch (const ExperimentError &error) {
        return error.what();
    }
    return "no error";
}

} // namespace

class ExperimentTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void defaultsAreFilledInAndStay()
    {
        const Experiment experiment = Experiment::fromJson(smallest());
        QCOMPARE(experiment.batchSize, 64);
        QCOMPARE(experiment.optimizer.settings.at("momentum").get<double>(), 0.9);
        QVERIFY(experiment.tick.everyEpoch());
        QVERIFY(experiment.watchers.all()[1].settings.at("range_aggregation") == Json::array({"std", "min-max"}));
        const Json whole = experiment.toJson();
        QVERIFY(Experiment::fromJson(whole).toJson() == whole);
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QString>("assignment");
        QTest::addColumn<QString>("message");
        QTest::newRow("mistyped key") << "optimizer.momentun=0.5"
                                      << "optimizer.momentun: unknown key \"momentun\", did you mean \"momentum\"? allowed: kind, lr, ";
        QTest::newRow("mistyped kind") << "model.kind=cn" << "model.kind: unknown kind \"cn\", did you mean \"cnn\"? allowed: mlp, cnn, resnet, spiking, transformer";
        QTest::newRow("mistyped lens") << "lenses.1.kind=ParameterGradientGeomtry" << "did you mean \"ParameterGradientGeometry\"?";
        QTest::newRow("text for a number") << "epochs=\"ten\"" << "epochs: found \"ten\", expected a whole number";
        QTest::newRow("fraction") << "epochs=1.5" << "epochs: found 1.5, expected a whole number";
        QTest::newRow("too small") << "batch_size=0" << "batch_size: found 0, expected a number from 1";
        QTest::newRow("not positive") << "optimizer.lr=0" << "optimizer.lr: found 0, expected a number greater than 0";
        QTest::newRow("number for a flag") << "lenses.1.parity=1" << "lenses.1.parity: found 1, expected true or false";
        QTest::newRow("method") << "lenses.1.line_aggregation=[\"mean\",\"averge\"]"
                                << "lenses.1.line_aggregation.1: unknown value \"averge\"";
        QTest::newRow("quantile in running mode") << "lenses.1.line_aggregation=[\"median\"]"
                                                  << "set lenses.1.inplace to false";
        QTest::newRow("method twice") << "lenses.1.line_aggregation=[\"mean\",\"mean\"]"
                                      << "lenses.1.line_aggregation.1: \"mean\" is listed a second time";
        QTest::newRow("parameter twice") << "lenses.1.parameters=[\"weight\",\"bias\",\"weight\"]"
                                         << "lenses.1.parameters.2: \"weight\" is listed a second time";
        QTest::newRow("two capitals of one plot") << "lenses.1.parameters=[\"w\",\"W\"]"
                                                  << "lenses.1.parameters: \"w\" and \"W\" would share a plot";
        QTest::newRow("two patterns of one plot") << "lenses.1.parameters=[\"weight\",\"weight_*\"]"
                                                  << "lenses.1.parameters: \"weight\" and \"weight_*\" would share a plot";
        QTest::newRow("nothing to draw") << "lenses.1={\"kind\":\"OutputNorm\",\"line_aggregation\":[],\"range_aggregation\":[]}"
                                         << "lenses.1.line_aggregation: nothing is drawn";
        QTest::newRow("nothing to show") << "lenses.1={\"kind\":\"OutputActivation\",\"activation\":false,\"death\":false}"
                                         << "lenses.1.death: nothing is shown";
        QTest::newRow("lens twice") << "lenses.1.kind=LossMetrics" << "a second LossMetrics";
        QTest::newRow("lens of no plug-in") << "custom_lenses=[{\"kind\":\"CustomLens\",\"lens\":\"Mine\"}]"
                                            << "custom_lenses.0.path: found \"\", expected a plug-in";
        QTest::newRow("plug-in without a lens") << "custom_lenses=[{\"kind\":\"CustomLens\",\"path\":\"libmine.so\"}]"
                                                << "custom_lenses.0.lens: found \"\", expected the name of a lens";
        QTest::newRow("lag of no number") << "monitors=[{\"kind\":\"OutputMonitor\",\"lags\":[\"1\"]}]" << "monitors.0.lags.0: found \"1\", expected a number";
        QTest::newRow("lag too long") << "monitors=[{\"kind\":\"OutputMonitor\",\"reducer\":{\"kind\":\"EMA\",\"duration\":4},\"lags\":[1,4]}]"
                                      << "monitors.0.lags.1: found 4, and the reducer keeps states of up to 3 ago; set monitors.0.reducer.duration";
        QTest::newRow("newer format") << "format=2" << "this Lensboard reads up to 1";
        QTest::newRow("pictures of points") << "model.kind=cnn" << "a cnn needs pictures";
        QTest::newRow("resnet of points") << "model.kind=resnet" << "a resnet needs pictures";
        QTest::newRow("transformer of points") << "model.kind=transformer"
                                               << "a transformer needs a text, spirals is none; use \"mlp\", or the dataset.kind \"text\"";
        QTest::newRow("empty table") << "dataset={\"kind\":\"csv\",\"path\":\"\"}" << "dataset.path: found \"\", expected a table";
        QTest::newRow("no target") << "dataset={\"kind\":\"csv\",\"path\":\"a\",\"target\":[]}" << "dataset.target: found [], expected a column";
        QTest::newRow("two classes") << "dataset={\"kind\":\"csv\",\"path\":\"a\",\"target\":[\"y\",\"z\"]}"
                                     << "dataset.target: found 2 columns, and a classification predicts one; set dataset.task to \"regression\"";
        QTest::newRow("empty array") << "dataset={\"kind\":\"numpy\",\"inputs\":\"a\",\"targets\":\"\"}"
                                     << "dataset.targets: found \"\", expected an .npy file, or the name";
        QTest::newRow("half a validation") << "dataset={\"kind\":\"idx\",\"inputs\":\"a\",\"targets\":\"b\",\"validation_inputs\":\"c\"}"
                                           << "dataset.validation_targets: found \"\", expected one with dataset.validation_inputs";
        QTest::newRow("mlp of text") << "dataset={\"kind\":\"text\",\"path\":\"a.txt\"}"
                                     << "model.kind: found \"mlp\", a text needs \"transformer\"";
        QTest::newRow("text without a file") << "dataset={\"kind\":\"text\"}" << "dataset: lacks the key \"path\" (the text, a file in UTF-8";
        QTest::newRow("torchscript with an empty path") << "model={\"kind\":\"torchscript\",\"path\":\"\"}"
                                                        << "model.path: found \"\", expected a TorchScript file";
        QTest::newRow("text with an empty path") << "dataset={\"kind\":\"text\",\"path\":\"\"}" << "dataset.path: found \"\", expected a file";
        QTest::newRow("list for an object") << "dataset=[1]" << "dataset: found [1], expected an object";
        QTest::newRow("missing kind") << "dataset={}" << "dataset: lacks the key \"kind\"; allowed: fashion-mnist, spirals";
    }

    void aTextStandsForAListOfOne()
    {
        Json json = {{"format", 1}, {"dataset", {{"kind", "csv"}, {"path", "a"}, {"target", "y"}, {"task", "regression"}}},
                     {"model", {{"kind", "mlp"}}}, {"loss", {{"kind", "mse"}}}, {"optimizer", {{"kind", "sgd"}}}};
        QCOMPARE(Experiment::fromJson(json).dataset.settings.at("target").get<std::vector<std::string>>(), std::vector<std::string>{"y"});
        json["dataset"]["target"] = {"y", "-1"};
        QCOMPARE(Experiment::fromJson(json).dataset.settings.at("target").get<std::vector<std::string>>(), (std::vector<std::string>{"y", "-1"}));
    }

    void mistakesAreNamed()
    {
        QFETCH(QString, assignment);
        QFETCH(QString, message);
        Json json = smallest();
        setValue(json, assignment.toStdString());
        QVERIFY2(messageOf(json).contains(message), qPrintable(messageOf(json)));
    }

    void modelsMustFitTogether_data()
    {
        QTest::addColumn<QString>("dataset");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("message");
        const QString pictures = R"({"kind":"fashion-mnist"})", text = R"({"kind":"text","path":"a.txt"})";
        QTest::newRow("text in a resnet") << text << R"({"kind":"resnet"})" << "a text needs \"transformer\"";
        QTest::newRow("pictures in a transformer") << pictures << R"({"kind":"transformer"})" << "use \"mlp\", \"cnn\" or \"resnet\", or";
        QTest::newRow("no stage") << pictures << R"({"kind":"resnet","widths":[]})" << "model.widths: found [], expected at least one";
        QTest::newRow("stages without blocks") << pictures << R"({"kind":"resnet","widths":[8,16]})"
                                               << "model.blocks: found [2,2,2,2], expected 2 numbers";
        QTest::newRow("heads") << text << R"({"kind":"transformer","heads":3})" << "model.heads: found 3, expected a divisor of model.width (128)";
        const QString table = R"({"kind":"csv","path":"a.csv"})", arrays = R"({"kind":"numpy","inputs":"x.npy","targets":"y.npy"})";
        QTest::newRow("table in a cnn") << table << R"({"kind":"cnn"})" << "a cnn needs pictures, a table has rows of numbers; use \"mlp\"";
        QTest::newRow("table in a transformer") << table << R"({"kind":"transformer"})" << "csv is none; use \"mlp\", or the dataset.kind";
        QTest::newRow("arrays in a cnn") << arrays << R"({"kind":"cnn"})" << "no error"; // checked when the data are loaded
        QTest::newRow("arrays in a transformer") << arrays << R"({"kind":"transformer"})" << "no error";
        QTest::newRow("folders in a resnet") << R"({"kind":"images","path":"a"})" << R"({"kind":"resnet"})" << "no error";
        QTest::newRow("pictures in a resnet") << pictures << R"({"kind":"resnet"})" << "no error";
        QTest::newRow("text in a torchscript") << text << R"({"kind":"torchscript","path":"a.pt"})" << "no error";
        QTest::newRow("text in a transformer") << text << R"({"kind":"transformer"})" << "no error";
    }

    void modelsMustFitTogether()
    {
        QFETCH(QString, dataset);
        QFETCH(QString, model);
        QFETCH(QString, message);
        Json json = smallest();
        setValue(json, "dataset=" + dataset.toStdString());
        setValue(json, "model=" + model.toStdString());
        QVERIFY2(messageOf(json).contains(message), qPrintable(messageOf(json)));
    }

    void aLensIsCheckedByItself()
    {
        const KindSettings lens = lensChoice({{"kind", "OutputActivation"}, {"eps", 0.5}});
        QCOMPARE(lens.kind, "OutputActivation");
        QCOMPARE(lens.settings.at("eps").get<double>(), 0.5);
        QVERIFY(lens.settings.at("enabled").get<bool>());
        const auto complaint = [](const Json &json) {
            try {
                (void)lensChoice(json);
            } catch (const ExperimentError &error) {
                return QString(error.what());
            }
            return QString();
        };
        QVERIFY(complaint({{"kind", "OutputActivation"}, {"eps", -1}}).startsWith("lens.eps: found -1"));
        QVERIFY(complaint({{"kind", "OutputActivatoin"}}).contains("did you mean \"OutputActivation\""));
        QVERIFY(complaint(Json::array()).startsWith("lens: found [], expected an object"));
        QVERIFY(complaint({{"kind", "LossMetrics"}, {"loss_range", {"Q1-Q3"}}}).contains("set lens.inplace to false"));
        QCOMPARE(complaint({{"kind", "LossMetrics"}, {"loss_range", {"Q1-Q3"}}, {"inplace", false}}), QString());
        try {
            checkLens({"LossMetrics", {{"inplace", true}, {"loss_line", {"median"}}}}, "");
            QFAIL("no error");
        } catch (const ExperimentError &error) {
            QVERIFY2(QString(error.what()).startsWith("loss_line: \"median\" needs every value of a tick; set inplace to false"),
                     error.what());
        }
    }

    void missingKeysAreNamed()
    {
        Json json = smallest();
        json.erase("model");
        QVERIFY(messageOf(json).contains("lacks the key \"model\""));
        QVERIFY(messageOf(Json::array()).contains("expected an object"));
    }

    void textsMustBeUtf8()
    {
        Json json = smallest();
        setValue(json, "name=\xff\xfe");
        QVERIFY2(messageOf(json).contains("expected a text in UTF-8"), qPrintable(messageOf(json)));
    }

    void assignmentsReachEveryPlace()
    {
        Json json = smallest();
        setValue(json, "optimizer.lr=0.5");
        setValue(json, "tick.unit=steps");
        setValue(json, "epochs=1e3");
        setValue(json, "lenses.0.metrics=[\"val_accuracy\"]");
        const Experiment experiment = Experiment::fromJson(json);
        QCOMPARE(experiment.optimizer.settings.at("lr").get<double>(), 0.5);
        QVERIFY(!experiment.tick.everyEpoch());
        QCOMPARE(experiment.epochs, 1000);
        QVERIFY(experiment.watchers.all()[0].settings.at("metrics") == Json::array({"val_accuracy"}));
        for (const char *wrong : {"lr", "=1", "lenses.9.parity=true", "lenses.x.parity=true", "format.x=1"})
            QVERIFY_EXCEPTION_THROWN(setValue(json, wrong), ExperimentError);

        json["lenses"] = {{{"kind", "LossMetrics"}}, {{"kind", "OutputNorm"}}};
        setValue(json, "lenses.OutputNorm.enabled=false");
        QVERIFY(json["lenses"][1] == Json({{"kind", "OutputNorm"}, {"enabled", false}}));
        json["lenses"].push_back({{"kind", "OutputNorm"}, {"name", "second"}});
        QVERIFY_EXCEPTION_THROWN(setValue(json, "lenses.OutputNorm.enabled=false"), ExperimentError); // ambiguous
    }

    void filesAndTextsThatAreNoExperiment()
    {
        const QTemporaryDir folder;
        const auto expect = [&](const QByteArray &content, const QString &message) {
            QFile file(folder.filePath("e.json"));
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(content);
            file.close();
            try {
                readExperiment(file.fileName().toStdString());
                QFAIL("no error");
            } catch (const ExperimentError &error) {
                QVERIFY2(QString(error.what()).contains(message), error.what());
                QVERIFY(QString(error.what()).startsWith(file.fileName()));
            }
        };
        expect("{\n  \"format\": 1,\n  \"dataset\" {}\n}", "line 3");
        expect("", "line 1, column 1: an experiment is expected");
        expect(QByteArray(1 << 20, '['), "nested deeper");
        expect("\xff\xfe{}", "line 1, column 1: ");
        expect("{\"epochs\": 1e9999}", "line 1, column 12: 1e9999 is too large for a number");
        expect("{\n  \"optimizer\": {\"lr\": 0.1,\n    \"kind\": \"sgd\",\n    \"lr\": 0.2},\n  \"epochs\": 3\n}", "optimizer.lr: is given twice, again in line 4");
        expect("{\"lenses\": [{\"kind\": \"a\"}, {\"kind\": \"b\", \"k\\u0069nd\": \"c\"}]}", "lenses.1.kind: is given twice, again in line 1");
        QVERIFY_EXCEPTION_THROWN(readExperiment("/no/such.json"), ExperimentError);
        QVERIFY_EXCEPTION_THROWN(readExperiment("/"), ExperimentError);
    }

    void mistakesAreToldAsOneSaysThem_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("message");
        const auto row = [](const char *name, const char *json, const char *message) { QTest::newRow(name) << QByteArray(json) << QString(message); };
        row("no comma", "{\n  \"epochs\": 3\n  \"seed\": 1\n}", "line 2, column 14: a comma is missing here");
        row("no comma in a list", "{\"hidden\": [1 2]}", "line 1, column 14: a comma is missing here");
        row("a comma too many", "{\n  \"epochs\": 3,\n}", "line 2, column 14: this comma is followed by nothing; take it away");
        row("the same in a list", "{\"hidden\": [1, ]}", "line 1, column 14: this comma is followed by nothing; take it away");
        row("no colon", "{\n  \"dataset\" {}}", "line 2, column 12: a colon is missing here, between a name and its value");
        row("no value", "{\"epochs\": , \"seed\": 1}", "line 1, column 12: a value is missing here");
        row("no quote", "{\n  \"name\": \"größe,\n  \"epochs\": 3\n}", "line 2, column 11: the text that begins here does not end; a \" is missing");
        row("no quote before a name", "{\"größe\": 1, name\": 2}", "line 1, column 14: a name is expected here, in double quotes: \"epochs\"");
        row("other quotes", "{'epochs': 3}", "line 1, column 2: a name is expected here, in double quotes: \"epochs\"");
        row("another language", "{\"nesterov\": True}", "line 1, column 14: True is no value; texts stand in double quotes, and true, false and null are written so");
        row("a folder", R"({"path": "C:\data"})", R"(line 1, column 13: this backslash begins nothing that JSON knows; one that is meant is written \\)");
        row("a comment", "{\"epochs\": 3 // few\n}", "line 1, column 14: JSON knows no comments; take this away");
        row("no end", "{\n  \"model\": {\n    \"hidden\": [64, 64],\n    \"dropout\": 0.1\n", "line 2, column 12: the object or list that begins here does not end; a } is missing");
        row("another end", "{\"hidden\": [64, 64}", "line 1, column 19: here stands } where ] is expected");
        row("more after the end", "{}\n}", "line 2, column 1: the experiment ended before this; take it away");
        row("a tab", "{\"name\": \"a\tb\"}", "line 1, column 12: a control character stands in a text; a tab is written \\t");
        row("another encoding", "{\n\"name\": \"gr\xf6\xdf\"}", "line 2, column 12: this is not JSON in UTF-8");
        row("an escape without its digits", "{\"name\": \"\\u12\"}", "line 1, column 15: this is not JSON in UTF-8");
    }

    void mistakesAreToldAsOneSaysThem()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, message);
        try {
            parseJson(json.toStdString());
            QFAIL("no error");
        } catch (const ExperimentError &error) {
            QCOMPARE(QString::fromUtf8(error.what()), message);
        }
    }

    void filesAreLookedForBesideTheExperiment_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("expected");
        QTest::newRow("beside") << "a.txt" << "FOLDER/sub/a.txt";
        QTest::newRow("above") << "../a.txt" << "FOLDER/a.txt";
        QTest::newRow("absolute") << "/data/a.txt" << "/data/a.txt";
        QTest::newRow("where it is usually") << "" << "";
    }

    void filesAreLookedForBesideTheExperiment()
    {
        QFETCH(QString, path);
        QFETCH(QString, expected);
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("sub"));
        QFile file(folder.filePath("sub/e.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        Json json = smallest();
        json["dataset"] = {{"kind", "fashion-mnist"}, {"path", path.toStdString()}};
        json["model"] = {{"kind", "torchscript"}, {"path", path.isEmpty() ? "/a.pt" : path.toStdString()}};
        file.write(QByteArray::fromStdString(json.dump()));
        file.close();
        const QString before = QDir::currentPath();
        for (const QString &from : {before, folder.path()}) { // independent of the current folder and of the file's name
            QVERIFY(QDir::setCurrent(from));
            const std::string name = from == before ? file.fileName().toStdString() : "sub/e.json";
            QCOMPARE(QString::fromStdString(readExperiment(name).dataset.settings.at("path").get<std::string>()),
                     expected.replace("FOLDER", folder.path()));
            QCOMPARE(readJsonFile(name)["dataset"]["path"].get<std::string>(), expected.toStdString());
            QCOMPARE(readJsonFile(name)["model"]["path"].get<std::string>(), path.isEmpty() ? "/a.pt" : expected.toStdString());
        }
        QVERIFY(QDir::setCurrent(before));
    }

    void pathsOfDataAreMeantFromTheExperimentsFolder()
    {
        const auto resolved = [](const Json &dataset) {
            Json json = {{"dataset", dataset}};
            resolvePaths(json, "/there/e.json");
            return json.at("dataset");
        };
        QVERIFY(resolved({{"kind", "csv"}, {"path", "../a.csv"}, {"target", "y"}})
                == Json({{"kind", "csv"}, {"path", "/a.csv"}, {"target", "y"}}));
        QVERIFY(resolved({{"kind", "idx"}, {"inputs", "x"}, {"targets", "/y"}, {"validation_inputs", ""}})
                == Json({{"kind", "idx"}, {"inputs", "/there/x"}, {"targets", "/y"}, {"validation_inputs", ""}}));
        QVERIFY(resolved({{"kind", "numpy"}, {"inputs", "x.npy"}, {"path", ""}})
                == Json({{"kind", "numpy"}, {"inputs", "/there/x.npy"}, {"path", ""}}));
        QVERIFY(resolved({{"kind", "numpy"}, {"inputs", "x"}, {"path", "a.npz"}})
                == Json({{"kind", "numpy"}, {"inputs", "x"}, {"path", "/there/a.npz"}})); // a name in the archive
        Json lenses = {{"custom_lenses", {{{"path", "a.so"}}, {{"path", "/b.so"}}, {{"path", ""}}, {{"path", 5}}, 7, Json::object()}}};
        resolvePaths(lenses, "/there/e.json");
        QVERIFY(lenses["custom_lenses"] == Json({{{"path", "/there/a.so"}}, {{"path", "/b.so"}}, {{"path", ""}}, {{"path", 5}}, 7, Json::object()}));
        for (const Json &odd : {Json(5), Json({{"kind", 7}, {"path", "a"}}), Json({{"kind", "csv"}, {"path", 5}}), Json({{"path", "a"}})})
            QVERIFY(resolved(odd) == odd);
    }

    void aPlugInTakesAllThatWatches()
    {
        Json json = smallest();
        json["dataset"] = {{"kind", "plugin"}};
        json["model"] = {{"kind", "plugin"}, {"path", "/libmine.so"}};
        json["monitors"] = Json::array({{{"kind", "OutputMonitor"}, {"name", "made"}, {"module", "critic.fc"}}});
        json["recorders"] = Json::array({{{"kind", "ForwardOutput"}, {"layers", {"critic.fc"}}}});
        QCOMPARE(Experiment::fromJson(json).watchers.all().size(), smallest().value("lenses", Json::array()).size() + 2);
    }

    void theExamplesAreValid()
    {
        const QDir folder(LENSBOARD_SOURCE_DIR "/resources/experiments");
        const QStringList names = folder.entryList({"*.json"});
        QVERIFY(names.size() >= 5);
        for (const QString &name : names)
            readExperiment(folder.filePath(name).toStdString());
    }

    void theSchemaInResourcesIsThatOfTheProgram()
    {
        QFile file(LENSBOARD_SOURCE_DIR "/resources/experiment.schema.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Json shipped = Json::parse(file.readAll().toStdString());
        QVERIFY2(shipped == jsonSchema(), "write it anew: lensboard schema > resources/experiment.schema.json");
    }

    void everyProblemIsFoundWithItsPath()
    {
        Json json = smallest();
        json["epochs"] = "ten";
        json["optimizer"]["momentun"] = 0.5;
        json["optimizer"]["lr"] = 0;
        json["lenses"][1]["line_aggregation"] = {"mean", "middle"};
        json["model"] = {{"kind", "cn"}};
        json.erase("format");
        json["dataset"] = {{"kind", "text"}};
        json["to: do"] = 1;
        QStringList paths, messages;
        for (const Problem &problem : problemsOf(json)) {
            paths << QString::fromStdString(problem.path);
            messages << QString::fromStdString(problem.message);
        }
        QCOMPARE(paths, (QStringList{"to: do", "format", "dataset.path", "model.kind", "optimizer.momentun", "optimizer.lr", "epochs",
                                     "lenses.1.line_aggregation.1"}));
        QVERIFY2(messages[0].startsWith("unknown key \"to: do\""), qPrintable(messages[0]));
        QVERIFY2(messages[2].startsWith("must be given: the text"), qPrintable(messages[2]));
        QVERIFY2(messages[3].startsWith("unknown kind \"cn\", did you mean \"cnn\"?"), qPrintable(messages[3]));
        QVERIFY2(messages[4].contains("did you mean \"momentum\"? allowed: kind, lr"), qPrintable(messages[4]));
    }

    void rulesThatSpanKeysHaveAPathToo()
    {
        QVERIFY(problemsOf(smallest()).empty());
        Json json = smallest();
        json["model"]["kind"] = "transformer";
        QCOMPARE(problemsOf(json).size(), std::size_t{1});
        QCOMPARE(problemsOf(json).front().path, std::string("model.kind"));
        json["format"] = 2; // a future format with unknown keys
        json["future"] = true;
        QCOMPARE(problemsOf(json).size(), std::size_t{1});
        QVERIFY(problemsOf(json).front().message.find("newer") != std::string::npos);
        QCOMPARE(problemsOf(5).front().path, std::string());
    }

    void formerLimitsOfRulesAreIgnoredWithANotice()
    {
        Json json = smallest();
        json["health"]["rules"] = {{{"kind", "Plateau"}, {"killed_level", 0.5}, {"least_fall", "damaged"}}, {{"kind", "LossSpike"}, {"sensitivity", "low"}}};
        const Experiment experiment = Experiment::fromJson(json);
        QCOMPARE(experiment.notices.size(), std::size_t{2});
        QVERIFY(experiment.notices[0].starts_with("health.rules.0.killed_level is ignored"));
        QVERIFY(experiment.notices[1].starts_with("health.rules.0.least_fall is ignored"));
        QVERIFY(problemsOf(json).empty());
        QVERIFY(Experiment::fromJson(experiment.toJson()).notices.empty());
        json["health"]["rules"][0]["killed_levl"] = 0.5;
        QCOMPARE(problemsOf(json).size(), std::size_t{1});
        QCOMPARE(problemsOf(json).front().path, std::string("health.rules.0.killed_levl"));
        json["health"]["rules"] = {{{"kind", "DataStarvation"}, {"share", 0.5}}, {{"kind", "InputsNotNormalised"}, {"mean large", 1}}};
        QCOMPARE(problemsOf(json).size(), std::size_t{1});
        QCOMPARE(problemsOf(json).front().path, std::string("health.rules.1.mean large")); // two of them are none
        json["health"]["rules"] = {{{"kind", "LoopFault"}, {"sensitivity", "low"}}};
        QCOMPARE(problemsOf(json).front().path, std::string("health.rules.0.sensitivity"));
    }

    void theFirstExperimentIsUsableAndWhole()
    {
        const Json whole = Experiment::fromJson(firstExperiment()).toJson();
        Json first = firstExperiment();
        first["lenses"] = whole["lenses"]; // lenses given only by kind, like in the examples
        QVERIFY(whole == first);
        QCOMPARE(Experiment::fromJson(first).inspector.budget, 0.1);
        QCOMPARE(Experiment().inspector.budget, 0.0); // without a budget every step is measured
    }

    void theFirstExperimentHasTheUsualLenses()
    {
        QVERIFY(firstExperiment()["lenses"]
                == Json({{{"kind", "LossMetrics"}}, {{"kind", "OutputActivation"}}, {{"kind", "ParameterGradientGeometry"}},
                         {{"kind", "ParameterNorm"}}, {{"kind", "ParameterUpdateGeometry"}}}));
        QVERIFY(!Experiment::fromJson(firstExperiment()).tick.everyEpoch());
    }

    void prettyTextIsThatOfTheExamples()
    {
        const QDir folder(LENSBOARD_SOURCE_DIR "/resources/experiments");
        for (const QString &name : folder.entryList({"*.json"})) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray written = file.readAll();
            QCOMPARE(QByteArray::fromStdString(prettyText(parseJson(written.toStdString()))), written);
        }
        Json nested = {{"a", Json::array()}, {"b", {{"c", std::string(120, 'x')}, {"d", {1, 2}}}}};
        QCOMPARE(prettyText(nested), "{\n  \"a\": [],\n  \"b\": {\n    \"c\": \"" + std::string(120, 'x') + "\",\n    \"d\": [1, 2]\n  }\n}\n");
    }

    void linesOfPathsAreFound_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("line");
        QTest::newRow("top") << "" << 1;
        QTest::newRow("key") << "epochs" << 2;
        QTest::newRow("key that was listed twice") << "name" << 9;
        QTest::newRow("key of an item") << "lenses.1.eps" << 7;
        QTest::newRow("missing key") << "lenses.1.kind" << 6;
        QTest::newRow("missing item") << "lenses.2" << 4;
        QTest::newRow("escaped") << "a\"b" << 10;
    }

    void linesOfPathsAreFound()
    {
        QFETCH(QString, path);
        QFETCH(int, line);
        const char *json = "{\n"
                           "  \"epochs\": [[]],\n"
                           "  \"name\": \"lenses\\\"{\",\n"
                           "  \"lenses\": [\n"
                           "    {\"kind\": \"eps\"},\n"
                           "    {\n"
                           "      \"eps\": {}\n"
                           "    }],\n"
                           "  \"name\": 1,\n"
                           "  \"a\\\"b\": null\n"
                           "}\n";
        QVERIFY(Json::accept(json));
        QCOMPARE(static_cast<int>(lineOf(path.toStdString(), json)), line);
    }
};

LENSBOARD_TEST(ExperimentTest)
#include "tst_experiment.moc"
