#include "core/dataset/dataset.h"

#include "core/dataset/idx_file.h"
#include "core/dataset/text_dataset.h"

#include <ATen/ops/empty.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <random>

namespace lensboard::dataset {

namespace fs = std::filesystem;

namespace {

const fs::path kDebianFashionMnist = "/usr/share/datasets/fashion-mnist";
constexpr const char *kFashionMnistPackage = "dataset-fashion-mnist";

/// The gzipped file as it is distributed, else the plain one.
fs::path idxPath(const fs::path &folder, const std::string &name)
{
    for (const char *suffix : {".gz", ""})
        if (const fs::path path = folder / (name + suffix); fs::exists(path))
            return path;
    throw DatasetError((folder / name).string() + "[.gz]: no such file; install the package " + kFashionMnistPackage
                       + ", or set dataset.path to the folder that has the four IDX files");
}

at::Tensor toTensor(const IdxFile &idx)
{
    at::Tensor tensor = at::empty(idx.shape, at::kByte);
    std::copy(idx.values.begin(), idx.values.end(), tensor.data_ptr<std::uint8_t>());
    return tensor;
}

Samples readFashionMnist(const fs::path &folder, const std::string &prefix, std::int64_t limit,
                         const std::function<void()> &alive, std::vector<std::string> &notices)
{
    const fs::path imagePath = idxPath(folder, prefix + "-images-idx3-ubyte");
    const fs::path labelPath = idxPath(folder, prefix + "-labels-idx1-ubyte");
    const IdxFile images = readIdx(imagePath, alive), labels = readIdx(labelPath, alive);
    if (images.shape.size() != 3)
        throw DatasetError(imagePath.string() + ": " + std::to_string(images.shape.size())
                           + " dimensions, expected 3: pictures, rows, columns");
    if (labels.shape.size() != 1 || labels.shape[0] != images.shape[0])
        throw DatasetError(labelPath.string() + ": expected " + std::to_string(images.shape[0])
                           + " labels, one for each picture of " + imagePath.string());
    for (std::size_t i = 0; i < labels.values.size(); ++i)
        if (labels.values[i] > 9)
            throw DatasetError(labelPath.string() + ": label " + std::to_string(i) + " is "
                               + std::to_string(labels.values[i]) + ", expected 0 to 9");
    Samples samples{toTensor(images).unsqueeze(1), toTensor(labels).to(at::kLong)};
    if (limit > samples.size())
        notices.push_back(std::to_string(limit) + " samples were asked for, " + imagePath.string() + " has "
                          + std::to_string(samples.size()) + '.');
    if (limit > 0 && limit < samples.size())
        samples = {samples.inputs.narrow(0, 0, limit), samples.targets.narrow(0, 0, limit)};
    return samples;
}

Dataset fashionMnist(const experiment::Choice &choice, const fs::path &folder, const std::function<void()> &alive)
{
    Dataset dataset;
    dataset.classes = 10;
    dataset.training = readFashionMnist(folder, "train", choice.get<std::int64_t>("train_samples"), alive,
                                         dataset.notices);
    dataset.validation = readFashionMnist(folder, "t10k", choice.get<std::int64_t>("validation_samples"), alive,
                                           dataset.notices);
    if (dataset.training.inputs.sizes().slice(1) != dataset.validation.inputs.sizes().slice(1))
        throw DatasetError(folder.string() + ": the training pictures differ in size from those for validation");
    return dataset;
}

Samples spiralSamples(std::int64_t size, std::int64_t classes, double noise, std::mt19937_64 &random)
{
    constexpr double kTurns = 1.75;
    // std::normal_distribution differs between libraries; the sum of twelve uniforms does not.
    const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    const auto normal = [&] {
        double sum = -6;
        for (int i = 0; i < 12; ++i)
            sum += uniform();
        return sum;
    };
    Samples samples{at::empty({size, 2}, at::kFloat), at::empty({size}, at::kLong)};
    auto *points = samples.inputs.data_ptr<float>();
    auto *labels = samples.targets.data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < size; ++i) {
        const double radius = 0.05 + 0.95 * uniform();
        const double angle = 2 * std::numbers::pi
                               * (static_cast<double>(i % classes) / static_cast<double>(classes) + kTurns / 2 * radius)
                           + noise * normal();
        points[2 * i] = static_cast<float>(radius * std::cos(angle));
        points[2 * i + 1] = static_cast<float>(radius * std::sin(angle));
        labels[i] = i % classes;
    }
    return samples;
}

Dataset spirals(const experiment::Choice &choice, std::int64_t seed)
{
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    Dataset dataset;
    dataset.classes = choice.get<std::int64_t>("classes");
    const auto noise = choice.get<double>("noise");
    dataset.training = spiralSamples(choice.get<std::int64_t>("train_samples"), dataset.classes, noise, random);
    dataset.validation = spiralSamples(choice.get<std::int64_t>("validation_samples"), dataset.classes, noise, random);
    return dataset;
}

Dataset spiralsInstead(std::int64_t seed)
{
    Dataset dataset = spirals({"spirals", {{"kind", "spirals"}, {"classes", 3}, {"train_samples", 3000},
                                           {"validation_samples", 600}, {"noise", 0.2}}},
                              seed);
    dataset.notices.push_back("Fashion-MNIST is not installed (" + kDebianFashionMnist.string()
                              + "): training on spirals instead. Install the package "
                              + kFashionMnistPackage + " for the pictures.");
    return dataset;
}

void measure(Dataset &dataset)
{
    const at::Tensor values = dataset.training.inputs;
    const double count = static_cast<double>(values.numel());
    if (values.scalar_type() == at::kByte) { // exact, from a histogram
        std::array<std::int64_t, 256> histogram{};
        const auto *bytes = values.data_ptr<std::uint8_t>();
        for (std::int64_t i = 0; i < values.numel(); ++i)
            ++histogram[bytes[i]];
        double sum = 0, squares = 0;
        for (std::size_t value = 0; value < histogram.size(); ++value) {
            sum += static_cast<double>(value) * static_cast<double>(histogram[value]);
            squares += static_cast<double>(value * value) * static_cast<double>(histogram[value]);
        }
        dataset.mean = sum / count;
        dataset.deviation = std::sqrt(squares / count - dataset.mean * dataset.mean);
    }
    if (!(dataset.deviation > 0))
        dataset.deviation = 1;
}

} // namespace

Dataset makeDataset(const experiment::Choice &choice, std::int64_t seed, const std::function<void()> &alive)
{
    Dataset dataset;
    if (choice.kind == "spirals") {
        dataset = spirals(choice, seed);
    } else if (choice.kind == "fashion-mnist") {
        const auto path = choice.get<std::string>("path");
        const bool missing = path.empty() && !fs::exists(kDebianFashionMnist);
        dataset = missing ? spiralsInstead(seed) : fashionMnist(choice, path.empty() ? kDebianFashionMnist : fs::path(path), alive);
    } else if (choice.kind == "text") {
        dataset = makeTextDataset(choice, alive);
    } else {
        throw DatasetError("there is no data set \"" + choice.kind + '"');
    }
    measure(dataset);
    return dataset;
}

std::pair<at::Tensor, at::Tensor> takeBatch(const Dataset &dataset, const Samples &samples, const at::Tensor &indices)
{
    at::Tensor inputs = samples.inputs.index_select(0, indices);
    const at::Tensor targets = samples.targets.index_select(0, indices).to(at::kLong);
    if (inputs.scalar_type() == at::kInt)
        return {inputs.to(at::kLong), targets};
    inputs = inputs.to(at::kFloat);
    if (dataset.mean != 0 || dataset.deviation != 1)
        inputs.sub_(dataset.mean).div_(dataset.deviation);
    return {inputs, targets};
}

} // namespace lensboard::dataset
