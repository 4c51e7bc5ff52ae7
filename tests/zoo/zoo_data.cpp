#include "tests/zoo/zoo_data.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace lensboard::zoo {

using experiment::Json;

namespace {

/// Data set under construction; inputs are [samples, width].
struct Samples
{
    std::size_t width = 0;
    std::string shape; ///< of one sample, in NumPy's notation after the count
    std::vector<float> inputs;
    std::vector<std::int64_t> classes;
    std::vector<float> targets; ///< targets of a regression, instead of classes

    std::size_t count() const { return inputs.size() / width; }
};

template <typename T>
void writeNpy(const std::filesystem::path &path, const std::string &type, const std::string &shape, std::span<const T> values)
{
    std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    header.resize((header.size() + 10 + 64) / 64 * 64 - 11, ' ');
    header += '\n';
    std::ofstream file(path, std::ios::binary);
    file.write("\x93NUMPY\x01\x00", 8);
    const auto size = static_cast<std::uint16_t>(header.size());
    file.put(static_cast<char>(size & 0xff)).put(static_cast<char>(size >> 8));
    file << header;
    file.write(reinterpret_cast<const char *>(values.data()), static_cast<std::streamsize>(values.size_bytes()));
    if (!file.flush())
        throw std::runtime_error("cannot write " + path.string());
}

std::int64_t classOf(const Json &spec, std::size_t classes, std::mt19937 &random)
{
    const double rare = spec.value("rare", 0.0);
    const auto any = static_cast<std::int64_t>(random() % classes);
    if (rare == 0)
        return any;
    return std::uniform_real_distribution<double>()(random) < rare ? 1 + any % static_cast<std::int64_t>(classes - 1) : 0;
}

Samples blobs(const Json &spec, std::size_t count, std::mt19937 &random)
{
    Samples made;
    made.width = spec.value("features", std::size_t{20});
    made.shape = std::to_string(made.width);
    const auto classes = spec.value("classes", std::size_t{5});
    const double noise = spec.value("noise", 1.0);
    std::normal_distribution<float> normal;
    std::vector<float> centres(classes * made.width);
    std::ranges::generate(centres, [&] { return normal(random); });
    for (std::size_t i = 0; i < count; ++i) {
        made.classes.push_back(classOf(spec, classes, random));
        for (std::size_t j = 0; j < made.width; ++j)
            made.inputs.push_back(centres[static_cast<std::size_t>(made.classes.back()) * made.width + j] + static_cast<float>(noise) * normal(random));
    }
    return made;
}

Samples lines(const Json &spec, std::size_t count, std::mt19937 &random)
{
    Samples made;
    made.width = spec.value("features", std::size_t{20});
    made.shape = std::to_string(made.width);
    std::normal_distribution<float> normal;
    std::vector<float> slope(made.width);
    std::ranges::generate(slope, [&] { return normal(random) / std::sqrt(static_cast<float>(made.width)); });
    for (std::size_t i = 0; i < count; ++i) {
        double target = 0.1 * spec.value("noise", 1.0) * normal(random);
        for (const float each : slope) {
            made.inputs.push_back(normal(random));
            target += each * made.inputs.back();
        }
        made.targets.push_back(static_cast<float>(target * spec.value("target_scale", 1.0)));
    }
    return made;
}

Samples pictures(const Json &spec, std::size_t count, std::mt19937 &random)
{
    constexpr std::size_t kSide = 8, kSquare = 3;
    Samples made;
    made.width = kSide * kSide;
    made.shape = "1, 8, 8";
    std::normal_distribution<float> normal;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t label = classOf(spec, 4, random);
        const std::size_t top = label < 2 ? random() % 2 : 4 + random() % 2, left = label % 2 == 0 ? random() % 2 : 4 + random() % 2;
        made.classes.push_back(label);
        for (std::size_t y = 0; y < kSide; ++y)
            for (std::size_t x = 0; x < kSide; ++x) {
                const bool isBright = y >= top && y < top + kSquare && x >= left && x < left + kSquare;
                made.inputs.push_back((isBright ? 2.0F : 0.0F) + static_cast<float>(spec.value("noise", 1.0)) * 0.5F * normal(random));
            }
    }
    return made;
}

void spoil(Samples &made, const Json &spec, std::mt19937 &random)
{
    for (float &value : made.inputs)
        value = static_cast<float>(value * spec.value("scale", 1.0) + spec.value("offset", 0.0));
    if (spec.value("shuffled", false))
        std::ranges::shuffle(made.classes, random);
    if (spec.value("sorted", false)) {
        std::vector<std::size_t> order(made.count());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return made.classes[i]; });
        Samples sorted = made;
        for (std::size_t i = 0; i < order.size(); ++i) {
            sorted.classes[i] = made.classes[order[i]];
            std::copy_n(made.inputs.begin() + static_cast<std::ptrdiff_t>(order[i] * made.width), made.width,
                        sorted.inputs.begin() + static_cast<std::ptrdiff_t>(i * made.width));
        }
        made = std::move(sorted);
    }
    const auto overwrite = [&](const char *key, float value) {
        for (std::size_t i = 0; i < spec.value(key, std::size_t{0}); ++i)
            std::fill_n(made.inputs.begin() + static_cast<std::ptrdiff_t>(random() % made.count() * made.width), made.width, value);
    };
    overwrite("overflow_rows", std::numeric_limits<float>::max());
    overwrite("huge_rows", 1e3F);
}

} // namespace

void writeData(const Json &spec, const std::filesystem::path &folder)
{
    static const std::set<std::string> kKnown = {"kind", "samples", "features", "classes", "seed", "noise", "scale", "offset", "target_scale",
                                                 "shuffled", "sorted", "overflow_rows", "huge_rows", "rare"};
    for (const auto &[key, value] : spec.items())
        if (!kKnown.contains(key))
            throw std::invalid_argument("no data set has \"" + key + '"');
    std::mt19937 random(spec.value("seed", 1U));
    const auto count = spec.value("samples", std::size_t{1500});
    const auto kind = spec.value("kind", std::string("blobs"));
    if (kind != "blobs" && kind != "lines" && kind != "pictures")
        throw std::invalid_argument("there is no data set \"" + kind + '"');
    Samples made = kind == "blobs" ? blobs(spec, count, random) : kind == "lines" ? lines(spec, count, random) : pictures(spec, count, random);
    spoil(made, spec, random);
    const std::string rows = std::to_string(made.count());
    writeNpy<float>(folder / "inputs.npy", "<f4", rows + ", " + made.shape, made.inputs);
    if (made.targets.empty())
        writeNpy<std::int64_t>(folder / "targets.npy", "<i8", rows + ",", made.classes);
    else
        writeNpy<float>(folder / "targets.npy", "<f4", rows + ",", made.targets);
}

} // namespace lensboard::zoo
