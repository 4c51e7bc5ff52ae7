// Operations on lists of tensors, compared with computations in float64, one tensor at a time.

#include "core/aten/aten_tensor.h"
#include "core/tensor/tensor_list.h"

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/full.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>

#include <QTest>

#include <cmath>
#include <limits>
#include <vector>

using namespace lensboard;

namespace {

/// Returns random tensors of different sizes, one not contiguous, and in float32 one larger than a part of a list.
std::vector<at::Tensor> tensorsOf(at::ScalarType type)
{
    at::manual_seed(11);
    std::vector<at::Tensor> all;
    for (const std::vector<std::int64_t> &shape : std::vector<std::vector<std::int64_t>>{{7}, {5, 7}, {}, {1}, {2, 3, 4}, {64, 7}})
        all.push_back(at::randn(shape).to(type));
    if (type == at::kFloat)
        all.push_back(at::randn({kMaxListPart + 5}));
    all.push_back(at::randn({4, 9}).to(type).t());
    return all;
}

double normOf(const at::Tensor &x)
{
    return x.to(at::kDouble).norm().item<double>();
}

/// Returns the numbers of a result. Aborts if it is no vector of float64.
std::vector<double> numbersOf(const Tensor &found, std::size_t count)
{
    if (found.type() != ElementType::Float64 || found.sizes() != Shape{static_cast<std::int64_t>(count)})
        qFatal("expected %zu numbers", count);
    const at::Tensor numbers = static_cast<const at::Tensor &>(found).contiguous();
    return {numbers.data_ptr<double>(), numbers.data_ptr<double>() + numbers.numel()};
}

bool near(double found, double expected, double tolerance = 1e-12)
{
    return std::abs(found - expected) <= tolerance * std::abs(expected);
}

} // namespace

class TensorListTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void types_data()
    {
        QTest::addColumn<int>("type");
        QTest::newRow("float32") << static_cast<int>(at::kFloat);
        QTest::newRow("float64") << static_cast<int>(at::kDouble);
        QTest::newRow("bfloat16") << static_cast<int>(at::kBFloat16);
    }

    void sumsAreThoseInDouble_data() { types_data(); }

    void sumsAreThoseInDouble()
    {
        QFETCH(int, type);
        const std::vector<at::Tensor> x = tensorsOf(static_cast<at::ScalarType>(type));
        std::vector<at::Tensor> y;
        for (const at::Tensor &each : x)
            y.push_back(at::randn(each.sizes()).to(each.scalar_type()) + each);
        const std::vector<double> lengths = numbersOf(norms(viewsOf(x)), x.size()), apart = numbersOf(distances(viewsOf(x), viewsOf(y)), x.size());
        const std::vector<Tensor> changes = differences(viewsOf(x), viewsOf(y)), copies = cloned(viewsOf(x));
        for (std::size_t i = 0; i < x.size(); ++i) {
            QVERIFY(near(lengths[i], normOf(x[i])));
            const at::Tensor change = x[i].to(at::kDouble) - y[i].to(at::kDouble);
            QVERIFY(near(apart[i], normOf(change), 1e-6));
            const at::Tensor found = static_cast<const at::Tensor &>(changes[i]).to(at::kDouble);
            QVERIFY(found.flatten().allclose(change.flatten(), 1e-6, 1e-7));
            const at::Tensor copy = copies[i];
            QVERIFY(copy.equal(x[i]) && copy.scalar_type() == x[i].scalar_type() && copy.data_ptr() != x[i].data_ptr());
        }
    }

    void aScaleIsDividedOut_data() { types_data(); }

    void aScaleIsDividedOut()
    {
        QFETCH(int, type);
        const std::vector<at::Tensor> x = tensorsOf(static_cast<at::ScalarType>(type));
        const at::ScalarType wide = type == static_cast<int>(at::kDouble) ? at::kDouble : at::kFloat;
        for (const at::ScalarType scaleType : {at::kFloat, at::kDouble, at::kHalf}) {
            const Tensor scale = at::full({1}, 1024, scaleType);
            const std::vector<Tensor> found = unscaled(viewsOf(x), scale), plain = unscaled(viewsOf(x), {});
            for (std::size_t i = 0; i < x.size(); ++i) {
                const at::Tensor divided = found[i];
                QVERIFY(divided.scalar_type() == wide && divided.equal(x[i].to(wide) / 1024));
                QVERIFY(plain[i].isSame(viewsOf(x)[i]));
            }
        }
    }

    void aNumberOnADeviceDivides()
    {
        const std::vector<at::Tensor> x = tensorsOf(at::kFloat);
        for (const std::vector<std::int64_t> &shape : std::vector<std::vector<std::int64_t>>{{}, {1}}) {
            const std::vector<Tensor> found = quotients(viewsOf(x), Tensor(at::full(shape, 3, at::kDouble)));
            for (std::size_t i = 0; i < x.size(); ++i)
                QVERIFY(static_cast<const at::Tensor &>(found[i]).equal(x[i] / 3));
        }
    }

    /// The squares of these values are beyond the range of float32.
    void smallAndLargeValuesCount()
    {
        const std::vector<at::Tensor> x = {at::full({9}, 1e-30), at::full({4}, 1e30), at::full({1}, NAN), at::full({2, 2}, INFINITY)};
        const std::vector<double> found = numbersOf(norms(viewsOf(x)), x.size());
        QVERIFY(near(found[0], 3e-30, 1e-6) && near(found[1], 2e30, 1e-6) && std::isnan(found[2]) && std::isinf(found[3]));
    }

    void activeValuesAreCounted_data() { types_data(); }

    void activeValuesAreCounted()
    {
        QFETCH(int, type);
        std::vector<at::Tensor> x = tensorsOf(static_cast<at::ScalarType>(type));
        x[1].select(0, 2).zero_();
        x[4].select(0, 1).fill_(NAN);
        x[5].slice(0, 10, 30).zero_();
        constexpr float kLimit = 0.5f;
        const std::vector<double> found = numbersOf(activeCounts(viewsOf(x), static_cast<double>(kLimit)), 2 * x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            const at::Tensor active = (x[i].dim() ? x[i] : x[i].reshape({1})).to(at::kFloat).abs() > kLimit;
            QCOMPARE(found[i], active.sum().item<double>());
            QCOMPARE(found[x.size() + i], active.reshape({active.size(0), -1}).any(1).logical_not().sum().item<double>());
        }
    }
};

QTEST_GUILESS_MAIN(TensorListTest)
#include "tst_tensor_list.moc"
