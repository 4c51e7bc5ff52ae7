#include "core/dataset/normalisation.h"

#include "core/dataset/dataset.h"
#include "core/dataset/dataset_error.h"
#include "core/record/message.h"
#include "core/record/text_number.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace lensboard::dataset {

namespace {

struct Spread
{
    double centre = 0;
    double width = 1;
};

/// Sums integers exactly, so that the result does not depend on the order of samples.
class ByteSpread
{
public:
    void add(const std::uint8_t *values, std::int64_t count)
    {
        for (std::int64_t i = 0; i < count; ++i)
            ++m_histogram[values[i]];
    }

    Spread spread(bool minmax) const
    {
        std::size_t least = 0, greatest = 255;
        while (least < greatest && m_histogram[least] == 0)
            ++least;
        while (least < greatest && m_histogram[greatest] == 0)
            --greatest;
        if (minmax)
            return {static_cast<double>(least), static_cast<double>(greatest - least)};
        double count = 0, sum = 0, squares = 0;
        for (std::size_t value = least; value <= greatest; ++value) {
            count += static_cast<double>(m_histogram[value]);
            sum += static_cast<double>(value) * static_cast<double>(m_histogram[value]);
            squares += static_cast<double>(value * value) * static_cast<double>(m_histogram[value]);
        }
        const double mean = sum / count;
        return {mean, least < greatest ? std::sqrt(squares / count - mean * mean) : 0};
    }

private:
    std::array<std::int64_t, 256> m_histogram{};
};

std::vector<Spread> spreadOfBytes(const at::Tensor &values, std::int64_t channels, std::int64_t inner, bool minmax)
{
    std::vector<ByteSpread> spreads(static_cast<std::size_t>(channels));
    const auto *from = values.data_ptr<std::uint8_t>();
    for (std::int64_t i = 0; i < values.size(0); ++i)
        for (ByteSpread &spread : spreads) {
            spread.add(from, inner);
            from += inner;
        }
    std::vector<Spread> result;
    for (const ByteSpread &spread : spreads)
        result.push_back(spread.spread(minmax));
    return result;
}

/// Computes in two passes: first the mean, then the squared distances from it.
template <typename Value>
std::vector<Spread> spreadOfNumbers(const at::Tensor &values, std::int64_t channels, std::int64_t inner, bool minmax)
{
    const double count = static_cast<double>(values.size(0) * inner);
    const auto size = static_cast<std::size_t>(channels);
    std::vector<double> sums(size), squares(size), least(size, std::numeric_limits<double>::infinity());
    std::vector<double> greatest(size, -std::numeric_limits<double>::infinity());
    const auto forEach = [&](const auto &work) {
        const Value *from = values.data_ptr<Value>();
        for (std::int64_t i = 0; i < values.size(0); ++i)
            for (std::size_t channel = 0; channel < size; ++channel)
                for (std::int64_t j = 0; j < inner; ++j)
                    work(channel, static_cast<double>(*from++));
    };
    forEach([&](std::size_t channel, double value) {
        sums[channel] += value;
        least[channel] = std::min(least[channel], value);
        greatest[channel] = std::max(greatest[channel], value);
    });
    if (!minmax)
        forEach([&](std::size_t channel, double value) {
            const double distance = value - sums[channel] / count;
            squares[channel] += distance * distance;
        });
    std::vector<Spread> result;
    for (std::size_t i = 0; i < size; ++i) {
        const bool varies = least[i] < greatest[i];
        result.push_back(minmax ? Spread{least[i], greatest[i] - least[i]}
                                : Spread{sums[i] / count, varies ? std::sqrt(squares[i] / count) : 0});
    }
    return result;
}

/// Errors: DatasetError if normalising would make a number too large for float32.
void checkFinite(const at::Tensor &values, const at::Tensor &mean, const at::Tensor &deviation)
{
    const std::int64_t channels = mean.numel(), inner = values.numel() / (values.size(0) * channels);
    const float *from = values.data_ptr<float>();
    for (std::int64_t i = 0; i < values.size(0); ++i)
        for (std::int64_t channel = 0; channel < channels; ++channel)
            for (std::int64_t j = 0; j < inner; ++j, ++from)
                if (!std::isfinite((*from - mean.data_ptr<float>()[channel]) / deviation.data_ptr<float>()[channel]))
                    throw DatasetError(record::message("the value %1 of column %2 is too large to be normalised as float32; "
                                                       "scale the data, or set dataset.normalise to \"none\"",
                                                       record::numberText(static_cast<double>(*from)), channel));
}

} // namespace

std::pair<at::Tensor, at::Tensor> spreadOf(const at::Tensor &values, settings::Normalise method)
{
    constexpr std::int64_t kMaxHistograms = 1024;
    const std::int64_t channels = values.dim() > 1 ? values.size(1) : 1;
    const std::int64_t inner = values.numel() / (values.size(0) * channels);
    const bool minmax = method == settings::Normalise::MinMax, bytes = values.scalar_type() == at::kByte;
    const std::vector<Spread> spreads = !bytes                      ? spreadOfNumbers<float>(values, channels, inner, minmax)
                                        : channels > kMaxHistograms ? spreadOfNumbers<std::uint8_t>(values, channels, inner, minmax)
                                                                    : spreadOfBytes(values, channels, inner, minmax);
    std::vector<std::int64_t> shape(static_cast<std::size_t>(std::max<std::int64_t>(values.dim() - 1, 0)), 1);
    if (!shape.empty())
        shape[0] = channels;
    at::Tensor centres = at::empty(shape, at::kFloat), widths = at::empty(shape, at::kFloat);
    for (std::int64_t i = 0; i < channels; ++i) {
        const Spread &spread = spreads[static_cast<std::size_t>(i)];
        const auto width = static_cast<float>(spread.width);
        centres.data_ptr<float>()[i] = static_cast<float>(spread.centre);
        widths.data_ptr<float>()[i] = width > 0 ? width : 1;
    }
    return {centres, widths};
}

void normaliseInputs(Dataset &dataset, settings::Normalise method)
{
    const at::ScalarType type = dataset.training.inputs.scalar_type();
    if (method == settings::Normalise::None || (type != at::kByte && type != at::kFloat))
        return;
    std::tie(dataset.mean, dataset.deviation) = spreadOf(dataset.training.inputs, method);
    for (const Samples *samples : {&dataset.training, &dataset.validation})
        if (type == at::kFloat && samples->inputs.defined())
            checkFinite(samples->inputs, dataset.mean, dataset.deviation);
}

void normaliseTargets(Dataset &dataset)
{
    std::tie(dataset.targetMean, dataset.targetDeviation) = spreadOf(dataset.training.targets, settings::Normalise::Standard);
    for (const Samples *samples : {&dataset.training, &dataset.validation}) {
        checkFinite(samples->targets, dataset.targetMean, dataset.targetDeviation);
        samples->targets.sub_(dataset.targetMean).div_(dataset.targetDeviation);
    }
}

} // namespace lensboard::dataset
