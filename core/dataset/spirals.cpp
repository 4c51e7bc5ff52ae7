#include "core/dataset/spirals.h"

#include <ATen/ops/empty.h>

#include <cmath>
#include <numbers>
#include <random>

namespace lensboard::dataset {

namespace {

Samples spiralSamples(std::int64_t size, std::int64_t classes, double noise, std::mt19937_64 &random)
{
    constexpr double kTurns = 1.75;
    // Sum of twelve uniform numbers, because std::normal_distribution gives different numbers in different libraries.
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

} // namespace

Dataset makeSpirals(const settings::Spirals &spirals, std::int64_t seed)
{
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    Dataset dataset;
    dataset.classes = spirals.classes;
    dataset.training = spiralSamples(spirals.trainSamples, spirals.classes, spirals.noise, random);
    dataset.validation = spiralSamples(spirals.validationSamples, spirals.classes, spirals.noise, random);
    return dataset;
}

} // namespace lensboard::dataset
