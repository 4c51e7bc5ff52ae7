// Opening a large file of another tool with a time limit: the first part at once, the rest later, the same values in the end.

#include "core/runs/run_source.h"
#include "core/visualizer/tensorboard_event_file.h"
#include "tests/support/imported_run.h"
#include "tests/support/test_program.h"
#include "tests/support/wandb_log_maker.h"
#include "tensorboard_event.pb.h"

#include <QTemporaryDir>

#include <fstream>

using namespace lensboard;
namespace fs = std::filesystem;

namespace {

using Make = fs::path (*)(const fs::path &folder);

constexpr int kRows = 4000;

/// Makes 4,000 rows longer than two blocks of a file.
std::string filler(int row)
{
    return std::string(2500, static_cast<char>('a' + row % 3));
}

template <typename Row> fs::path written(const fs::path &path, const std::string &before, const Row &row)
{
    std::ofstream file(path);
    file << before;
    for (int i = 0; i < kRows; ++i)
        file << row(std::to_string(i), filler(i));
    return path;
}

fs::path csv(const fs::path &folder)
{
    return written(folder / "log.csv", "step,loss\n", [](const std::string &step, const std::string &) { return step + ",0." + step + std::string(2500, ' ') + '\n'; });
}

fs::path jsonLines(const fs::path &folder)
{
    return written(folder / "log.jsonl", "", [](const std::string &step, const std::string &note) { return "{\"step\": " + step + ", \"loss\": 0.1" + step + ", \"note\": \"" + note + "\"}\n"; });
}

fs::path textLog(const fs::path &folder)
{
    return written(folder / "train.log", "", [](const std::string &step, const std::string &note) { return "step " + step + ": loss 0.1" + step + "\n" + note + '\n'; });
}

fs::path wandb(const fs::path &folder)
{
    test::WandbLogMaker log;
    for (int row = 0; row < kRows; ++row)
        log.add(test::wandbRow({{"_step", std::to_string(row)}, {"loss", std::to_string(row)}, {"note", '"' + filler(row) + '"'}}));
    std::ofstream(folder / "run-x.wandb", std::ios::binary) << log.bytes;
    return folder / "run-x.wandb";
}

fs::path eventFile(const fs::path &folder)
{
    visualizer::TensorboardEventFile file(folder, 1.7e9);
    for (int row = 0; row < kRows; ++row) {
        tensorboard::Event event;
        event.set_step(row);
        event.set_wall_time(1.7e9 + row);
        auto *const value = event.mutable_summary()->add_value();
        value->set_tag(filler(0));
        value->set_simple_value(static_cast<float>(row));
        file.append(event);
    }
    file.flush();
    return folder;
}

} // namespace

class PartialReadTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theRestFollows_data()
    {
        QTest::addColumn<Make>("make");
        QTest::newRow("CSV") << Make(csv);
        QTest::newRow("JSON lines") << Make(jsonLines);
        QTest::newRow("text log") << Make(textLog);
        QTest::newRow("W&B") << Make(wandb);
        QTest::newRow("TensorBoard") << Make(eventFile);
    }

    void theRestFollows()
    {
        QFETCH(const Make, make);
        const QTemporaryDir folder;
        const fs::path path = make(folder.path().toStdString());
        imports::ReadProgress noLimit, limited;
        const test::ImportedRun whole(*runs::openRun(path, noLimit)->run());
        QCOMPARE(whole.valueCount(), std::size_t{kRows});

        limited.until = std::chrono::steady_clock::now();
        const auto source = runs::openRun(path, limited);
        const auto message = [&source] { return QString::fromStdString(source->run()->info().message); };
        const std::size_t first = source->run()->frameCount();
        QVERIFY2(first > 0 && first < kRows, std::to_string(first).c_str());
        QVERIFY2(QRegularExpression("^[1-9][0-9]? % read so far$").match(message()).hasMatch(), qPrintable(message()));
        QVERIFY(source->refresh(limited));
        QVERIFY(source->run()->frameCount() > first);
        QVERIFY(source->refresh(noLimit));
        QCOMPARE(message(), QString::fromStdString(whole.info.message));
        const test::ImportedRun read(*source->run());
        QVERIFY(read.sameValues(whole));
        QCOMPARE(read.info.status, whole.info.status);
        QCOMPARE(read.events.size(), whole.events.size());
    }
};

LENSBOARD_TEST(PartialReadTest)
#include "tst_partial_read.moc"
