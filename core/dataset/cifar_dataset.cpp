#include "core/dataset/cifar_dataset.h"

#include "core/dataset/byte_file.h"
#include "core/dataset/file_activity.h"
#include "core/record/message.h"

#include <ATen/ops/from_blob.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace lensboard::dataset {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kPicture = 3 * 32 * 32;

struct Pictures
{
    std::vector<std::uint8_t> pixels;
    std::vector<std::int64_t> labels;
};

/// Appends the pictures of a file. Format: for each picture one byte for the class, then the pixels.
void addFile(const fs::path &path, const session::ProgressReport &report, Pictures &pictures)
{
    constexpr std::size_t kRecord = 1 + kPicture;
    const ReadReport reading = fileActivity(report, path);
    ByteFile file(path, record::message("a file of CIFAR-10's binary version"));
    std::vector<std::uint8_t> record(kRecord);
    std::size_t count = 0;
    for (std::size_t got = 0; (got = file.readSome(record.data(), kRecord)) > 0; ++count) {
        if (got < kRecord)
            file.fail(record::message("the file ends, expected pictures of 3073 bytes each; get the file anew"));
        if (record[0] > 9)
            file.fail(record::message("the class of picture %1 is %2, expected 0 to 9 in CIFAR-10's binary version",
                                      count, record[0]));
        if (count % 1000 == 0)
            reading(file.share());
        pictures.labels.push_back(record[0]);
        pictures.pixels.insert(pictures.pixels.end(), record.begin() + 1, record.end());
    }
    if (!file.atEnd() || count == 0)
        file.fail(record::message("the file has no pictures; get it anew"));
}

Samples samplesOf(Pictures pictures)
{
    const auto kept = std::make_shared<Pictures>(std::move(pictures));
    const auto count = static_cast<std::int64_t>(kept->labels.size());
    return {at::from_blob(kept->pixels.data(), {count, 3, 32, 32}, [kept](void *) {}, at::kByte),
            at::from_blob(kept->labels.data(), {count}, [kept](void *) {}, at::kLong)};
}

std::vector<fs::path> trainingFiles(const fs::path &folder)
{
    std::error_code error;
    std::vector<fs::path> files;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with("data_batch_") && name.ends_with(".bin"))
            files.push_back(entry->path());
    }
    std::sort(files.begin(), files.end());
    if (files.empty())
        throw DatasetError(record::message("%1: %2; set dataset.path to the folder cifar-10-batches-bin of CIFAR-10's binary "
                                           "version",
                                           folder.string(), error ? record::systemError(error.value()) : record::message("has no data_batch_1.bin")));
    return files;
}

} // namespace

Dataset makeCifarDataset(const settings::Cifar10 &cifar, const session::ProgressReport &report)
{
    const fs::path folder = cifar.path;
    Dataset dataset;
    dataset.classes = 10;
    dataset.classNames = {"airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"};
    Pictures training, validation;
    for (const fs::path &file : trainingFiles(folder))
        addFile(file, report, training);
    addFile(folder / "test_batch.bin", report, validation);
    dataset.training = samplesOf(std::move(training));
    dataset.validation = samplesOf(std::move(validation));
    return dataset;
}

} // namespace lensboard::dataset
