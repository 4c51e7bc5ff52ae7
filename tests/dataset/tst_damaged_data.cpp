// Data files that are cut, or changed at random: a clear error or a data set, nothing else. LENSBOARD_TEST_MUTATIONS says
// how many changes are tried.

#include "core/dataset/dataset.h"
#include "core/dataset/dataset_error.h"
#include "tests/support/dataset_choice.h"
#include "tests/support/mutations.h"
#include "tests/support/scratch_file.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/isfinite.h>

#include <QFile>
#include <QTest>

#include <set>

using namespace lensboard;
using namespace lensboard::dataset;
using experiment::Json;

namespace {

const std::string kFiles = LENSBOARD_SOURCE_DIR "/tests/data/dataset/";

std::string contents(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string labels(int count)
{
    std::string bytes("\x93NUMPY\x01\x00", 8);
    const std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (" + std::to_string(count) + ",)}";
    bytes += static_cast<char>(header.size());
    bytes += '\0';
    bytes += header;
    for (int i = 0; i < count; ++i)
        bytes += static_cast<char>(i % 2);
    return bytes;
}

/// A kind of data set with a damaged file.
struct Kind
{
    const char *name;
    const char *file; ///< that is damaged, in a folder of its own
    std::string bytes;
    Json (*choice)(const std::string &folder);
    std::vector<std::pair<std::string, std::string>> others = {}; ///< files beside it
    std::set<std::size_t> whole = {};                              ///< sizes that leave a valid file of this kind
};

std::set<std::size_t> sizes(std::size_t begin, std::size_t end)
{
    std::set<std::size_t> sizes;
    while (begin < end)
        sizes.insert(sizes.end(), begin++);
    return sizes;
}

std::vector<Kind> kinds()
{
    const auto pictures = [](const std::string &folder) {
        return Json{{"kind", "images"}, {"path", folder}, {"size", 4}};
    };
    const std::pair<std::string, std::string> other{"b/2.png", contents(kFiles + "grey.png")};
    const auto arrays = [](const std::string &folder) {
        return Json{{"kind", "numpy"}, {"path", folder + "/x.npz"}, {"inputs", "x"}, {"targets", "y"}};
    };
    const auto array = [](const std::string &folder) {
        return Json{{"kind", "numpy"}, {"inputs", folder + "/x.npy"}, {"targets", folder + "/y.npy"}};
    };
    return {
        {"csv", "t.csv", "a,b,colour,y\n1,2.5,red,0\n\"3\",-4e2,blue,1\n5,6,red,0\n7,,red,1\n8,9,blue,1\n",
         [](const std::string &folder) {
             return Json{{"kind", "csv"}, {"path", folder + "/t.csv"}, {"categories", {"colour"}}, {"missing", "drop"}};
         }, {}, {40, 41, 49, 50, 51, 58, 59, 60, 69, 70}}, // behind the last field of a row
        {"idx", "x.idx", std::string("\0\0\x0d\2\0\0\0\4\0\0\0\2", 12) + std::string("\x3f\x80\0\0\x40\0\0\0", 8) + std::string(24, '\1'),
         [](const std::string &folder) {
             return Json{{"kind", "idx"}, {"inputs", folder + "/x.idx"}, {"targets", folder + "/y.idx"}};
         },
         {{"y.idx", std::string("\0\0\x08\1\0\0\0\4\0\1\0\1", 12)}}},
        {"npy", "x.npy", contents(kFiles + "fortran.npy"), array, {{"y.npy", labels(6)}}},
        {"npz", "x.npz", contents(kFiles + "arrays.npz"), arrays},
        {"npz, deflated", "x.npz", contents(kFiles + "packed.npz"), arrays},
        {"cifar10", "data_batch_1.bin", std::string(1, '\1') + std::string(3072, '\7'),
         [](const std::string &folder) { return Json{{"kind", "cifar10"}, {"path", folder}}; },
         {{"test_batch.bin", std::string(1, '\1') + std::string(3072, '\7')}}},
        {"PNG", "a/1.png", contents(kFiles + "rgb.png"), pictures, {other}, sizes(166, 178)}, // all but IEND
        {"PNG with a palette", "a/1.png", contents(kFiles + "palette.png"), pictures, {other}, sizes(114, 126)},
        {"JPEG", "a/1.png", contents(kFiles + "rgb.jpg"), pictures, {other}},
        {"progressive JPEG", "a/1.png", contents(kFiles + "progressive.jpg"), pictures, {other}},
        {"text", "t.txt", "Grüße, 世界! abcdefgh abcdefgh abcdefgh",
         [](const std::string &folder) {
             return Json{{"kind", "text"}, {"path", folder + "/t.txt"}, {"context", 3}, {"validation_share", 0.3}};
         }, {}, sizes(18, 43)},
    };
}

} // namespace

class DamagedDataTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void filesAreCut_data() { names(); }

    void filesAreCut()
    {
        QFETCH(int, kind);
        const Kind damaged = kinds().at(std::size_t(kind));
        const std::string folder = prepared(damaged);
        QVERIFY2(load(damaged, folder, damaged.bytes).isEmpty(), "the whole file must do");
        const std::size_t stride = std::max<std::size_t>(1, damaged.bytes.size() / 1000);
        for (std::size_t size = 0; size < damaged.bytes.size(); size += stride)
            QVERIFY2(load(damaged, folder, damaged.bytes.substr(0, size)).isEmpty() == damaged.whole.contains(size), qPrintable(QString::number(size)));
    }

    void filesAreChanged_data() { names(); }

    void filesAreChanged()
    {
        QFETCH(int, kind);
        const Kind damaged = kinds().at(std::size_t(kind));
        const std::string folder = prepared(damaged);
        const int count = std::max(200, qEnvironmentVariableIntValue("LENSBOARD_TEST_MUTATIONS") / 5);
        for (int seed = 0; seed < count; ++seed) {
            test::Random random(unsigned(seed) * 31 + unsigned(kind));
            const QString message = load(damaged, folder, test::mutatedBytes(damaged.bytes, random));
            if (!message.isEmpty() && !message.contains(QString::fromStdString(folder)))
                QVERIFY2(message.contains("a single sample") || message.contains("too large to be normalised"), qPrintable(message));
        }
    }

private:
    static void names()
    {
        QTest::addColumn<int>("kind");
        const std::vector<Kind> all = kinds();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].name) << int(i);
    }

    std::string prepared(const Kind &kind) const
    {
        const auto folder = m_file.folder() / QString(QTest::currentDataTag()).toStdString();
        std::filesystem::remove_all(folder);
        for (const auto &[name, bytes] : kind.others)
            write(folder / name, bytes);
        return folder;
    }

    static void write(const std::filesystem::path &path, const std::string &bytes)
    {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    }

    /// The message, if it does not load. Checks that a loaded data set is complete and finite.
    static QString load(const Kind &kind, const std::string &folder, const std::string &bytes)
    {
        write(std::filesystem::path(folder) / kind.file, bytes);
        try {
            const Dataset data = makeDataset(test::datasetChoice(kind.choice(folder)), 1);
            for (const Samples *samples : {&data.training, &data.validation}) {
                const auto [inputs, targets] = takeBatch(data, *samples, at::arange(samples->size(), at::kLong));
                if (!at::isfinite(inputs).all().item<bool>() || !at::isfinite(targets).all().item<bool>())
                    QTest::qFail("a value is not finite", __FILE__, __LINE__);
                if (data.classes > 0 && (targets.min().item<int>() < 0 || targets.max().item<std::int64_t>() >= data.classes))
                    QTest::qFail("a class has no number", __FILE__, __LINE__);
            }
            return {};
        } catch (const DatasetError &error) {
            return error.what();
        }
    }

    const test::ScratchFile m_file{"data"};
};

QTEST_GUILESS_MAIN(DamagedDataTest)
#include "tst_damaged_data.moc"
