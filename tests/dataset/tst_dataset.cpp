#include "core/dataset/dataset.h"
#include "core/dataset/dataset_error.h"
#include "core/dataset/normalisation.h"
#include "core/dataset/split.h"
#include "tests/support/dataset_choice.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/tensor.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using namespace lensboard;
using namespace lensboard::dataset;
using lensboard::settings::Normalise;
using experiment::Json;

namespace {

const QString kFiles = LENSBOARD_SOURCE_DIR "/tests/data/dataset/";

QList<double> list(const at::Tensor &tensor)
{
    const at::Tensor flat = tensor.flatten().to(at::kDouble).contiguous();
    return {flat.data_ptr<double>(), flat.data_ptr<double>() + flat.numel()};
}

std::pair<at::Tensor, at::Tensor> whole(const Dataset &dataset, const Samples &samples)
{
    return takeBatch(dataset, samples, at::arange(samples.size(), at::kLong));
}

std::vector<std::int64_t> shape(const at::Tensor &tensor)
{
    return tensor.sizes().vec();
}

} // namespace

class DatasetTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void classesAreDividedByTheSameShare()
    {
        std::vector<std::int64_t> classes;
        for (std::int64_t i = 0; i < 100; ++i)
            classes.push_back(i < 70 ? 0 : i < 90 ? 1 : i < 99 ? 2 : 3);
        const auto [training, validation] = splitSamples(classes, {0.2, 5, true});
        QList<int> counts(4);
        for (const std::int64_t i : validation)
            ++counts[classes[std::size_t(i)]];
        QCOMPARE(counts, (QList<int>{14, 4, 2, 0})); // 14, 4, 1.8 and 0.2
        std::vector<std::int64_t> all = training;
        all.insert(all.end(), validation.begin(), validation.end());
        std::sort(all.begin(), all.end());
        std::vector<std::int64_t> every(100);
        std::iota(every.begin(), every.end(), 0);
        QCOMPARE(all, every);
        QVERIFY(std::is_sorted(training.begin(), training.end()) && std::is_sorted(validation.begin(), validation.end()));
        QCOMPARE(splitSamples(classes, {0.2, 5, true}).second, validation);
        QVERIFY(splitSamples(classes, {0.2, 6, true}).second != validation);
    }

    void smallSetsAreDividedToo()
    {
        for (const bool stratify : {false, true}) {
            QCOMPARE(splitSamples({0, 1}, {0.2, 1, stratify}).second.size(), std::size_t{1});
            QCOMPARE(splitSamples({0, 0}, {0.9, 1, stratify}).first.size(), std::size_t{1});
        }
        const auto [training, validation] = splitSamples({0, 0, 1, 1, 2, 2}, {0.9, 1, true});
        QCOMPARE(training.size(), std::size_t{3}); // one of each class
        QVERIFY_EXCEPTION_THROWN(splitSamples({0}, {0.5, 1, true}), std::invalid_argument);
    }

    void spreadIsThatOfEachColumnOrChannel()
    {
        const at::Tensor table = at::tensor({1.f, 7.f, 10.f, 3.f, 7.f, 20.f, 8.f, 7.f, 60.f}).view({3, 3});
        const auto [mean, deviation] = spreadOf(table, Normalise::Standard);
        QCOMPARE(list(mean), (QList<double>{4, 7, 30}));
        QCOMPARE(deviation[0].item<float>(), std::sqrt(26.f / 3));
        QCOMPARE(deviation[1].item<float>(), 1.f); // does not vary
        const auto [least, range] = spreadOf(table, Normalise::MinMax);
        QCOMPARE(list(least), (QList<double>{1, 7, 10}));
        QCOMPARE(list(range), (QList<double>{7, 1, 50}));
        const at::Tensor pictures = at::randint(256, {5, 3, 4, 6}, at::kByte);
        const auto [a, b] = spreadOf(pictures, Normalise::Standard);
        QCOMPARE(shape(a), (std::vector<std::int64_t>{3, 1, 1}));
        const at::Tensor rows = pictures.to(at::kDouble).transpose(0, 1).reshape({3, -1});
        QVERIFY(a.flatten().to(at::kDouble).allclose(rows.mean(1), 1e-6));
        QVERIFY(b.flatten().to(at::kDouble).allclose(rows.std(1, false), 1e-6));
        const auto [c, e] = spreadOf(pictures.to(at::kFloat), Normalise::Standard);
        QVERIFY(a.allclose(c, 1e-6) && b.allclose(e, 1e-6));
    }

    void batchesAreThoseOfLibTorchBitForBit_data()
    {
        QTest::addColumn<bool>("bytes");
        QTest::addColumn<QList<int>>("sample");
        QTest::addColumn<Normalise>("method");
        for (const bool bytes : {true, false})
            for (const auto &[method, methodName] : {std::pair{Normalise::None, "none"}, {Normalise::Standard, "standard"}, {Normalise::MinMax, "minmax"}}) {
                const auto name = [&, method = methodName](const char *what) { return std::string(bytes ? "bytes " : "floats ") + what + ' ' + method; };
                QTest::newRow(name("grey").c_str()) << bytes << QList<int>{1, 28, 28} << method;
                QTest::newRow(name("colour").c_str()) << bytes << QList<int>{3, 5, 7} << method;
                QTest::newRow(name("table").c_str()) << bytes << QList<int>{13} << method;
            }
    }

    void batchesAreThoseOfLibTorchBitForBit()
    {
        QFETCH(bool, bytes);
        QFETCH(QList<int>, sample);
        QFETCH(Normalise, method);
        const Dataset data = made(bytes, sample, method);
        const at::Tensor indices = at::tensor({7, 0, 39, 7, 12}, at::kLong);
        const auto [inputs, targets] = takeBatch(data, data.training, indices);
        at::Tensor expected = data.training.inputs.index_select(0, indices).to(at::kFloat);
        if (method != Normalise::None)
            expected.sub_(data.mean).div_(data.deviation);
        QVERIFY(inputs.equal(expected) && inputs.sizes() == expected.sizes());
        QVERIFY(targets.equal(data.training.targets.index_select(0, indices)));
        if (method != Normalise::None && sample.size() == 3 && sample[0] == 1) // as the first version did it, with numbers
            QVERIFY(inputs.equal(data.training.inputs.index_select(0, indices).to(at::kFloat)
                                     .sub_(data.mean.item<double>()).div_(data.deviation.item<double>())));
        QVERIFY_EXCEPTION_THROWN(takeBatch(data, data.training, at::tensor({40}, at::kLong)), std::exception);
    }

    void tablesAreDividedAndNormalised()
    {
        QByteArray text = "a,b,y\n";
        for (int i = 0; i < 50; ++i)
            text += QByteArray::number(i) + ",5," + (i % 5 == 0 ? "yes\n" : "no\n");
        const std::string path = written("t.csv", text);
        const Dataset data = load({{"kind", "csv"}, {"path", path}});
        QCOMPARE(data.classNames, (std::vector<std::string>{"no", "yes"}));
        QCOMPARE(data.training.size(), 40);
        QCOMPARE(data.validation.targets.sum().item<int>(), 2); // of 10
        const at::Tensor inputs = whole(data, data.training).first;
        QVERIFY(inputs.select(1, 0).mean().abs().item<double>() < 1e-6);
        QVERIFY(std::abs(inputs.select(1, 0).std(false).item<double>() - 1) < 1e-6);
        QCOMPARE(list(inputs.select(1, 1)), QList<double>(40, 0));
        const at::Tensor others = whole(data, data.validation).first.select(1, 0);
        QVERIFY(others.mul(data.deviation[0]).add(data.mean[0]).max().item<double>() < 49.001);
        const Dataset again = load({{"kind", "csv"}, {"path", path}});
        QVERIFY(again.training.inputs.equal(data.training.inputs));
        QVERIFY(!makeDataset(test::datasetChoice({{"kind", "csv"}, {"path", path}}), 2).training.inputs.equal(data.training.inputs));
        const Dataset plain = load({{"kind", "csv"}, {"path", path}, {"normalise", "none"}, {"validation", 0.5}});
        QVERIFY(!plain.mean.defined());
        QCOMPARE(plain.validation.size(), 25);
        QVERIFY(whole(plain, plain.training).first.equal(plain.training.inputs));
    }

    void targetsOfARegressionAreNormalised()
    {
        const std::string path = written("r.csv", "1,10\n2,20\n3,30\n4,40\n5,50\n");
        const Json choice = {{"kind", "csv"}, {"path", path}, {"task", "regression"}};
        const Dataset data = load(choice);
        QCOMPARE(data.classes, 0);
        const at::Tensor targets = whole(data, data.training).second;
        QCOMPARE(targets.scalar_type(), at::kFloat);
        QCOMPARE(shape(targets), std::vector<std::int64_t>{4});
        QVERIFY(targets.mean().abs().item<double>() < 1e-6);
        QVERIFY(targets.mul(data.targetDeviation).add(data.targetMean).div(10).allclose(data.training.inputs.select(1, 0), 1e-5));
        Json plain = choice;
        plain["normalise_target"] = false;
        QVERIFY(load(plain).training.targets.div(10).allclose(data.training.inputs.select(1, 0)));
    }

    void anotherTableValidatesAsTheFirstTells()
    {
        const Dataset data = load({{"kind", "csv"}, {"path", written("t.csv", "a,y,z\n1,10,1\n3,30,5\n")}, {"task", "regression"},
                                   {"target", {"z", "y"}}, {"validation_path", written("v.csv", "z,y,a\n3,20,5\n7,60,0\n1,0,2\n")}});
        QCOMPARE(data.training.size(), 2);
        QCOMPARE(data.validation.size(), 3);
        QCOMPARE(list(whole(data, data.validation).first), (QList<double>{3, -2, 0})); // of mean 2, deviation 1
        QCOMPARE(shape(data.validation.targets), (std::vector<std::int64_t>{3, 2}));
        QCOMPARE(list(data.validation.targets), (QList<double>{0, 0, 2, 4, -1, -2})); // of means 3 and 20, deviations 2 and 10
        QCOMPARE(list(data.training.targets), (QList<double>{-1, -1, 1, 1}));
    }

    void archivesOfNumPyAreDataSets()
    {
        const Json choice = {{"kind", "numpy"}, {"path", (kFiles + "packed.npz").toStdString()}, {"inputs", "x"}, {"targets", "y"},
                             {"validation_inputs", "x"}, {"validation_targets", "y"}, {"normalise", "none"}};
        const Dataset data = load(choice);
        QCOMPARE(data.classes, 3);
        QCOMPARE(data.classNames, (std::vector<std::string>{"0", "1", "2"}));
        QCOMPARE(list(data.training.targets), (QList<double>{2, 0, 1, 2, 0, 1}));
        QCOMPARE(list(data.training.inputs.flatten()).mid(0, 3), (QList<double>{-1, -0.875, -0.75}));
        Json other = choice;
        other["inputs"] = "z";
        expectError([&] { load(other); }, "has no array \"z\" (dataset.inputs); it has: x.npy, y.npy");
        other["inputs"] = "y";
        expectError([&] { load(other); }, "the samples differ in shape or type");
    }

    void arraysOfEachTypeAreInputs_data()
    {
        QTest::addColumn<QByteArray>("inputs");
        QTest::addColumn<QByteArray>("targets");
        QTest::addColumn<QList<int>>("sample");
        QTest::addColumn<QString>("type"); // of a batch: inputs, targets
        QTest::addColumn<int>("classes");
        const QByteArray labels = npy("'<i4'", "(2,)", QByteArray("\1\0\0\0\4\0\0\0", 8));
        const auto bytes = [](const char *shape, int count) { return npy("'|u1'", shape, QByteArray(count, '\5')); };
        QTest::newRow("table") << bytes("(2, 3)", 6) << labels << QList<int>{3} << "float, long" << 2;
        QTest::newRow("a number each") << bytes("(2,)", 2) << labels << QList<int>{1} << "float, long" << 2;
        QTest::newRow("grey pictures") << bytes("(2, 4, 5)", 40) << labels << QList<int>{1, 4, 5} << "float, long" << 2;
        QTest::newRow("colour last") << bytes("(2, 4, 5, 3)", 120) << labels << QList<int>{3, 4, 5} << "float, long" << 2;
        QTest::newRow("colour first") << bytes("(2, 3, 4, 5)", 120) << labels << QList<int>{3, 4, 5} << "float, long" << 2;
        QTest::newRow("column of labels") << bytes("(2, 3)", 6) << npy("'|u1'", "(2, 1)", "ab") << QList<int>{3} << "float, long" << 2;
        QTest::newRow("numbers to tell") << bytes("(2, 3)", 6) << npy("'<f4'", "(2, 2)", QByteArray(16, '\0')) << QList<int>{3} << "float, float" << 0;
        QTest::newRow("two bytes a number") << npy("'<u2'", "(2, 3)", QByteArray("\xff\xff", 2).repeated(6)) << npy("'>u2'", "(2,)", QByteArray("\xff\xff\0\1", 4))
                                            << QList<int>{3} << "float, long" << 2;
        QTest::newRow("halves") << npy("'<f2'", "(2, 3)", QByteArray("\0\x3e", 2).repeated(6)) << npy("'<f2'", "(2,)", QByteArray("\0\x3e\0\xc0", 4))
                                << QList<int>{3} << "float, float" << 0;
        QTest::newRow("tokens") << npy("'<i8'", "(2, 2)", QByteArray("\7\0\0\0\0\0\0\0", 8).repeated(4))
                                << npy("'<i8'", "(2, 2)", QByteArray("\2\0\0\0\0\0\0\0", 8).repeated(4)) << QList<int>{2} << "long, long" << 8;
    }

    void arraysOfEachTypeAreInputs()
    {
        QFETCH(QByteArray, inputs);
        QFETCH(QByteArray, targets);
        QFETCH(QList<int>, sample);
        QFETCH(QString, type);
        const Dataset data = load(numpy(inputs, targets));
        QCOMPARE(data.inputShape(), std::vector<std::int64_t>(sample.begin(), sample.end()));
        const auto [a, b] = whole(data, data.training);
        const auto name = [](const at::Tensor &tensor) { return QString(tensor.scalar_type() == at::kLong ? "long" : "float"); };
        QCOMPARE(name(a) + ", " + name(b), type);
        QTEST(static_cast<int>(data.classes), "classes");
    }

    void numbersOfTwoBytesKeepTheirValues()
    {
        Json choice = numpy(npy("'<u2'", "(2, 2)", QByteArray("\xff\xff\7\0", 4).repeated(2)), npy("'<f2'", "(2,)", QByteArray("\0\x3e", 2).repeated(2)));
        choice["normalise"] = "none";
        choice["normalise_target"] = false;
        const Dataset data = load(choice);
        QCOMPARE(list(data.training.inputs), (QList<double>{65535, 7}));
        QCOMPARE(list(data.training.targets), QList<double>{1.5});
    }

    void fortransOrderIsTurned()
    {
        QFile file(kFiles + "fortran.npy");
        QVERIFY(file.open(QIODevice::ReadOnly));
        Json choice = numpy(file.readAll(), npy("'|u1'", "(6,)", QByteArray("\0\0\0\3\3\3", 6)));
        choice["normalise"] = "none";
        const Dataset data = load(choice);
        const at::Tensor all = at::cat({data.training.inputs, data.validation.inputs});
        QCOMPARE(shape(all), (std::vector<std::int64_t>{6, 4}));
        QCOMPARE(all.sum().item<double>(), 24 * 23 / 2 / 8. - 24);
        QCOMPARE(list(all.select(1, 1).sub(all.select(1, 0))), QList<double>(6, 0.125));
        QCOMPARE(data.classNames, (std::vector<std::string>{"0", "3"})); // numbered from 0, named as they were
    }

    void badArraysAreNamed()
    {
        const QByteArray two = npy("'|u1'", "(2, 3)", "abcdef"), labels = npy("'|u1'", "(2,)", "ab");
        const QByteArray floats = npy("'<f4'", "(2,)", QByteArray::fromHex("0000803f0000c07f"));
        expectError([&] { load(numpy(two, npy("'|u1'", "(3,)", "abc"))); }, "y.npy: has 3 targets, expected one for each of the 2 samples");
        expectError([&] { load(numpy(floats, labels)); }, "x.npy: sample 1: a value is NaN, expected finite ones");
        expectError([&] { load(numpy(two, npy("'|u1'", "(2,)", "aa"))); }, "y.npy: all samples are of the class 97");
        expectError([&] { load(numpy(two, npy("'|u1'", "(2, 2)", "abcd"))); }, "y.npy: the shape is 2 x 2, expected the class number");
        Json choice = numpy(two, npy("'<f4'", "(2,)", QByteArray::fromHex("0000803f0000003f")));
        choice["task"] = "classification";
        expectError([&] { load(choice); }, "y.npy: found numbers that are not whole");
        choice["inputs"] = "/no/such.npy";
        expectError([&] { load(choice); }, "/no/such.npy: no such file; set dataset.inputs to an .npy file");
        expectError([&] { load(numpy(npy("'|u1'", "(1, 3)", "abc"), npy("'<f4'", "(1,)", QByteArray(4, '\0')))); }, "has a single sample");
    }

    void idxFilesAreDataSets()
    {
        const Json choice = {{"kind", "idx"},
                             {"inputs", written("x.idx", QByteArray::fromHex("00000d03" "00000003" "00000002" "00000001"
                                                                             "3f80000040000000" "c000000000000000" "3f0000003f000000"))},
                             {"targets", written("y.idx", QByteArray::fromHex("00000801" "00000003" "090109"))},
                             {"normalise", "none"},
                             {"validation", 0.34}};
        const Dataset data = load(choice);
        QCOMPARE(data.inputShape(), (std::vector<std::int64_t>{1, 2, 1}));
        QCOMPARE(data.classNames, (std::vector<std::string>{"1", "9"}));
        QCOMPARE(data.validation.targets.item<int>(), 1);
        QVERIFY_EXCEPTION_THROWN(checkModelTakes(data, "transformer"), std::invalid_argument);
        checkModelTakes(data, "cnn");
    }

    void cifarIsRead()
    {
        QVERIFY(QDir(m_folder.path()).mkpath("cifar"));
        const auto record = [](char label, char red) { return QByteArray(1, label) + QByteArray(1024, red) + QByteArray(2048, '\7'); };
        written("cifar/data_batch_1.bin", record(3, 10) + record(9, 20));
        written("cifar/data_batch_2.bin", record(0, 30));
        written("cifar/test_batch.bin", record(1, 40));
        const Json choice = {{"kind", "cifar10"}, {"path", m_folder.filePath("cifar").toStdString()}};
        const Dataset data = load(choice);
        QCOMPARE(shape(data.training.inputs), (std::vector<std::int64_t>{3, 3, 32, 32}));
        QCOMPARE(list(data.training.targets), (QList<double>{3, 9, 0}));
        QCOMPARE(list(data.mean), (QList<double>{20, 7, 7}));
        QCOMPARE(data.classNames.at(3), std::string("cat"));
        QCOMPARE(list(data.validation.inputs.select(1, 0).mean(at::kDouble)), QList<double>{40});
        written("cifar/data_batch_2.bin", record(0, 30) + "x");
        expectError([&] { load(choice); }, "data_batch_2.bin: byte 3074: the file ends");
        written("cifar/data_batch_2.bin", record(10, 30));
        expectError([&] { load(choice); }, "data_batch_2.bin: byte 3073: the class of picture 0 is 10");
        written("cifar/data_batch_2.bin", {});
        expectError([&] { load(choice); }, "data_batch_2.bin: byte 0: the file has no pictures");
        expectError([&] { load({{"kind", "cifar10"}, {"path", "/no"}}); }, "/no: No such file or directory; set dataset.path");
    }

    void foldersOfPicturesAreRead()
    {
        const QString folder = m_folder.filePath("pictures");
        for (const char *name : {"10/a.png", "10/b.png", "9/c.png", "9/d.JPG"})
            copy("rgb.png", folder + '/' + name); // what a file is, is seen by its content
        written("pictures/9/notes.txt", "no picture");
        Json choice = {{"kind", "images"}, {"path", folder.toStdString()}, {"normalise", "none"}, {"validation", 0.5}};
        const Dataset data = load(choice);
        QCOMPARE(data.classNames, (std::vector<std::string>{"9", "10"}));
        QCOMPARE(data.inputShape(), (std::vector<std::int64_t>{3, 5, 7}));
        QCOMPARE(list(data.validation.targets), (QList<double>{1, 0}));
        QVERIFY2(QString::fromStdString(data.notices.at(0)).contains("1 files are neither PNG nor JPEG"), data.notices[0].c_str());
        copy("rgb.jpg", folder + "/9/e.jpg");
        expectError([&] { load(choice); }, "e.jpg: is 24 x 16 pixels, a.png is 7 x 5; set dataset.size");
        choice["size"] = 4;
        choice["colour"] = "grey";
        QCOMPARE(load(choice).inputShape(), (std::vector<std::int64_t>{1, 4, 4}));
        written("pictures/9/f.png", "\x89PNG\r\n\x1a\n and no more");
        expectError([&] { load(choice); }, "f.png: is no PNG that can be read");
        expectError([&] { load({{"kind", "images"}, {"path", (folder + "/9").toStdString()}}); }, "has 0 folders, expected one of pictures");
    }

    void foldersForValidationAreUsed()
    {
        const QString folder = m_folder.filePath("divided");
        for (const char *name : {"train/a/1.png", "train/b/1.png", "train/b/2.png", "val/b/1.png", "val/a/1.png", "test/a/1.png"})
            copy("grey.png", folder + '/' + name);
        const Json choice = {{"kind", "images"}, {"path", folder.toStdString()}};
        const Dataset data = load(choice);
        QCOMPARE(list(data.training.targets), (QList<double>{0, 1, 1}));
        QCOMPARE(list(data.validation.targets), (QList<double>{0, 1}));
        copy("grey.png", folder + "/val/c/1.png");
        expectError([&] { load(choice); }, "val: has a class \"c\" that the folder for training lacks");
    }

    void modelsAreToldWhatTheyCannotTake()
    {
        const Dataset table = made(false, {3}, Normalise::None), picture = made(true, {1, 4, 4}, Normalise::None);
        Dataset tokens = table;
        tokens.training.inputs = at::randint(5, {40, 3}, at::kLong);
        checkModelTakes(table, "mlp");
        checkModelTakes(picture, "resnet");
        checkModelTakes(tokens, "torchscript");
        expectError<std::invalid_argument>([&] { checkModelTakes(table, "cnn"); }, "a cnn needs pictures of channels x height x width, the samples are 3");
        expectError<std::invalid_argument>([&] { checkModelTakes(tokens, "mlp"); }, "int64 inputs are read as tokens");
        expectError<std::invalid_argument>([&] { checkModelTakes(tokens, "transformer"); }, "for each the next one as its target");
        tokens.training.targets = tokens.training.inputs;
        checkModelTakes(tokens, "transformer");
    }

    void readingTellsHowFarItIsAndCanBeCancelled()
    {
        const std::string path = written("big.csv", QByteArray("1,2,0\n3,4,1\n").repeated(250000));
        QStringList told;
        makeDataset(test::datasetChoice({{"kind", "csv"}, {"path", path}}), 1,
                    [&](const std::string &activity) { told << QString::fromStdString(activity); });
        QVERIFY2(told.contains("reading big.csv, 0 %") && told.size() >= 3, qPrintable(told.join('\n')));
        QVERIFY_EXCEPTION_THROWN(makeDataset(test::datasetChoice({{"kind", "csv"}, {"path", path}}), 1,
                                             [](const std::string &) { throw session::Cancelled(); }),
                                 session::Cancelled);
    }

private:
    static QByteArray npy(const QByteArray &type, const QByteArray &shape, const QByteArray &values)
    {
        const QByteArray header = "{'descr': " + type + ", 'fortran_order': False, 'shape': " + shape + ", }";
        return QByteArray("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header + values;
    }

    Json numpy(const QByteArray &inputs, const QByteArray &targets)
    {
        return {{"kind", "numpy"}, {"inputs", written("x.npy", inputs)}, {"targets", written("y.npy", targets)}};
    }

    static Dataset load(const Json &choice) { return makeDataset(test::datasetChoice(choice), 1); }

    static Dataset made(bool bytes, const QList<int> &sample, Normalise method)
    {
        std::vector<std::int64_t> sizes(sample.begin(), sample.end());
        sizes.insert(sizes.begin(), 40);
        Dataset data;
        data.training = {bytes ? at::randint(256, sizes, at::kByte) : at::randn(sizes), at::randint(10, {40}, at::kLong)};
        data.classes = 10;
        normaliseInputs(data, method);
        return data;
    }

    template <typename Error = DatasetError, typename Work>
    static void expectError(const Work &work, const QString &message)
    {
        try {
            work();
            QFAIL("no error");
        } catch (const Error &error) {
            QVERIFY2(QString(error.what()).contains(message), error.what());
        }
    }

    static void copy(const QString &picture, const QString &path)
    {
        QDir().mkpath(path.section('/', 0, -2));
        QFile::copy(kFiles + picture, path);
    }

    std::string written(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            file.write(bytes);
        return file.fileName().toStdString();
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(DatasetTest)
#include "tst_dataset.moc"
