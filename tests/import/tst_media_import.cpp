#include "core/bytes/wave_file.h"
#include "core/import/tensorboard/tensorboard_importer.h"
#include "core/import/tensorboard/value_media.h"
#include "core/import/tools/wandb/wandb_importer.h"
#include "core/store/columns/run_store.h"
#include "tests/support/event_file_maker.h"
#include "tests/support/gzipped.h"
#include "tests/support/imported_run.h"
#include "tests/support/test_program.h"
#include "tests/support/wandb_log_maker.h"

#include <nlohmann/json.hpp>

#include <QCryptographicHash>
#include <QTest>

#include <fstream>

using namespace lensboard;
using namespace lensboard::test;
using imports::ReadProgress;
using imports::TensorboardImporter;
using imports::WandbImporter;
using nlohmann::json;
using store::MediumKind;

namespace fs = std::filesystem;

namespace {

const fs::path kData = LENSBOARD_SOURCE_DIR "/tests/data/media";

json expectedFrom(const char *name)
{
    std::ifstream file(kData / name);
    return json::parse(file);
}

std::string sha256(const std::string &content)
{
    return QCryptographicHash::hash(QByteArray::fromStdString(content), QCryptographicHash::Sha256).toHex().toStdString();
}

/// Returns the media of a name at a step.
std::vector<store::Medium> mediaAt(const store::Media &media, const std::string &tag, MediumKind kind, std::int64_t step)
{
    std::vector<store::Medium> found;
    const auto tags = media.tags();
    for (std::size_t i = 0; i < tags.size(); ++i)
        if (tags[i].name == tag && tags[i].kind == kind)
            std::ranges::copy_if(media.of(i), std::back_inserter(found), [step](const auto &medium) { return medium.step == step; });
    return found;
}

std::vector<std::string> hashesOf(const store::Media &media, const std::vector<store::Medium> &found)
{
    std::vector<std::string> hashes;
    for (const store::Medium &medium : found)
        hashes.push_back(sha256(media.read(medium).value()));
    return hashes;
}

std::string detail(const record::RunInfo &info, const std::string &name)
{
    const auto found = std::ranges::find(info.environment, name, &record::Environment::value_type::first);
    return found == info.environment.end() ? std::string() : std::string(found->second);
}

QByteArray imageRecord(qint64 step, const QByteArray &tag, const QByteArray &content)
{
    return valueRecord(step, tag, bytesField(4, integerField(1, 1) + integerField(2, 1) + bytesField(4, content)));
}

/// A growing event file and its run.
struct EventFile
{
    GrownFile file{"events.out.tfevents.1700000000.a"};
    store::RunStore run;
    ReadProgress progress;
    TensorboardImporter importer{file.path()};

    void add(const QByteArray &bytes) { file.append({bytes.data(), static_cast<std::size_t>(bytes.size())}); }
    bool read() { return importer.read(run, progress); }
    std::string content(const std::string &tag, std::int64_t step) const
    {
        std::string all;
        for (const store::Medium &medium : mediaAt(*run.media(), tag, MediumKind::Image, step))
            all += run.media()->read(medium).value() + ' ';
        return all;
    }
};

} // namespace

class MediaImportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mediaEqualTensorboardsReading_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::newRow("torch") << "torch";
        QTest::newRow("tensors") << "tensors";
    }

    void mediaEqualTensorboardsReading()
    {
        QFETCH(QString, folder);
        TensorboardImporter importer(kData / folder.toStdString());
        store::RunStore run;
        ReadProgress progress;
        importer.read(run, progress);
        QVERIFY(run.media());
        const store::Media &media = *run.media();
        const std::map<std::string, MediumKind> kinds{
            {"images", MediumKind::Image}, {"audio", MediumKind::Sound}, {"text", MediumKind::Text}, {"pr_curves", MediumKind::Curve}};
        std::size_t count = 0;
        const json expected = expectedFrom("tensorboard-expected.json");
        for (const json &entry : expected.at(folder.toStdString())) {
            const auto found = mediaAt(media, entry["tag"], kinds.at(entry["plugin"]), entry["step"]);
            QVERIFY2(!found.empty(), entry["tag"].get<std::string>().c_str());
            QCOMPARE(found.front().wallSeconds, entry["time"].get<double>());
            count += found.size();
            if (entry.contains("sha256"))
                QVERIFY(hashesOf(media, found) == entry["sha256"].get<std::vector<std::string>>());
            if (entry.contains("text"))
                QCOMPARE(imports::textOfTensor(media.read(found.front()).value()).value(), entry["text"].get<std::string>());
            if (entry.contains("curve")) {
                const auto curve = imports::curveOfTensor(media.read(found.front()).value());
                QVERIFY(curve);
                QVERIFY((json{curve->truePositives, curve->falsePositives, curve->trueNegatives, curve->falseNegatives, curve->precision, curve->recall}
                         == entry["curve"]));
            }
            if (entry["plugin"] == "audio") {
                const std::string content = media.read(found.front()).value();
                QVERIFY(bytes::waveFile(content)); // a view of the content
            }
        }
        std::size_t known = 0;
        for (const store::MediaTag &tag : media.tags())
            known += tag.count;
        QCOMPARE(known, count);
        QCOMPARE(detail(run.info(), "media"), media.summary());
        for (const record::RunEvent &event : whole(run).events)
            QVERIFY2(event.kind == record::RunEvent::Kind::Text, event.text.c_str());
    }

    void mediaOfWandbAreTheFilesOfTheirSteps()
    {
        WandbImporter importer(kData / "wandb" / "run-media.wandb");
        store::RunStore run;
        ReadProgress progress;
        importer.read(run, progress);
        QVERIFY(run.media());
        for (const json &entry : expectedFrom("wandb-expected.json")) {
            const auto found = mediaAt(*run.media(), entry["tag"], entry["kind"] == "audio" ? MediumKind::Sound : MediumKind::Image, entry["step"]);
            QVERIFY(hashesOf(*run.media(), found) == entry["sha256"].get<std::vector<std::string>>());
            std::vector<std::string> captions;
            for (const store::Medium &medium : found)
                captions.push_back(medium.caption);
            QVERIFY(captions == entry["captions"].get<std::vector<std::string>>());
        }
        QCOMPARE(detail(run.info(), "media"), std::string("9 images, 3 sounds"));
        const ImportedRun read(run);
        QCOMPARE(read.told("skipped"), std::string());
        QCOMPARE(read.values.size(), std::size_t{1}); // widths and heights are no measurements
    }

    void pathsOfWandbStayInTheirFolder()
    {
        const auto row = [](const std::string &step, const std::string &path) {
            return wandbRow({{"a/_type", "\"image-file\""}, {"a/path", json(path).dump()}, {"_step", step}});
        };
        WandbLogMaker log;
        log.add(row("0", "media/gone.png"));
        for (const char *path : {"../outside.png", "/etc/passwd", "media/../../outside.png"})
            log.add(row("1", path));
        log.add(row("1", std::string("media/\0.png", 12)));
        const GrownFile file("run-x.wandb");
        file.write(log.bytes);
        WandbImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        importer.read(run, progress);
        QCOMPARE(run.media()->summary(), std::string("1 image"));
        QVERIFY_EXCEPTION_THROWN(run.media()->read(run.media()->of(0).front()), store::MediumError);
        QVERIFY(!ImportedRun(run).told("\"a\" is skipped: it holds media of type image-file").empty());
    }

    void videosOfWandbAreShownIfTheyAreGif()
    {
        WandbLogMaker log;
        for (const char *extension : {"gif", "mp4"})
            log.add(wandbRow({{std::string(extension) + "/_type", "\"video-file\""}, {std::string(extension) + "/path", json(std::string("media/x.") + extension).dump()}}));
        log.add(wandbRow({{"list/_type", "\"videos\""}, {"list/videos", R"([{"path": "media/a.gif", "caption": "a"}, {"path": "media/b.gif"}, 7])"}}));
        log.add(wandbRow({{"sounds/_type", "\"audio\""}, {"sounds/audio", R"([{"path": "media/a.wav"}, {"path": 7}])"}}));
        const GrownFile file("run-x.wandb");
        file.write(log.bytes);
        WandbImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        importer.read(run, progress);
        QCOMPARE(run.media()->summary(), std::string("3 images, 1 sound"));
        QVERIFY(!ImportedRun(run).told("\"mp4\" is skipped: it holds media of type video-file").empty());
    }

    void mediaGrowWithTheFile()
    {
        EventFile log;
        const QByteArray first = imageRecord(1, "a", "one"), second = imageRecord(2, "a", "two");
        log.add(first + second.chopped(5));
        QVERIFY(log.read());
        QCOMPARE(log.run.media()->summary(), std::string("1 image"));
        const std::uint64_t version = log.run.media()->version();
        QVERIFY(!log.read());
        log.add(second.right(5));
        QVERIFY(log.read());
        QVERIFY(log.run.media()->version() > version);
        QCOMPARE(log.content("a", 1), std::string("one "));
        QCOMPARE(log.content("a", 2), std::string("two "));
    }

    void aRestartVoidsLaterMedia()
    {
        EventFile log;
        log.add(versionRecord() + sessionStartRecord(0) + imageRecord(1, "a", "1") + imageRecord(2, "a", "2") + imageRecord(2, "b", "2")
                + sessionStartRecord(2) + imageRecord(2, "a", "new"));
        log.read();
        QCOMPARE(log.content("a", 1), std::string("1 "));
        QCOMPARE(log.content("a", 2), std::string("new "));
        QCOMPARE(log.content("b", 2), std::string());
        QVERIFY(!ImportedRun(log.run).told("restarted at step 2: 2 values after it were replaced").empty());
    }

    void repeatedStepsAreKept()
    {
        EventFile log;
        log.add(versionRecord() + imageRecord(1, "a", "x") + imageRecord(1, "a", "y") + imageRecord(0, "a", "z"));
        log.read();
        QCOMPARE(log.content("a", 1), std::string("x y "));
        QCOMPARE(log.content("a", 0), std::string("z "));
    }

    void anOldFileRestartsByItsSteps()
    {
        EventFile log;
        log.add(imageRecord(1, "a", "1") + imageRecord(2, "a", "2") + imageRecord(2, "b", "2") + imageRecord(1, "a", "new"));
        log.read();
        QCOMPARE(log.content("a", 1), std::string("new "));
        QCOMPARE(log.content("a", 2), std::string());
        QCOMPARE(log.content("b", 2), std::string("2 "));
    }

    void largeImagesAreShownAndLargeTextsCounted()
    {
        EventFile log;
        const QByteArray large(3 << 20, 'x');
        log.add(imageRecord(1, "a", large) + valueRecord(1, "t", pluginField("text") + bytesField(8, integerField(1, 7) + bytesField(8, large))));
        log.read();
        QCOMPARE(log.run.media()->summary(), std::string("1 image"));
        QCOMPARE(log.content("a", 1).size(), static_cast<std::size_t>(large.size()) + 1);
        QVERIFY(!ImportedRun(log.run).told("not shown: values of more than 2 MiB (1)").empty());
    }

    void mediaOfPackedFilesAreCounted()
    {
        const GrownFile file("events.out.tfevents.1700000000.a.gz");
        file.write(gzipped((imageRecord(1, "a", "x") + scalarRecord(1, "loss", 1)).toStdString()));
        TensorboardImporter importer(file.path());
        const ImportedRun run = imported(importer);
        QCOMPARE(run.valueCount(), std::size_t{1});
        QVERIFY(!run.told("not shown: media in gzip files").empty());
        QCOMPARE(detail(run.info, "media"), std::string());
    }

    void othersShapesAreNoCurves()
    {
        const auto curve = [](std::initializer_list<qint64> shape, qsizetype values) {
            return valueRecord(1, "pr", pluginField("pr_curves") + tensorField(1, shape, bytesField(4, QByteArray(values * 4, '\0'))));
        };
        EventFile log;
        log.add(curve({6, 2}, 12) + curve({5, 2}, 10) + curve({6, 0}, 0) + curve({12}, 12) + curve({6, 2}, 11));
        log.read();
        QCOMPARE(log.run.media()->summary(), std::string("1 precision-recall curve"));
        QVERIFY(!ImportedRun(log.run).told("not shown: values of the plugin pr_curves (4)").empty());
    }
};

LENSBOARD_TEST(MediaImportTest)
#include "tst_media_import.moc"
