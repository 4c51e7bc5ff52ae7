#include "core/visualizer/tensorboard_writer.h"
#include "tests/support/event_file_text.h"
#include "tests/support/labelled_plot.h"
#include "tests/support/test_program.h"

#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <csignal>
#include <functional>

#include <sys/resource.h>

using namespace lensboard;
using test::eventsIn;
using visualizer::TensorboardWriter;

namespace {

constexpr const char *kVersion = "brain.Event:2";

record::TickStamp stampOf(std::int64_t tick)
{
    return {tick, 1, 10 * tick, 100 * tick, 1000 + static_cast<double>(tick) / 2};
}

void plotLoss(TensorboardWriter &writer, std::int64_t tick, double loss)
{
    test::plot(writer, stampOf(tick), {"Loss", {}}, {{"Loss", {{"train_loss mean", loss}}, {}}});
    writer.endTick(stampOf(tick));
}

QString messageOf(const std::function<void()> &call)
{
    try {
        call();
    } catch (const std::runtime_error &error) {
        return error.what();
    }
    return {};
}

} // namespace

class TensorboardWriterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aTickIsAnEventWithTheNamesOfMonitorch()
    {
        {
            TensorboardWriter writer(folder());
            test::plot(writer, stampOf(2), {"Weight Norm", {}},
                                 {{"net.Conv 1", {{"mean", 0.25}}, {{"-σ", "+σ", 0, 0.5}, {"min", "max", -1, 2}}},
                                  {"fc", {{"mean", 3}}, {}}});
            test::plot(writer, stampOf(2), {"Loss", {}}, {{"Loss", {{"train_loss mean", 0.5}}, {}}}); // a big plot
            test::plot(writer, stampOf(2), {"Output Activations", {}, record::TagKind::Probability}, {{"relu", {{"death_rate", 1}}, {}}});
            writer.endTick(stampOf(2));
            writer.endTick(stampOf(3)); // nothing was measured
            plotLoss(writer, 4, 1);
        }
        QCOMPARE(eventsIn(path()),
                 QStringList({kVersion,
                              "step 2 at 1001: weight_norm/net.conv_1/mean=0.25 weight_norm/net.conv_1/-std=0 "
                              "weight_norm/net.conv_1/+std=0.5 weight_norm/net.conv_1/min=-1 weight_norm/net.conv_1/max=2 "
                              "weight_norm/fc/mean=3 loss/loss/train_loss_mean=0.5 output_activations/relu/death_rate=1",
                              "step 4 at 1002: loss/loss/train_loss_mean=1"}));
    }

    void relationsAreARunPerLabel()
    {
        std::vector<std::filesystem::path> files;
        {
            TensorboardWriter writer(folder());
            for (std::int64_t tick = 1; tick <= 2; ++tick) {
                test::plot(writer, stampOf(tick), {"Mean Norm", {}, record::TagKind::Relations}, {{"Mean Norm", {{"Fc 1", 0.75}, {"b", 0.25}}, {}}});
                writer.endTick(stampOf(tick));
            }
            writer.flush();
            files = writer.files();
        }
        QCOMPARE(eventsIn(path()), QStringList{kVersion});
        QCOMPARE(eventsIn(path("mean_norm_mean_norm_Fc 1")),
                 QStringList({kVersion, "step 1 at 1000.5: mean_norm/mean_norm=0.75", "step 2 at 1001: mean_norm/mean_norm=0.75"}));
        QCOMPARE(eventsIn(path("mean_norm_mean_norm_b")).value(1), "step 1 at 1000.5: mean_norm/mean_norm=0.25");
        QCOMPARE(files.size(), std::size_t{3});
        for (const auto &file : files)
            QVERIFY(std::filesystem::exists(file));
    }

    void noNameLeadsOutOfTheFolderOrBreaksTheEvent()
    {
        {
            TensorboardWriter writer(path("in").toStdString());
            test::plot(writer, stampOf(1), {"T", {}, record::TagKind::Relations}, {{"../..", {{"../../x", 1}, {std::string("y\0z", 3), 1}}, {}}});
            test::plot(writer, stampOf(1), {"t", {}}, {{"a\xFF", {{"v", 1}}, {}}});
            writer.endTick(stampOf(1));
        }
        QCOMPARE(QDir(path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{"in"});
        QCOMPARE(QDir(path("in")).entryList(QDir::Dirs | QDir::NoDotAndDotDot),
                 QStringList({"t_.._.._.._.._x", "t_.._.._y_z"}));
        QCOMPARE(eventsIn(path("in")).value(1), "step 1 at 1000.5: t/a�/v=1");
    }

    void valuesThatAreNotFiniteAreKept()
    {
        {
            TensorboardWriter writer(folder());
            plotLoss(writer, 1, NAN);
            plotLoss(writer, 2, -INFINITY);
            plotLoss(writer, 3, 1e300);
        }
        QStringList values;
        for (const QString &event : eventsIn(path()).mid(1))
            values << event.section('=', 1);
        QCOMPARE(values, QStringList({"nan", "-inf", "inf"}));
    }

    void ticksAreOnDiskAfterAFlush()
    {
        TensorboardWriter writer(folder());
        QCOMPARE(eventsIn(path()), QStringList{kVersion});
        for (int tick = 1; tick <= 3; ++tick) {
            plotLoss(writer, tick, 0);
            writer.flush();
            QCOMPARE(eventsIn(path()).size(), 1 + tick);
        }
    }

    void anotherFileGoesBesideThoseThatAreThere()
    {
        const TensorboardWriter one(folder()), two(folder());
        QCOMPARE(test::eventFiles(path()).size(), 2);
        QVERIFY(one.files() != two.files());
    }

    void whatCannotBeWrittenIsSaidAtOnce()
    {
        QFile file(path("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(messageOf([&] { TensorboardWriter(path("file").toStdString()); }),
                 path("file") + ": cannot be created: Not a directory");
        QCOMPARE(messageOf([] { TensorboardWriter("/proc/no/folder"); }),
                 "/proc/no/folder: cannot be created: No such file or directory");
        const QString message = messageOf([] { TensorboardWriter("/proc/self"); });
        QVERIFY2(message.startsWith("/proc/self/events.out.tfevents.") && message.contains(": cannot be written: "),
                 qPrintable(message));
    }

    void afterAFullDiskTheFileIsWhole()
    {
        TensorboardWriter writer(folder());
        plotLoss(writer, 1, 1);
        writer.flush();
        const auto size = QFileInfo(test::eventFiles(path()).value(0)).size();
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit limit{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &limit), 0);
        const rlimit full{static_cast<rlim_t>(size) + 25, limit.rlim_max}; // the limit lies within a record
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &full), 0);
        plotLoss(writer, 2, 2);
        writer.flush();
        const std::string problem = writer.problem();
        plotLoss(writer, 3, 3);
        writer.flush();
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &limit), 0);
        QCOMPARE(QString::fromStdString(problem), test::eventFiles(path()).value(0) + ": cannot be written: File too large");
        QCOMPARE(QFileInfo(test::eventFiles(path()).value(0)).size(), size + 25);
        QVERIFY_EXCEPTION_THROWN(eventsIn(path()), std::runtime_error); // a partial file, as after a kill
        writer.flush();
        QCOMPARE(writer.problem(), "");
        QCOMPARE(eventsIn(path()).size(), 4);
    }

    void aFolderThatVanishesIsAProblemNotAnEnd()
    {
        TensorboardWriter writer(path("gone").toStdString());
        QVERIFY(QDir(path()).rename("gone", "away"));
        plotLoss(writer, 1, 1);
        writer.flush();
        QVERIFY(QString::fromStdString(writer.problem()).endsWith(": cannot be written: No such file or directory"));
        QVERIFY(writer.problem().parts());
        QVERIFY(QDir(path()).rename("away", "gone"));
        writer.flush();
        QCOMPARE(writer.problem(), "");
        QCOMPARE(eventsIn(path("gone")).size(), 2);
    }

private:
    QString path(const QString &name = {}) const { return name.isEmpty() ? m_folder->path() : m_folder->filePath(name); }
    std::filesystem::path folder() const { return path().toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

LENSBOARD_TEST(TensorboardWriterTest)
#include "tst_tensorboard_writer.moc"
