#include "core/dataset/dataset.h"

#include "core/dataset/array_dataset.h"
#include "core/dataset/cifar_dataset.h"
#include "core/dataset/csv_dataset.h"
#include "core/dataset/dataset_error.h"
#include "core/dataset/fashion_mnist.h"
#include "core/dataset/normalisation.h"
#include "core/dataset/picture_folder_dataset.h"
#include "core/dataset/spirals.h"
#include "core/dataset/split.h"
#include "core/dataset/text_dataset.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <ATen/ops/from_blob.h>
#include <ATen/ops/index_select.h>

#include <stdexcept>
#include <variant>

namespace lensboard::dataset {

namespace {

Samples chosen(const Samples &samples, std::vector<std::int64_t> numbers)
{
    const at::Tensor indices = at::from_blob(numbers.data(), {static_cast<std::int64_t>(numbers.size())}, at::kLong);
    return {samples.inputs.index_select(0, indices), samples.targets.index_select(0, indices)};
}

/// Moves a share of the training samples to validation.
void divide(Dataset &dataset, const settings::Division &division, std::int64_t seed)
{
    const Samples all = std::exchange(dataset.training, {});
    if (all.size() < 2)
        throw DatasetError(record::message("the data set has a single sample, expected at least one for training and one for "
                                           "validation"));
    const bool classes = dataset.classes > 0 && all.targets.dim() == 1;
    std::vector<std::int64_t> groups(static_cast<std::size_t>(all.size()));
    if (classes)
        std::copy_n(all.targets.data_ptr<std::int64_t>(), groups.size(), groups.begin());
    const auto [training, validation] = splitSamples(groups, {division.validation, seed, classes && division.stratify});
    dataset.training = chosen(all, training);
    dataset.validation = chosen(all, validation);
}

/// Splits and normalises user data, as far as their reader has not done so.
template <typename Settings>
Dataset prepared(Dataset dataset, const Settings &wanted, std::int64_t seed)
{
    if constexpr (requires { wanted.division; })
        if (!dataset.validation.targets.defined())
            divide(dataset, wanted.division, seed);
    normaliseInputs(dataset, wanted.normalise);
    if constexpr (requires { wanted.normaliseTarget; })
        if (dataset.classes == 0 && wanted.normaliseTarget)
            normaliseTargets(dataset);
    return dataset;
}

std::string shapeText(const Dataset &dataset)
{
    std::string text;
    for (const std::int64_t size : dataset.inputShape())
        text += (text.empty() ? "" : " x ") + std::to_string(size);
    return text;
}

} // namespace

Dataset makeDataset(const settings::Dataset &wanted, std::int64_t seed, const session::ProgressReport &report)
{
    return std::visit(settings::Overloaded{
        [&](const settings::Spirals &spirals) { return makeSpirals(spirals, seed); },
        [&](const settings::FashionMnist &pictures) { return makeFashionMnist(pictures, seed, report); },
        [&](const settings::Text &text) { return makeTextDataset(text, report); },
        [&](const settings::CsvTable &table) { return prepared(makeCsvDataset(table, report), table, seed); },
        [&](const settings::Idx &files) { return prepared(makeArrayDataset(files, report), files, seed); },
        [&](const settings::NumPy &arrays) { return prepared(makeArrayDataset(arrays, report), arrays, seed); },
        [&](const settings::Cifar10 &cifar) { return prepared(makeCifarDataset(cifar, report), cifar, seed); },
        [&](const settings::Images &images) { return prepared(makePictureFolderDataset(images, report), images, seed); },
        [](const settings::PluginData &) -> Dataset {
            throw DatasetError(record::message("a plug-in brings its own data; there are none without it"));
        },
    }, wanted);
}

void checkModelTakes(const Dataset &dataset, const std::string &model)
{
    const bool tokens = !dataset.training.inputs.is_floating_point() && dataset.training.inputs.scalar_type() != at::kByte;
    if (model == "transformer" && (!tokens || dataset.training.targets.dim() != 2))
        throw record::InvalidArgument(record::message("model.kind: a transformer needs tokens, whole numbers as int64, and for "
                                                    "each the next one as its target; the samples are %1; use \"mlp\"",
                                                    shapeText(dataset)));
    if ((model == "mlp" || model == "cnn" || model == "resnet") && tokens)
        throw record::InvalidArgument(record::message("model.kind: int64 inputs are read as tokens, but %1 needs numbers; "
                                                    "save the inputs as float32, for example array.astype(\"float32\")",
                                                    model));
    if ((model == "cnn" || model == "resnet") && dataset.inputShape().size() != 3)
        throw record::InvalidArgument(record::message("model.kind: a %1 needs pictures of channels x height x width, the samples "
                                                    "are %2; use \"mlp\"",
                                                    model, shapeText(dataset)));
}

} // namespace lensboard::dataset
