#include "core/import/monitorch/monitorch_importer.h"
#include "tests/support/bytes_read.h"
#include "tests/support/imported_run.h"
#include "tests/support/pickle_text.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTest>

#include <cmath>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

const std::string kTwoEpochs = LENSBOARD_SOURCE_DIR "/tests/data/monitorch/two-epochs.pkl";

std::string contents(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

ImportedRun read(const std::filesystem::path &path)
{
    MonitorchImporter importer(path);
    return imported(importer);
}

ImportedRun readBytes(const std::string &bytes)
{
    const GrownFile file("made.pkl");
    file.write(bytes);
    return read(file.path());
}

/// Number of series and values of a tag, and the sum of its finite values.
struct TagSum
{
    std::size_t lines = 0, series = 0, values = 0, notFinite = 0;
    double sum = 0;
};

TagSum sumOf(const ImportedRun &run, const std::string &tag)
{
    TagSum found;
    for (const auto &[name, values] : run.values)
        if (name.starts_with(tag + '|')) {
            ++found.series;
            found.lines += name.ends_with("|line");
            for (const auto &[step, text] : values) {
                const double value = *record::numberFromText(text);
                ++found.values;
                found.notFinite += !std::isfinite(value);
                found.sum += std::isfinite(value) ? value : 0;
            }
        }
    return found;
}

} // namespace

class MonitorchImporterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Compares with the results of Python's pickle module on the same files.
    void realRecordingsArriveWhole_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("tag");
        QTest::addColumn<int>("series");
        QTest::addColumn<int>("values");
        QTest::addColumn<double>("sum");
        QTest::addColumn<int>("notFinite");
        const auto row = [](const char *file, const char *tag, int series, int values, double sum, int notFinite = 0) {
            QTest::addRow("%s %s", file, tag) << QString(file) << QString(tag) << series << values << sum << notFinite;
        };
        row("two-epochs.pkl", "Loss", 6, 12, 146.82698944473265);
        row("two-epochs.pkl", "Output Activations", 98, 196, 89.07726784658429);
        row("two-epochs.pkl", "Warning Output Activations", 2, 4, 1.4962771952748297);
        row("two-epochs.pkl", "Weight Update Norm", 315, 315, 1180.588853521793);
        row("two-epochs.pkl", "Weight Update Adjacent Prod", 315, 315, 242.98757324061685);
        row("two-epochs.pkl", "Bias Update Norm", 315, 315, 51.60196064049914);
        row("two-epochs.pkl", "Bias Update Adjacent Prod", 315, 315, 222.7196813484073);
        row("two-epochs.pkl", "In_Proj_Weight Update Norm", 60, 60, 388.0180780292154);
        row("two-epochs.pkl", "In_Proj_Weight Update Adjacent Prod", 60, 60, 46.72522258244916);
        row("two-epochs.pkl", "In_Proj_Bias Update Norm", 60, 60, 14.795915493010014);
        row("two-epochs.pkl", "In_Proj_Bias Update Adjacent Prod", 60, 60, 44.24501069406708);
        row("adam_lr3e-2_wd0.05_moments-default.pkl", "Loss", 6, 108, 188.43324576187135, 90);
        row("adam_lr3e-2_wd0.05_moments-default.pkl", "Output Activations", 98, 1764, 841.5801965705842);
        row("adam_lr3e-2_wd0.05_moments-default.pkl", "Warning Output Activations", 2, 36, 14.738567466000637);
        row("adam_lr3e-2_wd0.05_moments-default.pkl", "Weight Update Norm", 315, 5355, 3805.6868072570887);
        row("adam_lr3e-2_wd0.05_moments-default.pkl", "Weight Update Adjacent Prod", 315, 5355, 3875.723316328031);
        row("adam_lr3e-2_wd0.05_moments-default.pkl", "Bias Update Norm", 315, 5355, 248.00805345037983);
        row("adam_lr3e-2_wd0.05_moments-default.pkl", "Bias Update Adjacent Prod", 315, 5355, 3565.901815680647);
        row("adam_lr3e-2_wd0.05_moments-default.pkl", "In_Proj_Weight Update Norm", 60, 1020, 2931.9948664521526);
        row("adam_lr3e-2_wd0.05_moments-default.pkl", "In_Proj_Weight Update Adjacent Prod", 60, 1020, 751.2750914442273);
        row("adam_lr3e-2_wd0.05_moments-default.pkl", "In_Proj_Bias Update Norm", 60, 1020, 158.00649587860343);
        row("adam_lr3e-2_wd0.05_moments-default.pkl", "In_Proj_Bias Update Adjacent Prod", 60, 1020, 725.5651404471714);
        row("adam_lr3e-4_wd0.05_moments-default.pkl", "Loss", 6, 102, 597.2823277408427);
        row("adam_lr3e-4_wd0.05_moments-default.pkl", "Output Activations", 98, 1666, 828.6260889823437);
        row("adam_lr3e-4_wd0.05_moments-default.pkl", "Warning Output Activations", 2, 34, 16.134073999892582);
        row("adam_lr3e-4_wd0.05_moments-default.pkl", "Weight Update Norm", 315, 5040, 297.7720566360546);
        row("adam_lr3e-4_wd0.05_moments-default.pkl", "Weight Update Adjacent Prod", 315, 5040, 3636.8520259935162);
        row("adam_lr3e-4_wd0.05_moments-default.pkl", "Bias Update Norm", 315, 5040, 12.930053236203033);
        row("adam_lr3e-4_wd0.05_moments-default.pkl", "Bias Update Adjacent Prod", 315, 5040, 3546.49565980768);
        row("adam_lr3e-4_wd0.05_moments-default.pkl", "In_Proj_Weight Update Norm", 60, 960, 102.54719732702583);
        row("adam_lr3e-4_wd0.05_moments-default.pkl", "In_Proj_Weight Update Adjacent Prod", 60, 960, 691.9801532079149);
        row("adam_lr3e-4_wd0.05_moments-default.pkl", "In_Proj_Bias Update Norm", 60, 960, 3.4486970265882197);
        row("adam_lr3e-4_wd0.05_moments-default.pkl", "In_Proj_Bias Update Adjacent Prod", 60, 960, 686.31413347189);
    }

    void realRecordingsArriveWhole()
    {
        QFETCH(QString, file);
        QFETCH(QString, tag);
        const ImportedRun run = read((LENSBOARD_SOURCE_DIR "/tests/data/monitorch/" + file).toStdString());
        QCOMPARE(run.tags.size(), std::size_t{11});
        QCOMPARE(run.events.size(), std::size_t{0});
        QCOMPARE(run.info.message, std::string());
        const TagSum found = sumOf(run, tag.toStdString());
        QTEST(static_cast<int>(found.series), "series");
        QTEST(static_cast<int>(found.values), "values");
        QTEST(static_cast<int>(found.notFinite), "notFinite");
        QFETCH(double, sum);
        QVERIFY(std::abs(found.sum - sum) <= 1e-12 * std::abs(sum));
        std::size_t lines = 0;
        for (const auto &[name, spec] : run.tags)
            lines += sumOf(run, name).lines;
        QCOMPARE(lines, std::size_t{402});
    }

    void valuesAndTagsArriveAsTheyAre()
    {
        const ImportedRun run = read(kTwoEpochs);
        QCOMPARE(run.value("Loss|Loss|train_loss mean|line", 2), std::string("7.700719879150389"));
        QCOMPARE(run.value("Loss|Loss|val_loss -σ|low", 1), std::string("25.550744985977367"));
        QCOMPARE(run.value("Loss|Loss|val_loss +σ|high", 1), std::string("29.282921357711594"));
        QCOMPARE(run.value("Output Activations|encoder.dropout|activation_rate|line", 1), std::string("0.9999999403953552"));
        QCOMPARE(run.value("Weight Update Norm|encoder.layers.encoder_layer_10.mlp.3|max|high", 2), std::string("34.28752517700195"));
        QCOMPARE(run.value("Weight Update Norm|encoder.layers.encoder_layer_10.mlp.3|max|high", 1), std::string("no value"));
        record::TagSpec loss{"Loss", "monitorch", record::TagKind::Numerical, "loss", true};
        QVERIFY(run.tags.at("Loss") == loss);
        record::TagSpec product{"Weight Update Adjacent Prod", "monitorch", record::TagKind::Numerical, "cosine"};
        product.yLimits = std::pair(-1.0, 1.0); // recorded as (1, -1)
        QVERIFY(run.tags.at(product.name) == product);
        QVERIFY(run.tags.at("Output Activations").kind == record::TagKind::Probability);
        QVERIFY((run.stamps.at(2) == record::TickStamp{2, 2, 2, 0, 0}));
        QCOMPARE(run.info.name, std::string("two-epochs"));
        QVERIFY(run.info.status == record::RunStatus::Finished);
        QVERIFY(run.info.createdSeconds > 1e9);
    }

    void enumMembersAreKnownByNumberOrName_data()
    {
        using namespace pickle;
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<int>("kind");
        const auto row = [](const char *name, const std::string &type, record::TagKind kind) {
            QTest::newRow(name) << QByteArray::fromStdString(type) << static_cast<int>(kind);
        };
        const std::string type = global(kVisualizer, "TagType");
        const auto named = [&](const char *name) { return global("builtins", "getattr") + type + text(name) + "\x86R"; };
        row("0", type + integer(0) + "\x85R", record::TagKind::Numerical);
        row("1", type + integer(1) + "\x85R", record::TagKind::Probability);
        row("2", type + integer(2) + "\x85R", record::TagKind::Relations);
        row("NUMERICAL", named("NUMERICAL"), record::TagKind::Numerical);
        row("PROBABILITY", named("PROBABILITY"), record::TagKind::Probability);
        row("RELATIONS", named("RELATIONS"), record::TagKind::Relations);
    }

    void enumMembersAreKnownByNumberOrName()
    {
        QFETCH(QByteArray, type);
        QFETCH(int, kind);
        const ImportedRun run = readBytes(pickle::registrationOf("Shares", type.toStdString(), "N"));
        QCOMPARE(run.events.size(), std::size_t{0});
        QCOMPARE(static_cast<int>(run.tags.at("Shares").kind), kind);
    }

    void aNameInPlaceOfANumberIsNoMember()
    {
        using namespace pickle;
        const std::string type = global(kVisualizer, "TagType") + text("NUMERICAL") + "\x85R"; // Python refuses it too
        const ImportedRun run = readBytes(loss(1, 0.5) + registrationOf("Shares", type, "N"));
        QVERIFY(!run.told("type is none of TagType's").empty());
    }

    /// Some versions of Python 3.11 pickle a member as builtins.getattr of its class and name.
    void recordingsOfPython311Arrive()
    {
        const ImportedRun run = read(LENSBOARD_SOURCE_DIR "/tests/data/monitorch/python-3.11.pkl");
        QCOMPARE(run.events.size(), std::size_t{0});
        QVERIFY(run.tags.at("Loss").kind == record::TagKind::Numerical && run.tags.at("Loss").logY && run.tags.at("Loss").big);
        QVERIFY(run.tags.at("Output Activations").kind == record::TagKind::Probability);
        QVERIFY(run.tags.at("Output Activations").yLimits == std::pair(0.0, 1.0));
        QVERIFY(run.tags.at("Relative Norm").kind == record::TagKind::Relations);
        QCOMPARE(run.value("Loss|Loss|train_loss|line", 2), std::string("0.5"));
        QCOMPARE(run.value("Loss|Loss|train_loss max|high", 1), std::string("2"));
        QCOMPARE(run.value("Output Activations|relu1|activation_rate|line", 2), std::string("0.75"));
        QCOMPARE(run.value("Relative Norm|Relative Norm|fc1|line", 2), std::string("0.5"));
        QCOMPARE(run.valueCount(), std::size_t{2 * (3 + 1 + 2)});
    }

    void attributesArriveAsTheyAre_data()
    {
        using namespace pickle;
        QTest::addColumn<QByteArray>("limits");
        QTest::addColumn<bool>("kept");
        const auto row = [](const char *name, const std::string &limits, bool kept) {
            QTest::newRow(name) << QByteArray::fromStdString(limits) << kept;
        };
        row("upright", pairOf(real(-2), real(0.5)), true);
        row("upside down", pairOf(real(0.5), integer(-2)), true);
        row("none", "N", false);
        row("NaN", pairOf(real(NAN), integer(1)), false);
        row("infinite", pairOf(integer(0), real(INFINITY)), false);
        row("equal", pairOf(integer(1), integer(1)), false);
        row("half", pairOf(integer(0), "N"), false);
        row("three", integer(0) + integer(1) + integer(2) + "\x87", false);
    }

    void attributesArriveAsTheyAre()
    {
        QFETCH(QByteArray, limits);
        QFETCH(bool, kept);
        const ImportedRun run = readBytes(pickle::registration("Relative", 2, limits.toStdString()));
        record::TagSpec expected{"Relative", "monitorch", record::TagKind::Relations, "share", false, true, false};
        if (kept)
            expected.yLimits = std::pair(-2.0, 0.5);
        QVERIFY(run.tags.at("Relative") == expected);
    }

    void relationsNaNAndIntegersArrive()
    {
        using namespace pickle;
        const ImportedRun run = readBytes(
            plot("plot_relations", 1, "Share", dict({{text("a"), dict({{text("x"), integer(3)}, {text("y"), real(NAN)}, {text("z"), "\x88"}})}}))
            + plot("plot_numerical_values", 2, "Norm", "}", dict({{text("a"), dict({{pairOf(text("lo"), text("hi")), pairOf(real(-INFINITY), integer(7))}})}})));
        QCOMPARE(run.value("Share|a|x|line", 1), std::string("3"));
        QCOMPARE(run.value("Share|a|y|line", 1), std::string("nan"));
        QCOMPARE(run.value("Share|a|z|line", 1), std::string("1"));
        QCOMPARE(run.value("Norm|a|lo|low", 2), std::string("-inf"));
        QCOMPARE(run.value("Norm|a|hi|high", 2), std::string("7"));
        QVERIFY(run.tags.at("Share").kind == record::TagKind::Relations);
        QVERIFY(!run.told("\"Share\" was plotted before it was registered").empty());
    }

    void growthByteByByteGivesTheSame()
    {
        const std::string start = contents(kTwoEpochs).substr(0, 2968); // registrations and the first plot
        const std::string whole = start + pickle::loss(2, 0.25) + pickle::loss(3, 0.5);
        const GrownFile file("grown.pkl");
        MonitorchImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        std::size_t news = 0;
        for (const char byte : whole) {
            file.append({&byte, 1});
            news += importer.read(run, progress);
        }
        QVERIFY(!importer.read(run, progress));
        QCOMPARE(news, std::size_t{11 + 1 + 2}); // one per record, after its last byte
        const ImportedRun grown(run);
        QVERIFY(grown.sameValues(readBytes(whole)));
        QCOMPARE(grown.valueCount(), std::size_t{6 + 2});
        QCOMPARE(grown.info.message, std::string());
        QCOMPARE(progress.done.load(), whole.size());
    }

    void aCutKeepsWhatIsBefore()
    {
        const std::string bytes = contents(kTwoEpochs);
        const ImportedRun whole = read(kTwoEpochs);
        for (std::size_t cut = 0; cut < bytes.size(); cut += 997) {
            const ImportedRun part = readBytes(bytes.substr(0, cut));
            for (const auto &[name, values] : part.values)
                for (const auto &[step, value] : values)
                    QCOMPARE(value, whole.value(name, step));
            QVERIFY(part.valueCount() >= (cut > 2968 ? 6 : 0));
            QCOMPARE(part.events.size(), std::size_t{0});
            if (cut == 997 * 10) // 9970: within the record from 9815
                QVERIFY2(QString::fromStdString(part.info.message).startsWith("ends within a record: it begins at byte "), part.info.message.c_str());
        }
        QCOMPARE(readBytes(bytes.substr(0, 300)).info.message,
                 std::string("ends within a record: it begins at byte 218, and 82 bytes of it are there"));
    }

    void damageIsToldAndWhatIsBeforeKept()
    {
        const std::string good = pickle::loss(1, 0.5) + pickle::loss(2, 0.25);
        const ImportedRun run = readBytes(good + pickle::whole(pickle::global("os", "system") + pickle::text("true") + "\x85R")
                                          + pickle::loss(3, 0.125));
        QCOMPARE(run.valueCount(), std::size_t{2});
        const QString told = QString::fromStdString(run.told("os.system"));
        QVERIFY2(told.startsWith(QString("byte %1 asks for os.system; a recording needs only").arg(good.size() + 2)), qPrintable(told));
        QVERIFY2(told.contains("nothing was executed") && told.contains(QString("The record at byte %1 and all after it are lost").arg(good.size())), qPrintable(told));
        QVERIFY(run.events.back().kind == record::RunEvent::Kind::Warning);
    }

    void anyByteMayBeWrong()
    {
        const std::string bytes = contents(kTwoEpochs).substr(0, 6'600); // every opcode that recordings use
        for (std::size_t at = 0; at < bytes.size(); at += 29) {
            std::string wrong = bytes;
            wrong[at] = static_cast<char>(wrong[at] ^ (1 << (at % 8)));
            try {
                QVERIFY(readBytes(wrong).valueCount() <= 206);
            } catch (const ImportError &) {
                QVERIFY(at < 218); // in the first record
            }
        }
    }

    void afterDamageNothingIsReadOrReported()
    {
        const GrownFile file("damaged.pkl");
        file.write(pickle::loss(1, 0.5) + "nonsense");
        MonitorchImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        QVERIFY(importer.read(run, progress));
        file.append(pickle::loss(2, 0.5));
        QVERIFY(!importer.read(run, progress));
        QCOMPARE(ImportedRun(run).valueCount(), std::size_t{1});
        QCOMPARE(progress.done.load(), progress.total.load());
        file.write(pickle::loss(2, 0.5));
        QVERIFY_EXCEPTION_THROWN(importer.read(run, progress), SourceReplaced);
    }

    void aFileOfAnotherKindIsRefused()
    {
        const GrownFile file("other.pkl");
        file.write("\x89PNG\r\n");
        MonitorchImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        try {
            importer.read(run, progress);
            QFAIL("was read");
        } catch (const ImportError &error) {
            QVERIFY2(QString(error.what()).contains("byte 0 found byte 0x89 where a pickle begins with 0x80; expected a recording"), error.what());
        }
        QVERIFY(MonitorchImporter::recognises(contents(kTwoEpochs).substr(0, 64)));
        QVERIFY(!MonitorchImporter::recognises("\x89PNG\r\n"));
        QVERIFY(!MonitorchImporter::recognises(""));
    }

    void aRestartReplacesWhatIsLater()
    {
        std::string bytes;
        for (int epoch = 1; epoch <= 5; ++epoch)
            bytes += pickle::loss(epoch, epoch);
        const ImportedRun run = readBytes(bytes + pickle::loss(3, 30) + pickle::loss(4, 40));
        QCOMPARE(run.value("Loss|Loss|train|line", 2), std::string("2"));
        QCOMPARE(run.value("Loss|Loss|train|line", 3), std::string("30"));
        QCOMPARE(run.value("Loss|Loss|train|line", 4), std::string("40"));
        QCOMPARE(run.value("Loss|Loss|train|line", 5), std::string("no value"));
        QVERIFY(!run.told("restarted at epoch 3 after epoch 5: 3 values").empty());
    }

    void aRecordThatIsNoCallIsSkipped_data()
    {
        using namespace pickle;
        QTest::addColumn<QByteArray>("record");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const std::string &record, const char *expected) {
            QTest::newRow(name) << QByteArray::fromStdString(record) << QString(expected);
        };
        row("a list", whole("]"), "the record is not a dict");
        row("no method", whole("}"), "has no \"method\"");
        row("no arguments", whole(dict({{text("method"), text("register_tags")}})), "has no \"kwargs\"");
        row("an unknown method", call("draw_all", "}"), "calls of \"draw_all\" are skipped");
        row("epoch as text", call("plot_relations", dict({{text("main_tag"), text("a")}, {text("epoch"), text("1")}})), "epoch is not an int");
        row("tag as a number", call("plot_relations", dict({{text("main_tag"), integer(1)}})), "main_tag is not text");
        row("values as a list", plot("plot_relations", 1, "a", "]"), "values_dict is not a dict");
        row("a value as text", plot("plot_relations", 1, "a", dict({{text("l"), dict({{text("x"), text("y")}})}})),
            "the value recorded as \"x\" of \"l\" is not a number");
        row("a range of one label", plot("plot_relations", 1, "a", "}", dict({{text("l"), dict({{text("x"), integer(1)}})}})),
            "the labels of a range are not two");
        row("an unknown type", registration("a", 7, "N"), "type is none of TagType's");
        row("attributes without state", call("register_tags", dict({{text("main_tag"), text("a")}, {text("tag_attr"), global(kVisualizer, "TagAttributes") + ")\x81"}})),
            "tag_attr is not a TagAttributes with a state");
        row("a long name", plot("plot_relations", 1, std::string(5000, 'n'), "}"), "has a name of 5000 bytes, more than 1000");
    }

    void aRecordThatIsNoCallIsSkipped()
    {
        QFETCH(QByteArray, record);
        QFETCH(QString, expected);
        std::string bytes = pickle::loss(1, 0.5);
        for (int i = 0; i < 12; ++i)
            bytes += record.toStdString();
        const ImportedRun run = readBytes(bytes + pickle::loss(2, 0.25));
        QCOMPARE(run.value("Loss|Loss|train|line", 1), std::string("0.5"));
        QCOMPARE(run.value("Loss|Loss|train|line", 2), std::string("0.25"));
        QVERIFY2(!run.told(expected.toStdString()).empty(), run.events.empty() ? "nothing told" : run.events.back().text.c_str());
        QVERIFY(run.events.size() <= 4); // reported at the first and tenth occurrence
    }

    void aSmallFileDoesNotMakeALargeRun()
    {
        using namespace pickle;
        // 3,000 layers that share one dict of 3,000 values: 9,000,000 values from 60 kB.
        Items items, layers;
        for (int i = 0; i < 3000; ++i)
            items.emplace_back(text(std::to_string(i)), "K\x01");
        for (int i = 0; i < 3000; ++i)
            layers.emplace_back(text("l" + std::to_string(i)), i == 0 ? dict(items) + "\x94" : "h" + std::string(1, '\0'));
        const ImportedRun run = readBytes(loss(1, 0.5) + plot("plot_relations", 1, "a", dict(layers)));
        QVERIFY2(!run.told("holds far more values than its").empty(), run.events.empty() ? "nothing told" : run.events.back().text.c_str());
        QCOMPARE(run.valueCount(), std::size_t{1});
    }

    void selfReferenceDoesNoHarm()
    {
        using namespace pickle;
        const std::string itself = "}\x94(" + text("a") + "h" + std::string(1, '\0') + "u";
        const ImportedRun run = readBytes(loss(1, 0.5) + plot("plot_relations", 1, "a", itself));
        QVERIFY(!run.told("the value recorded as \"a\" of \"a\" is not a number").empty());
    }

    void theCostFollowsWhatIsNew()
    {
        const GrownFile file("long.pkl");
        std::string bytes;
        for (int epoch = 1; epoch <= 20'000; ++epoch)
            bytes += pickle::loss(epoch, epoch);
        file.write(bytes);
        MonitorchImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        importer.read(run, progress);
        const std::uint64_t before = progress.done;
        const std::uint64_t readBefore = test::bytesRead();
        for (int i = 0; i < 200; ++i)
            importer.read(run, progress);
        for (int epoch = 20'001; epoch <= 20'200; ++epoch) {
            file.append(pickle::loss(epoch, 1));
            importer.read(run, progress);
        }
        QCOMPARE_LT(test::bytesRead() - readBefore, bytes.size() / 2); // in 400 reads
        QCOMPARE(progress.done - before, 200 * pickle::loss(1, 1).size());
        QCOMPARE(ImportedRun(run).valueCount(), std::size_t{20'200});
    }

    void aStopLeavesTheRestForTheNextLook()
    {
        MonitorchImporter importer(kTwoEpochs);
        store::RunStore run;
        ReadProgress stopped;
        std::stop_source source;
        stopped.stop = source.get_token();
        source.request_stop();
        QVERIFY(!importer.read(run, stopped));
        ReadProgress progress;
        QVERIFY(importer.read(run, progress));
        QVERIFY(ImportedRun(run).sameValues(read(kTwoEpochs)));
    }
};

LENSBOARD_TEST(MonitorchImporterTest)
#include "tst_monitorch_importer.moc"
