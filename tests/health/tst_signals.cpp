// Mapping of a run's series to the signals read by the rules.

#include "core/health/signals.h"

#include <QTest>

using namespace lensboard;
using health::Signal;

namespace {

record::TagSpec tag(const std::string &name, bool big)
{
    return {name, "made", record::TagKind::Numerical, "value", big};
}

} // namespace

Q_DECLARE_METATYPE(std::optional<Signal>)

class SignalsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void names_data()
    {
        QTest::addColumn<QString>("tag");
        QTest::addColumn<bool>("big");
        QTest::addColumn<QString>("layer");
        QTest::addColumn<QString>("label");
        QTest::addColumn<std::optional<Signal>>("signal");
        const auto row = [](const char *tag, bool big, const char *layer, const char *label, std::optional<Signal> signal) {
            QTest::addRow("%s, %s, %s", tag, layer, label) << tag << big << layer << label << signal;
        };
        row("Loss", true, "Loss", "train_loss mean", Signal::TrainLoss);
        row("Loss", true, "Loss", "val_loss mean", Signal::ValidationLoss);
        row("Loss", true, "Loss", "train_loss std", std::nullopt);
        row("Loss & Metrics", true, "Loss & Metrics", "train_loss mean", Signal::TrainLoss);
        row("Metrics", true, "Metrics", "train_accuracy mean", Signal::TrainAccuracy);
        row("Metrics", true, "Metrics", "val_f1 mean", std::nullopt);
        row("Learning Rate", true, "Learning Rate", "learning rate", Signal::LearningRate);
        row("Weight Gradient Norm", false, "fc1", "mean", Signal::GradientNorm);
        row("Weight Gradient Norm", false, "fc1", "max", std::nullopt);
        row("Bias Gradient Correlation", false, "fc1", "mean", Signal::GradientCorrelation);
        row("Weight Update Norm", false, "fc1", "mean", Signal::UpdateNorm);
        row("Weight Norm", false, "fc1", "mean", Signal::ParameterNorm);
        row("Output Norm", false, "relu1", "mean", Signal::OutputNorm);
        row("Output Gradient Norm", false, "relu1", "mean", Signal::OutputGradientNorm);
        row("Weight Cond", false, "fc1", "mean", Signal::Condition);
        row("Output Activations", false, "relu1", "death_rate", Signal::DeathRate);
        row("Output Activations", false, "tanh1", "saturation_rate", Signal::SaturationRate);
        row("Output Activations", false, "tanh1", "saturated_units", Signal::SaturatedUnits);
        row("train", false, "loss", "value", Signal::TrainLoss);
        row("train", false, "loss_epoch", "value", Signal::TrainLoss);
        row("loss", false, "val", "value", Signal::ValidationLoss);
        row("eval_loss", true, "eval_loss", "value", Signal::ValidationLoss);
        row("loss", true, "loss", "eval_loss", Signal::ValidationLoss);
        row("loss", true, "loss", "loss", Signal::TrainLoss);
        row("train", false, "learning_rate", "value", Signal::LearningRate);
        row("lr", true, "lr", "value", Signal::LearningRate);
        row("train", false, "kl_loss", "value", std::nullopt);
        row("gradient", false, "of what", "value", std::nullopt);
    }

    void names()
    {
        QFETCH(const QString, tag);
        QFETCH(const bool, big);
        QFETCH(const QString, layer);
        QFETCH(const QString, label);
        QFETCH(const std::optional<Signal>, signal);
        health::SignalTable table;
        table.addTag(0, ::tag(tag.toStdString(), big));
        const auto line = table.add(0, {0, layer.toStdString(), label.toStdString()});
        QCOMPARE(line.has_value(), signal.has_value());
        if (line)
            QVERIFY(line->signal == *signal);
    }

    /// Rules read the upper edge of the training loss's standard deviation, and no other band.
    void edgesOfBands()
    {
        const auto signalOf = [](const std::string &label, record::SeriesRole role) {
            health::SignalTable table;
            table.addTag(0, tag("Loss", true));
            const auto line = table.add(0, {0, "Loss", label, role});
            return line ? std::optional(line->signal) : std::nullopt;
        };
        QVERIFY(signalOf("train_loss +σ", record::SeriesRole::BandHigh) == Signal::TrainLossUpper);
        QVERIFY(!signalOf("train_loss -σ", record::SeriesRole::BandLow));
        QVERIFY(!signalOf("train_loss max", record::SeriesRole::BandHigh));
        QVERIFY(!signalOf("val_loss +σ", record::SeriesRole::BandHigh));
    }

    void aSignalIsReadOnce()
    {
        health::SignalTable table;
        table.addTag(0, tag("train", false));
        QVERIFY(table.add(0, {0, "loss_step", "value"}));
        QVERIFY(!table.add(1, {0, "loss_epoch", "value"}));
        table.addTag(1, tag("Weight Norm", false));
        QVERIFY(table.add(2, {1, "fc1", "mean"}));
        QVERIFY(!table.add(3, {1, "fc1", "median"}));
        QVERIFY(table.add(4, {1, "fc1", "not finite"})->countsNonFinite);
        QVERIFY(table.add(5, {1, "fc2", "mean"}));
    }

    void linesKnowTheirLayers()
    {
        record::RunInfo info;
        info.layers = {{"", "Net", false, {}}, {"conv", "Conv2d", true, {{"weight", {8, 1, 3, 3}}, {"bias", {8}}}},
                       {"norm", "BatchNorm2d", true, {{"weight", {8}}, {"bias", {8}}}}, {"rnn", "LSTM", true, {{"weight_ih_l0", {32, 8}}}}};
        health::SignalTable table;
        table.learn(info);
        table.addTag(0, tag("Weight Gradient Norm", false));
        const auto norm = table.add(0, {0, "norm", "mean"}), conv = table.add(1, {0, "conv", "mean"}), rnn = table.add(2, {0, "rnn.weight_ih_l0", "mean"});
        QVERIFY(conv->isWeight && !norm->isWeight && rnn->isWeight);
        QVERIFY(conv->depth < norm->depth && norm->depth < rnn->depth);
        QCOMPARE(conv->size, 72.0);
        QCOMPARE(rnn->type, "LSTM");
        table.addTag(1, tag("Bias Gradient Norm", false));
        QVERIFY(!table.add(3, {1, "conv", "mean"})->isWeight);
    }

    void whatGuessingHas()
    {
        record::RunInfo info;
        info.layers = {{"", "Net", false, {}, std::vector<std::int64_t>{record::kBatchSize, 10}}};
        QVERIFY(!health::factsOf(info).guessingLoss);
        info.experiment = R"({"loss": {"kind": "cross_entropy"}})";
        QCOMPARE(*health::factsOf(info).guessingLoss, std::log(10.0));
        info.experiment = R"({"loss": {"kind": "mse"}})";
        QVERIFY(!health::factsOf(info).guessingLoss);
    }
};

QTEST_GUILESS_MAIN(SignalsTest)
#include "tst_signals.moc"
