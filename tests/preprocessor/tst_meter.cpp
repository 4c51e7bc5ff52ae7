// Values kept from a sequence of tensors, and counts of parameters and their gradients.

#include "core/preprocessor/device_sums.h"
#include "core/preprocessor/gradient_activation_preprocessor.h"
#include "core/preprocessor/meter.h"
#include "core/preprocessor/parameter_condition_preprocessor.h"
#include "tests/support/measured.h"

#include <ATen/ops/eye.h>
#include <ATen/ops/full.h>
#include <ATen/ops/linalg_svdvals.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>
#include <ATen/record_function.h>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <string_view>
#include <vector>

using namespace lensboard;
using namespace lensboard::preprocessor;

namespace {

thread_local int clones = 0; ///< of tensors

double product(const at::Tensor &a, const at::Tensor &b)
{
    return a.to(at::kDouble).flatten().dot(b.to(at::kDouble).flatten()).item<double>();
}

bool near(double a, double b)
{
    return std::fabs(a - b) <= 1e-5 * std::fabs(b) + 1e-6;
}

struct Shares
{
    double activation = 0, death = 0;
};

Shares sharesOf(const at::Tensor &gradient)
{
    ValueMeter meter;
    GradientActivationPreprocessor preprocessor(1e-8, stats::Aggregate::Mode::Running);
    preprocessor.addLayer();
    preprocessor.processTensor(0, *test::measured(meter, gradient, preprocessor.needs()));
    return {preprocessor.rates().activation(0).stats().mean(), preprocessor.rates().death(0).stats().mean()};
}

/// Computes the definition with LibTorch in float64.
Shares defined(const at::Tensor &gradient)
{
    const at::Tensor active = gradient.to(at::kDouble).abs().gt(1e-8).to(at::kDouble);
    const at::Tensor rates = active.dim() > 1 ? active.flatten(1).mean(1) : active;
    return {rates.mean().item<double>(), rates.eq(0).to(at::kDouble).mean().item<double>()};
}

/// Computes when the result is requested.
std::shared_future<double> later(std::function<double()> compute)
{
    return std::async(std::launch::deferred, std::move(compute)).share();
}

double unlimited()
{
    return INFINITY;
}

/// Returns NaN without a value.
double condition(const at::Tensor &matrix)
{
    ValueMeter meter;
    ParameterConditionPreprocessor preprocessor(later, unlimited);
    preprocessor.addLayer();
    preprocessor.processTensor(0, *test::measured(meter, matrix, preprocessor.needs()));
    return preprocessor.condition(0).valid() ? preprocessor.condition(0).get() : NAN;
}

} // namespace

class MeterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void productsAreRightHoweverTensorsComeAndGo_data()
    {
        QTest::addColumn<int>("size");
        QTest::addColumn<QString>("life");
        for (const int size : {1, 5, 1000, 1025, 50001})
            for (const char *life : {"own memory", "same memory", "changed afterwards", "changed from the fifth on", "negated once"})
                QTest::addRow("%d, %s", size, life) << size << QString(life);
    }

    /// A gradient's memory may be new at each step, zeroed and reused, or clipped in place by the optimizer.
    void productsAreRightHoweverTensorsComeAndGo()
    {
        QFETCH(int, size);
        QFETCH(QString, life);
        at::manual_seed(7);
        ValueMeter meter;
        at::Tensor memory = at::zeros({size}), before;
        int missing = 0;
        for (int i = 0; i < 10; ++i) {
            at::Tensor gradient = at::randn({size});
            if (life == "same memory")
                gradient = memory.copy_(gradient);
            const auto found = test::measured(meter, gradient, {.squares = true, .product = true});
            QVERIFY(near(found->squares, product(gradient, gradient)));
            if (i > 0 && !found->product) {
                ++missing;
            } else if (i > 0) {
                QVERIFY(near(*found->product, product(gradient, before)));
                QVERIFY(near(found->previousSquares, product(before, before)));
            }
            before = gradient.clone();
            if (life == "changed afterwards" || (life == "changed from the fifth on" && i >= 4))
                gradient.data().mul_(0.5); // like LibTorch's clip_grad_norm_: no version counter changes
            if (life == "negated once" && i == 4)
                gradient.neg_();
        }
        QCOMPARE(missing, life == "changed from the fifth on" || life == "negated once" ? 1 : 0);
    }

    void aRestartAndANonFiniteTensorGiveNoProduct()
    {
        ValueMeter meter;
        const Needs needs{.squares = true, .product = true};
        for (int round = 0; round < 3; ++round) { // by copy, then by reference
            QVERIFY(!test::measured(meter, at::full({4}, 1.0), needs)->product);
            QVERIFY(test::measured(meter, at::full({4}, 2.0), needs)->product);
            QVERIFY(!std::isfinite(test::measured(meter, at::full({4}, NAN), needs)->squares));
            QVERIFY(!test::measured(meter, at::full({4}, 2.0), needs)->product);
            QVERIFY(!test::measured(meter, at::full({2, 2}, 2.0), needs)->product); // another shape
            meter.restart();
        }
    }

    void gradientActivationAgreesWithTheDefinition()
    {
        at::manual_seed(5);
        for (const std::vector<std::int64_t> &shape : std::vector<std::vector<std::int64_t>>{
                 {}, {1}, {6}, {5000}, {4, 1}, {1, 9}, {32, 1, 3, 3}, {64, 300}, {3, 40000}}) {
            at::Tensor gradient = at::randn(shape);
            gradient.masked_fill_(gradient.lt(0.2), 0);
            if (!shape.empty() && shape[0] > 2)
                gradient.select(0, 2).zero_();
            for (const auto type : {at::kFloat, at::kDouble, at::kHalf, at::kBFloat16}) {
                const at::Tensor typed = gradient.to(type);
                QVERIFY(std::fabs(sharesOf(typed).activation - defined(typed).activation) < 1e-12);
                QVERIFY(std::fabs(sharesOf(typed).death - defined(typed).death) < 1e-12);
            }
            if (gradient.dim() == 2) {
                QCOMPARE(sharesOf(gradient.t()).death, defined(gradient.t()).death);
                QCOMPARE(sharesOf(gradient.t().contiguous().t()).death, defined(gradient).death);
            }
            if (gradient.dim() == 4)
                QCOMPARE(sharesOf(gradient.contiguous(at::MemoryFormat::ChannelsLast)).death, defined(gradient).death);
        }
        QCOMPARE(sharesOf(at::full({3, 2}, NAN)).death, 1.0);
    }

    /// On the host's own device the same numbers result, only later.
    void devicesFindTheSame_data()
    {
        QTest::addColumn<bool>("changes");
        QTest::newRow("values") << false;
        QTest::newRow("changes") << true;
    }

    void devicesFindTheSame()
    {
        QFETCH(bool, changes);
        at::manual_seed(8);
        const Needs needs{.squares = true, .product = true, .active = !changes, .eps = 0.5f};
        const auto of = changes ? MeterOf::Changes : MeterOf::Values;
        const auto sums = std::make_shared<DeviceSums>();
        const auto atOnce = makeMeter(of), later = makeMeter(of, sums);
        std::vector<Measurement> expected, found;
        at::Tensor parameter = at::randn({6, 5});
        for (int i = 0; i < 200; ++i) {
            at::Tensor tensor = at::randn(i == 70 ? std::vector<std::int64_t>{3, 4} : std::vector<std::int64_t>{6, 5});
            tensor.select(0, 1).zero_();
            if (i == 30)
                tensor.fill_(NAN);
            if (changes && i != 70)
                tensor = parameter.add_(tensor); // in place, as optimizers do
            if (i == 31)
                tensor.fill_(1);
            if (i == 50) {
                atOnce->restart();
                later->restart();
            }
            if (const auto measured = test::measured(*atOnce, tensor, needs))
                expected.push_back(*measured);
            later->push(tensor, needs);
            sums->measure(); // before the next change
            if (later->waiting() == 64 || i == 199)
                for (const Measurement &measured : later->take())
                    found.push_back(measured);
        }
        QCOMPARE(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            const auto same = [](double a, double b) { return (std::isnan(a) && std::isnan(b)) || near(a, b); };
            QVERIFY(same(found[i].squares, expected[i].squares));
            QCOMPARE(found[i].product.has_value(), expected[i].product.has_value());
            QVERIFY(!found[i].product || same(*found[i].product, *expected[i].product));
            QVERIFY(!found[i].product || same(found[i].previousSquares, expected[i].previousSquares));
            QCOMPARE(found[i].rows, changes ? found[i].rows : expected[i].rows);
            QCOMPARE(found[i].active, changes ? found[i].active : expected[i].active);
            QCOMPARE(found[i].deadRows, changes ? found[i].deadRows : expected[i].deadRows);
        }
    }

    /// The tensors of several meters wait, are measured together, and keep their order.
    void tensorsOfManyMetersAreMeasuredTogether()
    {
        at::manual_seed(10);
        const std::vector<std::vector<std::int64_t>> shapes = {{3, 4}, {5}, {}, {2, 3, 2, 2}, {7, 4}};
        const std::vector<at::ScalarType> types = {at::kFloat, at::kDouble, at::kFloat, at::kBFloat16, at::kFloat};
        const auto sums = std::make_shared<DeviceSums>();
        std::vector<std::unique_ptr<Meter>> together, alone;
        std::vector<Needs> needs;
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            const auto of = i == 4 ? MeterOf::Changes : MeterOf::Values;
            together.push_back(makeMeter(of, sums));
            alone.push_back(makeMeter(of));
            needs.push_back({.squares = true, .product = i != 1, .active = i < 4, .base = i == 4, .eps = i == 2 ? 0.1f : 0.6f});
        }
        for (int round = 0; round < 3; ++round) {
            std::vector<std::optional<Measurement>> expected;
            for (std::size_t i = 0; i < shapes.size(); ++i) {
                at::Tensor tensor = at::randn(shapes[i]).to(types[i]);
                if (tensor.dim() > 0)
                    tensor.select(0, 0).zero_();
                expected.push_back(test::measured(*alone[i], tensor, needs[i]));
                together[i]->push(tensor, needs[i]);
            }
            if (round == 1)
                sums->measure();
            for (std::size_t i = shapes.size(); i-- > 0;) {
                const auto found = together[i]->take();
                QCOMPARE(found.empty(), !expected[i].has_value());
                if (found.empty())
                    continue;
                QVERIFY(near(found[0].squares, expected[i]->squares) && near(found[0].baseSquares, expected[i]->baseSquares));
                QCOMPARE(found[0].product.has_value(), expected[i]->product.has_value());
                QVERIFY(!found[0].product || near(*found[0].product, *expected[i]->product));
                QCOMPARE(found[0].size, expected[i]->size);
                QVERIFY(i == 4 || (found[0].active == expected[i]->active && found[0].deadRows == expected[i]->deadRows));
            }
        }
    }

    void devicesFindTheSameOfOutputs()
    {
        at::manual_seed(9);
        const auto atOnce = makeOutputMeter(), later = makeOutputMeter(std::make_shared<DeviceSums>());
        for (const std::vector<std::int64_t> &shape : std::vector<std::vector<std::int64_t>>{{}, {4}, {3, 5}, {2, 3, 4, 4}})
            for (const bool channelLast : {false, true}) {
                at::Tensor output = at::randn(shape);
                if (output.dim() > 1)
                    output.select(1, 0).zero_();
                const OutputNeeds needs{.norm = true, .active = true, .channelLast = channelLast, .eps = 0.1f};
                atOnce->push(output, false, needs);
                const OutputMeasurement expected = atOnce->take().front();
                later->push(output, false, needs);
                const OutputMeasurement found = later->take().front();
                QVERIFY(near(found.meanNorm, expected.meanNorm));
                QCOMPARE(found.active, expected.active);
                QCOMPARE(found.deadChannels, expected.deadChannels);
                QCOMPARE(found.channels, expected.channels);
                QCOMPARE(found.sampleSize, expected.sampleSize);
                QVERIFY(!found.training);
            }
    }

    void conditionIsThatOfTheSingularValues()
    {
        at::manual_seed(6);
        for (const std::vector<std::int64_t> &shape : std::vector<std::vector<std::int64_t>>{
                 {1, 1}, {1, 8}, {20, 20}, {10, 64}, {64, 10}, {130, 200}, {70, 20000}}) {
            const at::Tensor matrix = at::randn(shape);
            const at::Tensor values = at::linalg_svdvals(matrix.to(at::kDouble));
            const double expected = values[-1].item<double>() / values[0].item<double>();
            QVERIFY(std::fabs(condition(matrix) - expected) < 1e-6 * expected + 1e-8);
            QVERIFY(std::fabs(condition(matrix.mul(1e-25)) - expected) < 1e-6 * expected + 1e-8);
        }
        const at::Tensor weight = at::randn({5, 9}, at::kDouble), before = weight.clone();
        condition(weight);
        QVERIFY(weight.equal(before)); // the model's weight stays unchanged
        QVERIFY(near(condition(at::eye(7)), 1));
        QVERIFY(condition(at::full({5, 5}, 1.0)) < 1e-7);
        QCOMPARE(condition(at::zeros({3, 3})), 0.0);
        QVERIFY(std::isnan(condition(at::full({3, 3}, NAN))));
        QVERIFY(std::isnan(condition(at::full({4}, 1.0)))); // not a matrix: no value
    }

    /// Squares underflow the range of float, and most values are zero, as in an embedding.
    void tinyValuesAmongZeros()
    {
        const auto isTiny = [](double squares) { return std::fabs(squares - 1e-50) < 1e-55; };
        at::Tensor tensor = at::zeros({100'000});
        ValueMeter values;
        ChangeMeter changes;
        const Needs needs{.squares = true, .product = true};
        QCOMPARE(test::measured(values, tensor.clone(), needs)->squares, 0.0);
        QVERIFY(!test::measured(changes, tensor, needs));
        tensor[77'777] = 1e-25;
        QVERIFY(isTiny(test::measured(values, tensor.clone(), needs)->squares));
        QVERIFY(isTiny(test::measured(changes, tensor, needs)->squares));
        const auto again = test::measured(values, tensor.clone(), needs);
        QVERIFY(isTiny(again->squares) && isTiny(*again->product));
        const auto still = test::measured(changes, tensor, needs);
        QCOMPARE(still->squares, 0.0);
        QCOMPARE(*still->product, 0.0);
        tensor[77'777] = 2e-25;
        QVERIFY(isTiny(test::measured(changes, tensor, needs)->squares));
    }

    void conditionOfALargeThinMatrix()
    {
        at::manual_seed(12);
        for (const auto type : {at::kFloat, at::kDouble})
            for (const bool isTall : {true, false}) {
                const at::Tensor tall = at::randn({100'000, 4}).mul(at::tensor({1.0, 2.0, 3.0, 40.0})).to(type), matrix = isTall ? tall : tall.t();
                const at::Tensor values = at::linalg_svdvals(tall.to(at::kDouble));
                const double expected = values[3].item<double>() / values[0].item<double>();
                QVERIFY(std::fabs(condition(matrix) - expected) < 1e-6 * expected);
            }
        at::Tensor broken = at::randn({100'000, 4});
        broken[777][2] = INFINITY;
        QVERIFY(std::isnan(condition(broken)));
    }

    void conditionIsOfTheMatrixAsItWas()
    {
        ValueMeter meter;
        ParameterConditionPreprocessor preprocessor(later, unlimited);
        preprocessor.addLayer();
        at::Tensor weight = at::eye(4);
        preprocessor.processTensor(0, *test::measured(meter, weight, preprocessor.needs()));
        const auto condition = preprocessor.condition(0);
        preprocessor.endTick();
        weight[0][0] = 100; // training continues
        QVERIFY(near(condition.get(), 1));
        QVERIFY(!preprocessor.condition(0).valid());
        weight[0][0] = NAN;
        preprocessor.processTensor(0, *test::measured(meter, weight, preprocessor.needs()));
        QVERIFY(std::isnan(preprocessor.condition(0).get()));
    }

    /// An embedding may fill the memory, and LibTorch copies a non-contiguous matrix to find its extremes.
    void aConditionCopiesNoTallMatrixAsAWhole()
    {
        for (const std::int64_t columns : {4, 200}) {
            ParameterConditionPreprocessor preprocessor(later, unlimited);
            preprocessor.addLayer();
            ValueMeter meter;
            const Tensor matrix = at::randn({1 << 17, columns});
            const auto measured = test::measured(meter, matrix, preprocessor.needs());
            clones = 0;
            const auto count = [](const at::RecordFunction &function) {
                const bool isLarge = std::string_view(function.name()) == "aten::clone" && function.inputs()[0].toTensor().numel() > 1 << 17;
                clones += isLarge ? 1 : 0;
                return std::unique_ptr<at::ObserverContext>();
            };
            const auto callback = at::addThreadLocalCallback(at::RecordFunctionCallback(count).needsInputs(true));
            preprocessor.processTensor(0, *measured);
            const double condition = preprocessor.condition(0).get();
            at::removeCallback(callback);
            QVERIFY(condition > 0.9);
            QCOMPARE(clones, 0);
        }
    }

    void conditionsHaveTurns()
    {
        constexpr std::size_t kLayers = 5, kSide = 8, kBytes = kSide * kSide * sizeof(float);
        for (const std::size_t most : {std::size_t{1}, 2 * kBytes + 1, kLayers * kBytes}) { // one, two, or all of them per tick
            ParameterConditionPreprocessor preprocessor(later, [most] { return static_cast<double>(most); });
            ValueMeter meter;
            std::vector<int> measured(kLayers);
            for (std::size_t i = 0; i < kLayers; ++i)
                preprocessor.addLayer();
            const std::size_t ofTick = std::max<std::size_t>(1, most / kBytes), round = (kLayers + ofTick - 1) / ofTick;
            for (std::size_t tick = 0; tick < 3 * round; ++tick) {
                std::size_t copied = 0;
                for (std::size_t i = 0; i < kLayers; ++i) {
                    const std::size_t slot = 2 * i % kLayers; // in order of the sources, not of the layers
                    preprocessor.processTensor(slot, *test::measured(meter, at::eye(kSide), preprocessor.needs()));
                    measured[slot] += preprocessor.condition(slot).valid() ? 1 : 0;
                    copied += preprocessor.condition(slot).valid() ? 1 : 0;
                }
                QVERIFY(copied >= 1 && copied <= ofTick);
                preprocessor.endTick();
            }
            QCOMPARE(measured, std::vector<int>(kLayers, 3));
        }
    }
};

QTEST_GUILESS_MAIN(MeterTest)
#include "tst_meter.moc"
