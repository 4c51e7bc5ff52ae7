// Trainings on real data that must reach a given quality. The pictures are in Debian's package dataset-fashion-mnist.

#include "core/store/columns/store_visualizer.h"
#include "core/training/experiment_trainer.h"
#include "tests/support/made_run.h"

#include <QTest>

#include <map>

using namespace lensboard;
using experiment::Experiment;
using experiment::Json;

namespace {

const std::string kData = LENSBOARD_SOURCE_DIR "/tests/data/";

/// Trains to the end, or for \p steps, and returns the last values of "Loss" and "Metrics" by label. Uses one thread: two threads that wait for each
/// other take ten times as long when other programs use the processors.
std::map<std::string, double> outcomeOf(Json json, std::int64_t steps = -1)
{
    json["threads"] = 1;
    auto run = std::make_shared<store::RunStore>();
    store::StoreVisualizer recorder(run);
    training::ExperimentTrainer trainer(Experiment::fromJson(json));
    trainer.prepare(recorder, [](const std::string &) {});
    for (session::Position position; !position.finished && position.step != steps;)
        position = trainer.advance();
    trainer.finishTick();
    const store::RunChanges all = test::whole(*run);
    std::map<std::string, double> last;
    for (const record::Frame &frame : run->frames(0, all.lastFrame))
        for (const auto &[series, value] : frame.values)
            last[all.series.at(series).label] = value;
    return last;
}

Json example(const char *name)
{
    Json json = experiment::readJsonFile(std::string(LENSBOARD_SOURCE_DIR "/resources/experiments/") + name);
    json["lenses"] = {{{"kind", "LossMetrics"}}};
    return json;
}

} // namespace

class EndToEndTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCnnTells88PercentOfFashionMnistInTwoEpochs()
    {
        Json json = example("fashion-mnist-cnn.json");
        json["epochs"] = 2;
        const double accuracy = outcomeOf(json).at("val_accuracy mean");
        qInfo("%.2f %% of fashion-mnist", 100 * accuracy);
        QVERIFY(accuracy >= 0.88);
    }

    void spikingNeuronsTell80PercentOfFashionMnistInThreeEpochs()
    {
        const double accuracy = outcomeOf(example("spiking-lif.json")).at("val_accuracy mean");
        qInfo("%.2f %% of fashion-mnist by spikes", 100 * accuracy);
        QVERIFY(accuracy >= 0.8);
    }

    void anMlpTells95PercentOfDigits()
    {
        const std::string path = kData + "csv/digits.csv";
        const double accuracy = outcomeOf({{"format", 1},
                                           {"dataset", {{"kind", "csv"}, {"path", path}, {"target", "-1"}}},
                                           {"model", {{"kind", "mlp"}, {"hidden", {64, 32}}}},
                                           {"optimizer", {{"kind", "adam"}}},
                                           {"epochs", 30},
                                           {"batch_size", 32},
                                           {"lenses", {{{"kind", "LossMetrics"}}}}})
                                    .at("val_accuracy mean");
        qInfo("%.2f %% of digits", 100 * accuracy);
        QVERIFY(accuracy >= 0.95);
    }

    void theTransformerReadsTextIn1000Steps()
    {
        const std::string path = kData + "text/jargon.txt";
        Json json = example("gpl-transformer.json");
        json["dataset"]["path"] = path;
        json["tick"] = {{"unit", "steps"}, {"every", 50}};
        json["epochs"] = 100;
        const double loss = outcomeOf(json, 1000).at("train_loss mean");
        qInfo("%.3f nats a character", loss);
        QVERIFY(loss < 2.3);
    }
};

QTEST_APPLESS_MAIN(EndToEndTest)
#include "tst_end_to_end.moc"
