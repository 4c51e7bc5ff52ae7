#include "core/dataset/fashion_mnist.h"

#include "core/dataset/array_tensor.h"
#include "core/dataset/file_activity.h"
#include "core/dataset/idx_file.h"
#include "core/dataset/normalisation.h"
#include "core/dataset/spirals.h"
#include "core/record/message.h"

#include <filesystem>

namespace lensboard::dataset {

namespace fs = std::filesystem;

namespace {

const fs::path kDebianFashionMnist = "/usr/share/datasets/fashion-mnist";
constexpr const char *kFashionMnistPackage = "dataset-fashion-mnist";

/// Returns the path of the gzipped file, as distributed, or else of the uncompressed file.
fs::path idxPath(const fs::path &folder, const std::string &name)
{
    for (const char *suffix : {".gz", ""})
        if (const fs::path path = folder / (name + suffix); fs::exists(path))
            return path;
    throw DatasetError(record::message("%1[.gz]: no such file; install the package %2, or set dataset.path to the folder that "
                                       "has the four IDX files",
                                       (folder / name).string(), kFashionMnistPackage));
}

Samples readFashionMnist(const fs::path &folder, const std::string &prefix, std::int64_t limit,
                         const session::ProgressReport &report, std::vector<record::Message> &notices)
{
    const fs::path imagePath = idxPath(folder, prefix + "-images-idx3-ubyte");
    const fs::path labelPath = idxPath(folder, prefix + "-labels-idx1-ubyte");
    NumberArray images = readIdx(imagePath, fileActivity(report, imagePath));
    NumberArray labels = readIdx(labelPath, fileActivity(report, labelPath));
    if (images.shape.size() != 3)
        throw DatasetError(record::message("%1: %2 dimensions, expected 3: pictures, rows, columns",
                                           imagePath.string(), images.shape.size()));
    if (labels.shape.size() != 1 || labels.shape[0] != images.shape[0])
        throw DatasetError(record::message("%1: expected %2 labels, one for each picture of %3",
                                           labelPath.string(), images.shape[0], imagePath.string()));
    if (images.type != NumberType::UInt8 || labels.type != NumberType::UInt8)
        throw DatasetError(record::message("%1: values of another type, expected uint8; use dataset.kind \"idx\"",
                                           (images.type != NumberType::UInt8 ? imagePath : labelPath).string()));
    for (std::size_t i = 0; i < labels.bytes.size(); ++i)
        if (labels.bytes[i] > 9)
            throw DatasetError(record::message("%1: label %2 is %3, expected 0 to 9", labelPath.string(), i, labels.bytes[i]));
    Samples samples{toTensor(std::move(images)).unsqueeze(1), toTensor(std::move(labels)).to(at::kLong)};
    if (limit > samples.size())
        notices.push_back(record::message("%1 samples were asked for, %2 has %3.", limit, imagePath.string(), samples.size()));
    if (limit > 0 && limit < samples.size())
        samples = {samples.inputs.narrow(0, 0, limit), samples.targets.narrow(0, 0, limit)};
    return samples;
}

Dataset readAll(const settings::FashionMnist &wanted, const fs::path &folder, const session::ProgressReport &report)
{
    Dataset dataset;
    dataset.classes = 10;
    if (folder == kDebianFashionMnist)
        dataset.classNames = {"T-shirt/top", "trouser", "pullover", "dress", "coat", "sandal", "shirt", "sneaker", "bag", "ankle boot"};
    dataset.training = readFashionMnist(folder, "train", wanted.trainSamples, report,
                                         dataset.notices);
    dataset.validation = readFashionMnist(folder, "t10k", wanted.validationSamples, report,
                                           dataset.notices);
    if (dataset.training.inputs.sizes().slice(1) != dataset.validation.inputs.sizes().slice(1))
        throw DatasetError(record::message("%1: training and validation pictures differ in size",
                                           folder.string()));
    return dataset;
}

Dataset spiralsInstead(std::int64_t seed)
{
    Dataset dataset = makeSpirals({}, seed);
    dataset.notices.push_back(record::message("Fashion-MNIST is not installed (%1): training on spirals instead. Install the "
                                              "package %2 for the pictures.",
                                              kDebianFashionMnist.string(), kFashionMnistPackage));
    return dataset;
}

} // namespace

Dataset makeFashionMnist(const settings::FashionMnist &wanted, std::int64_t seed, const session::ProgressReport &report)
{
    if (wanted.path.empty() && !fs::exists(kDebianFashionMnist))
        return spiralsInstead(seed);
    Dataset dataset = readAll(wanted, wanted.path.empty() ? kDebianFashionMnist : fs::path(wanted.path), report);
    normaliseInputs(dataset, settings::Normalise::Standard);
    return dataset;
}

} // namespace lensboard::dataset
