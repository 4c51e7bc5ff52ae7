#include "core/dataset/dataset.h"

#include "core/stats/vectorised.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/index_select.h>

#include <stdexcept>
#include <string>

namespace lensboard::dataset {

namespace {

LENSBOARD_VECTORISED void scale(const std::uint8_t *from, std::int64_t count, float mean, float deviation, float *__restrict to)
{
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = (static_cast<float>(from[i]) - mean) / deviation;
}

LENSBOARD_VECTORISED void scale(const float *from, std::int64_t count, float mean, float deviation, float *__restrict to)
{
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = (from[i] - mean) / deviation;
}

/// Normalises each number with its own mean and deviation.
template <typename Value>
void scaleEach(const Value *from, std::int64_t count, const float *means, const float *deviations, float *to)
{
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = (static_cast<float>(from[i]) - means[i]) / deviations[i];
}

/// Equals index_select, sub and div in sequence, bit for bit, but needs only one pass.
template <typename Value>
void gather(const at::Tensor &from, const at::Tensor &indices, const Dataset &dataset, at::Tensor &to)
{
    const bool scaled = dataset.mean.defined();
    const std::int64_t size = to.numel() / to.size(0), parts = scaled ? dataset.mean.numel() : 1, stretch = size / parts;
    const float *const means = scaled ? dataset.mean.data_ptr<float>() : nullptr;
    const float *const deviations = scaled ? dataset.deviation.data_ptr<float>() : nullptr;
    const auto *const numbers = indices.data_ptr<std::int64_t>();
    float *out = to.data_ptr<float>();
    for (std::int64_t i = 0; i < to.size(0); ++i, out += size) {
        if (numbers[i] < 0 || numbers[i] >= from.size(0))
            throw std::out_of_range("sample " + std::to_string(numbers[i]) + " of " + std::to_string(from.size(0)));
        const Value *const sample = from.data_ptr<Value>() + numbers[i] * size;
        if (scaled && stretch == 1)
            scaleEach(sample, size, means, deviations, out);
        else
            for (std::int64_t part = 0; part < parts; ++part)
                scale(sample + part * stretch, stretch, scaled ? means[part] : 0, scaled ? deviations[part] : 1, out + part * stretch);
    }
}

} // namespace

std::pair<at::Tensor, at::Tensor> takeBatch(const Dataset &dataset, const Samples &samples, const at::Tensor &indices)
{
    const at::Tensor targets = samples.targets.index_select(0, indices).to(dataset.classes > 0 ? at::kLong : at::kFloat);
    const at::ScalarType type = samples.inputs.scalar_type();
    if (type != at::kByte && type != at::kFloat)
        return {samples.inputs.index_select(0, indices).to(at::kLong), targets};
    std::vector<std::int64_t> shape = samples.inputs.sizes().vec();
    shape[0] = indices.size(0);
    at::Tensor inputs = at::empty(shape, at::kFloat);
    const at::Tensor from = samples.inputs.contiguous(), numbers = indices.contiguous();
    type == at::kByte ? gather<std::uint8_t>(from, numbers, dataset, inputs) : gather<float>(from, numbers, dataset, inputs);
    return {inputs, targets};
}

} // namespace lensboard::dataset
