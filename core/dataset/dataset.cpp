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
#include "core/record/message.h"

#include <ATen/ops/from_blob.h>
#include <ATen/ops/index_select.h>

#include <stdexcept>

namespace lensboard::dataset {

namespace {

Samples chosen(const Samples &samples, std::vector<std::int64_t> numbers)
{
    const at::Tensor indices = at::from_blob(numbers.data(), {static_cast<std::int64_t>(numbers.size())}, at::kLong);
    return {samples.inputs.index_select(0, indices), samples.targets.index_select(0, indices)};
}

/// Lets a share of the samples validate that all train so far.
void divide(Dataset &dataset, const experiment::Choice &choice, std::int64_t seed)
{
    const Samples all = std::exchange(dataset.training, {});
    if (all.size() < 2)
        throw DatasetError(record::message("the data set has a single sample, expected at least one for training and one for "
                                           "validation"));
    const bool classes = dataset.classes > 0 && all.targets.dim() == 1;
    std::vector<std::int64_t> groups(static_cast<std::size_t>(all.size()));
    if (classes)
        std::copy_n(all.targets.data_ptr<std::int64_t>(), groups.size(), groups.begin());
    const auto [training, validation] =
        splitSamples(groups, {choice.get<double>("validation"), seed, classes && choice.get<bool>("stratify")});
    dataset.training = chosen(all, training);
    dataset.validation = chosen(all, validation);
}

/// A data set that the user brings.
Dataset readOwn(const experiment::Choice &choice, const session::ProgressReport &report)
{
    if (choice.kind == "csv")
        return makeCsvDataset(choice, report);
    if (choice.kind == "idx" || choice.kind == "numpy")
        return makeArrayDataset(choice, report);
    if (choice.kind == "cifar10")
        return makeCifarDataset(choice, report);
    if (choice.kind == "images")
        return makePictureFolderDataset(choice, report);
    throw DatasetError(record::message("there is no data set \"%1\"", choice.kind));
}

std::string shapeText(const Dataset &dataset)
{
    std::string text;
    for (const std::int64_t size : dataset.inputShape())
        text += (text.empty() ? "" : " x ") + std::to_string(size);
    return text;
}

} // namespace

Dataset makeDataset(const experiment::Choice &choice, std::int64_t seed, const session::ProgressReport &report)
{
    if (choice.kind == "spirals")
        return makeSpirals(choice, seed);
    if (choice.kind == "fashion-mnist")
        return makeFashionMnist(choice, seed, report);
    if (choice.kind == "text")
        return makeTextDataset(choice, report);
    Dataset dataset = readOwn(choice, report);
    if (!dataset.validation.targets.defined())
        divide(dataset, choice, seed);
    normaliseInputs(dataset, choice.get<std::string>("normalise"));
    if (dataset.classes == 0 && choice.settings.value("normalise_target", false))
        normaliseTargets(dataset);
    return dataset;
}

void checkModelTakes(const Dataset &dataset, const std::string &model)
{
    const bool tokens = !dataset.training.inputs.is_floating_point() && dataset.training.inputs.scalar_type() != at::kByte;
    if (model == "transformer" && (!tokens || dataset.training.targets.dim() != 2))
        throw std::invalid_argument(record::message("model.kind: a transformer needs tokens, whole numbers as int64, and for "
                                                    "each the next one as its target; the samples are %1; use \"mlp\"",
                                                    shapeText(dataset)));
    if ((model == "mlp" || model == "cnn" || model == "resnet") && tokens)
        throw std::invalid_argument(record::message("model.kind: the inputs are int64, which are taken for tokens, and %1 "
                                                    "needs numbers; save them as float32, such as array.astype(\"float32\")",
                                                    model));
    if ((model == "cnn" || model == "resnet") && dataset.inputShape().size() != 3)
        throw std::invalid_argument(record::message("model.kind: a %1 needs pictures of channels x height x width, the samples "
                                                    "are %2; use \"mlp\"",
                                                    model, shapeText(dataset)));
}

} // namespace lensboard::dataset
