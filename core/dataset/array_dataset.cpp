#include "core/dataset/array_dataset.h"

#include "core/dataset/array_tensor.h"
#include "core/dataset/byte_file.h"
#include "core/dataset/file_activity.h"
#include "core/dataset/idx_file.h"
#include "core/dataset/npy_file.h"
#include "core/dataset/zip_file.h"
#include "core/record/message.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <set>

namespace lensboard::dataset {

namespace {

using Channels = settings::NumPy::Channels;

constexpr std::int64_t kMaxClasses = 1 << 20;

/// An array and its name in messages.
struct Named
{
    std::string name;
    at::Tensor values;

    [[noreturn]] void fail(const record::Message &what) const { throw DatasetError(record::message("%1: %2", name, what)); }
    std::string shapeText() const
    {
        std::string text;
        for (const std::int64_t size : values.sizes())
            text += (text.empty() ? "" : " x ") + std::to_string(size);
        return text;
    }
};

/// Reads the array \p name: a file, or an entry of an archive. \p setting is the key of the setting, for messages.
using ArrayReader = std::function<Named(const std::string &name, const std::string &setting)>;

ArrayReader idxReader(const session::ProgressReport &report)
{
    return [&report](const std::string &name, const std::string &setting) -> Named {
        return {name, toTensor(readIdx(name, fileActivity(report, name), setting))};
    };
}

ArrayReader npyReader(const session::ProgressReport &report)
{
    return [&report](const std::string &name, const std::string &setting) -> Named {
        ByteFile file(name, record::message("an .npy file"), setting);
        return {name, toTensor(readNpy(file, fileActivity(report, name)))};
    };
}

ArrayReader npzReader(const std::string &archive, const session::ProgressReport &report)
{
    const auto zip = std::make_shared<ZipFile>(archive, record::message("an .npz archive"), "dataset.path");
    return [&report, archive, zip](const std::string &name, const std::string &setting) -> Named {
        const std::string member = zip->has(name) ? name : name + ".npy";
        if (!zip->has(member))
            throw DatasetError(record::message("%1: has no array \"%2\" (%3); it has: %4", archive, name, setting, zip->names()));
        const auto source = zip->open(member);
        return {archive + ", " + name, toTensor(readNpy(*source, fileActivity(report, archive)))};
    };
}

/// Converts to float32. Errors: DatasetError naming the first value that is not finite after conversion.
at::Tensor finite(const Named &array)
{
    const at::Tensor values = array.values.to(at::kFloat).contiguous();
    const auto *const begin = values.data_ptr<float>(), *const end = begin + values.numel();
    const auto *const found = std::find_if(begin, end, [](float value) { return !std::isfinite(value); });
    if (found != end)
        array.fail(record::message("sample %1: a value is %2, expected finite ones",
                                   (found - begin) / std::max<std::int64_t>(1, values.numel() / values.size(0)),
                                   std::isnan(*found) ? record::message("NaN") : record::message("infinite as float32")));
    return values;
}

bool standLast(const at::Tensor &values, Channels channels)
{
    const auto few = [&](std::int64_t dimension) { return values.size(dimension) == 1 || values.size(dimension) == 3; };
    return values.dim() == 4 && (channels == Channels::Last || (channels == Channels::Auto && few(3) && !few(1)));
}

/// Returns the inputs as [N, C] for a table, [N, C, H, W] for pictures, [N, T] for tokens.
at::Tensor inputsOf(const Named &array, Channels channels)
{
    at::Tensor values = array.values;
    if (values.scalar_type() != at::kByte && values.scalar_type() != at::kLong)
        values = finite(array);
    if (values.dim() == 1 || (values.dim() == 3 && values.scalar_type() != at::kLong))
        values = values.unsqueeze(1);
    if (standLast(values, channels))
        values = values.permute({0, 3, 1, 2});
    return values.contiguous();
}

at::Tensor wholeNumbers(const Named &array)
{
    const at::Tensor numbers = array.values.to(at::kLong);
    if (array.values.is_floating_point() && !numbers.to(array.values.scalar_type()).equal(array.values))
        array.fail(record::message("found numbers that are not whole, expected class numbers; set dataset.task to "
                                   "\"regression\""));
    return numbers.contiguous();
}

/// Numbers the classes of both parts from 0 in ascending order. Class names are the original numbers.
void numberTheClasses(Dataset &dataset, const Named &training)
{
    std::set<std::int64_t> seen;
    for (const Samples *samples : {&dataset.training, &dataset.validation})
        for (std::int64_t i = 0; samples->targets.defined() && i < samples->size(); ++i)
            if (seen.insert(samples->targets.data_ptr<std::int64_t>()[i]).second && seen.size() > kMaxClasses)
                training.fail(record::message("more than %1 different classes; set dataset.task to \"regression\"",
                                              kMaxClasses));
    if (seen.size() < 2)
        training.fail(record::message("all samples are of the class %1, expected at least two classes", *seen.begin()));
    const std::vector<std::int64_t> sorted(seen.begin(), seen.end());
    for (Samples *samples : {&dataset.training, &dataset.validation})
        for (std::int64_t i = 0; samples->targets.defined() && i < samples->size(); ++i) {
            std::int64_t &target = samples->targets.data_ptr<std::int64_t>()[i];
            target = std::lower_bound(sorted.begin(), sorted.end(), target) - sorted.begin();
        }
    dataset.classes = static_cast<std::int64_t>(sorted.size());
    for (const std::int64_t number : sorted)
        dataset.classNames.push_back(std::to_string(number));
}

/// Sets the number of classes to the largest token + 1; tokens are numbered from 0 already.
void countTheTokens(Dataset &dataset, const Named &training)
{
    for (const Samples *samples : {&dataset.training, &dataset.validation})
        for (const at::Tensor *tokens : {&samples->inputs, &samples->targets}) {
            if (!tokens->defined())
                continue;
            const std::int64_t least = tokens->min().item<std::int64_t>(), greatest = tokens->max().item<std::int64_t>();
            if (least < 0 || greatest >= kMaxClasses)
                training.fail(record::message("found the tokens %1 to %2, expected numbers from 0 to %3",
                                              least, greatest, kMaxClasses - 1));
            dataset.classes = std::max(dataset.classes, greatest + 1);
        }
}

Samples samplesOf(const Named &inputs, Named &targets, Channels channels, bool classes)
{
    if (inputs.values.size(0) != targets.values.size(0))
        targets.fail(record::message("has %1 targets, expected one for each of the %2 samples of %3",
                                     targets.values.size(0), inputs.values.size(0), inputs.name));
    if (targets.values.dim() == 2 && targets.values.size(1) == 1)
        targets.values = targets.values.flatten();
    Samples samples{inputsOf(inputs, channels), classes ? wholeNumbers(targets) : finite(targets)};
    const bool tokens = classes && samples.inputs.scalar_type() == at::kLong && samples.inputs.sizes() == samples.targets.sizes();
    if (classes ? samples.targets.dim() != 1 && !tokens : samples.targets.dim() > 2)
        targets.fail(record::message("the shape is %1, expected %2",
                                     targets.shapeText(),
                                     classes ? record::message("the class number of each sample")
                                             : record::message("a number, or a row of numbers, of each sample")));
    return samples;
}

Dataset read(const settings::Arrays &arrays, Channels channels, const ArrayReader &reader)
{
    const Named inputs = reader(arrays.inputs, "dataset.inputs");
    Named targets = reader(arrays.targets, "dataset.targets");
    const bool classes = arrays.task == settings::ArrayTask::Auto ? !targets.values.is_floating_point()
                                                                  : arrays.task == settings::ArrayTask::Classification;
    Dataset dataset;
    dataset.training = samplesOf(inputs, targets, channels, classes);
    if (!arrays.validationInputs.empty()) {
        const Named others = reader(arrays.validationInputs, "dataset.validation_inputs");
        Named otherTargets = reader(arrays.validationTargets, "dataset.validation_targets");
        dataset.validation = samplesOf(others, otherTargets, channels, classes);
        const Samples &a = dataset.training, &b = dataset.validation;
        if (a.inputs.sizes().slice(1) != b.inputs.sizes().slice(1) || a.inputs.scalar_type() != b.inputs.scalar_type())
            others.fail(record::message("the samples differ in shape or type from %1", inputs.name));
        if (a.targets.sizes().slice(1) != b.targets.sizes().slice(1))
            otherTargets.fail(record::message("the targets differ in shape from %1", targets.name));
    }
    if (classes && dataset.training.targets.dim() == 1)
        numberTheClasses(dataset, targets);
    else if (classes)
        countTheTokens(dataset, targets);
    return dataset;
}

} // namespace

Dataset makeArrayDataset(const settings::Idx &files, const session::ProgressReport &report)
{
    return read(files, Channels::First, idxReader(report));
}

Dataset makeArrayDataset(const settings::NumPy &arrays, const session::ProgressReport &report)
{
    return read(arrays, arrays.channels, arrays.path.empty() ? npyReader(report) : npzReader(arrays.path, report));
}

} // namespace lensboard::dataset
