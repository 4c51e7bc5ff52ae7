#include "core/aten/aten_tensor.h"
#include "core/tensor/library.h"
#include "core/tensor/parallel.h"

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/bucketize.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/linalg_eigvalsh.h>
#include <ATen/ops/maximum.h>
#include <ATen/ops/rand.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

using namespace lensboard;

class TensorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aViewTellsWhatItSees()
    {
        const at::Tensor whole = at::rand({4, 3, 5});
        const at::Tensor part = whole.transpose(0, 1);
        const Tensor view = part;
        QCOMPARE(view.sizes(), (Shape{3, 4, 5}));
        QCOMPARE(view.strides(), (Shape{5, 15, 1}));
        QCOMPARE(view.size(-1), 5);
        QCOMPARE(view.numel(), 60);
        QCOMPARE(view.nbytes(), std::size_t(240));
        QCOMPARE(view.data<const float>(), part.data_ptr<float>());
        QVERIFY(view.type() == ElementType::Float32 && view.isOnHost() && !view.requiresGrad());
        QVERIFY(view.isDense() && !view.isContiguous());
        QVERIFY(!Tensor(whole.select(2, 0)).isDense());
        QVERIFY(view.isSame(Tensor(part)) && !view.isSame(Tensor(whole)));
    }

    void memoryFormats()
    {
        const at::Tensor last = at::rand({2, 3, 4, 5}).contiguous(at::MemoryFormat::ChannelsLast);
        QVERIFY(Tensor(last).isChannelsLast() && Tensor(last).isDense() && !Tensor(last).isContiguous());
        QVERIFY(!Tensor(at::rand({2, 3, 4, 5})).isChannelsLast());
        QVERIFY(Tensor(at::rand({2, 1, 4, 1}).transpose(1, 3)).isContiguous()); // strides of dimensions of size 1 do not count
        QVERIFY(Tensor(at::zeros({0, 3})).isContiguous());
    }

    void whatHasNoMemoryOfItsOwnIsNotStrided()
    {
        QVERIFY(!Tensor(at::zeros({2, 2}).to_sparse()).layout().isStrided);
        QVERIFY(!Tensor().defined());
        QVERIFY_THROWS_EXCEPTION(std::logic_error, Tensor().sizes());
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, Tensor(at::rand({2})).item());
    }

    /// current() describes a parameter that was moved or cast in place.
    void currentIsDescribedAnew()
    {
        at::Tensor parameter = at::rand({3});
        const Tensor view = parameter;
        QCOMPARE(view.type(), ElementType::Float32);
        parameter.set_data(at::rand({5}).to(at::kDouble));
        QCOMPARE(view.type(), ElementType::Float32);
        QCOMPARE(view.current().type(), ElementType::Float64);
        QCOMPARE(view.current().sizes(), Shape{5});
        QVERIFY(view.current().isSame(view));
    }

    void operatorsAreThoseOfPyTorch()
    {
        const at::Tensor x = at::randn({4, 6}), y = at::randn({4, 6});
        const Tensor a = x, b = y;
        const auto same = [](const Tensor &found, const at::Tensor &expected) {
            return found.defined() && static_cast<const at::Tensor &>(found).scalar_type() == expected.scalar_type() && at::equal(found, expected);
        };
        QVERIFY(same(a + b, x + y) && same(a - b, x - y) && same(a * b, x * y) && same(a / b, x / y));
        QVERIFY(same(a + 2, x + 2) && same(1.5 * a, 1.5 * x) && same(-a, -x) && same(a / 3, x / 3));
        QVERIFY(same(a > 0, x > 0) && same(a >= 0, x >= 0) && same(a < 0, x < 0) && same(a <= 0, x <= 0) && same(a == 0, x == 0) && same(a != 0, x != 0));
        QVERIFY(same(a >= b, x >= y));
        QVERIFY(same(a.abs(), x.abs()) && same(a.exp(), x.exp()) && same(a.square(), x.square()) && same(a.cos(), x.cos()));
        QVERIFY(same(a.round(), x.round()) && same(a.ceil(), x.ceil()) && same(a.floor(), x.floor()) && same(a.clamp(-1, 1), x.clamp(-1, 1)));
        QVERIFY(same(a.abs().log(), x.abs().log()) && same(a.clamp_min(0), x.clamp_min(0)) && same(a.isfinite(), x.isfinite()) && same(a.isnan(), x.isnan()));
        QVERIFY(same(a.sum(), x.sum()) && same(a.sum(std::int64_t{1}), x.sum(1)) && same(a.sum(ElementType::Float64), x.sum(at::kDouble)));
        QVERIFY(same(a.mean(), x.mean()) && same(a.mean(0), x.mean(0)) && same(a.var(1), x.var(1, false)));
        QVERIFY(same(a.min(), x.min()) && same(a.max(), x.max()) && same(a.amax(1), x.amax(1)) && same(a.argmax(1), x.argmax(1)));
        QVERIFY(same(a.norm(), x.norm()) && same(a.norm(ElementType::Float64), x.to(at::kDouble).norm()));
        QVERIFY(same((a > 0).any(), (x > 0).any()) && same((a > 0).any(1), (x > 0).any(1)) && same((a > 0).all(1), (x > 0).all(1)));
        QVERIFY(same((a > 0).logical_and(b > 0), (x > 0).logical_and(y > 0)) && same((a > 0).logical_or(b > 0), (x > 0).logical_or(y > 0)));
        QVERIFY(same((a > 0).logical_not(), (x > 0).logical_not()));
        QVERIFY(same(a.flatten().dot(b.flatten()), x.flatten().dot(y.flatten())) && same(a.mm(b.t()), x.mm(y.t())) && same(a.mv(b[0]), x.mv(y[0])));
        QVERIFY(same(where(a > 0, a, b), at::where(x > 0, x, y)) && same(maximum(a, b), at::maximum(x, y)));
        QVERIFY(same(stack({a, b}), at::stack({x, y})) && same(cat({a, b}), at::cat({x, y})));
    }

    void partsAreThoseOfPyTorch()
    {
        const at::Tensor x = at::randn({4, 6, 2});
        const Tensor a = x;
        const auto same = [](const Tensor &found, const at::Tensor &expected) { return at::equal(found, expected); };
        QVERIFY(same(a.flatten(), x.flatten()) && same(a.flatten(1), x.flatten(1)) && same(a.reshape({8, 6}), x.reshape({8, 6})));
        QVERIFY(same(a.movedim(1, 0), x.movedim(1, 0)) && same(a.transpose(0, 2), x.transpose(0, 2)) && same(a.unsqueeze(-1).squeeze(-1), x));
        QVERIFY(same(a.select(1, 3), x.select(1, 3)) && same(a[2], x[2]) && same(a.narrow(1, 2, 3), x.narrow(1, 2, 3)));
        const at::Tensor places = at::tensor({3, 0}, at::kLong);
        QVERIFY(same(a.index_select(0, Tensor(places)), x.index_select(0, places)));
        QVERIFY(same(a.masked_select(a > 0), x.masked_select(x > 0)) && same(a.masked_fill(a > 0, 7), x.masked_fill(x > 0, 7)));
        QVERIFY(same((a > 0).nonzero(), (x > 0).nonzero()));
        QVERIFY(same(full({2, 3}, 1.5, a, ElementType::Float64), at::zeros({2, 3}, at::kDouble) + 1.5) && same(zeros_like(a), x * 0));
        QVERIFY(same(arange(4, a, ElementType::Int64), at::tensor({0, 1, 2, 3}, at::kLong)));
        Tensor sums = full({3}, 0, a);
        sums.scatter_add_(0, Tensor(at::tensor({1, 1, 2}, at::kLong)), Tensor(at::tensor({1.f, 2.f, 4.f})));
        QVERIFY(same(sums, at::tensor({0.f, 3.f, 4.f})));
        const at::Tensor symmetric = at::tensor({2., 1., 1., 2.}).reshape({2, 2});
        QVERIFY(at::allclose(eigvalsh(Tensor(symmetric)), at::tensor({1., 3.})));
    }

    void nothingThatIsComputedHasGradients()
    {
        const at::Tensor parameter = at::rand({3}).requires_grad_();
        const Tensor view = parameter;
        QVERIFY(view.requiresGrad());
        QVERIFY(!(view * 2).requiresGrad() && !view.detach().requiresGrad() && !view.clone().requiresGrad());
        QVERIFY(Library::current().isRecordingGradients());
        {
            const WithoutGradients without;
            QVERIFY(!Library::current().isRecordingGradients());
        }
        QVERIFY(Library::current().isRecordingGradients());
    }

    void gradientsAreToldOf()
    {
        const Library &library = Library::current();
        const at::Tensor parameter = at::rand({3}).requires_grad_();
        int accumulated = 0;
        std::vector<Shape> seen;
        const auto hook = library.onAccumulation(Tensor(parameter), [&] { ++accumulated; });
        const Tensor through = library.viewed(Tensor(parameter));
        library.onGradient(through, [&](const Tensor &gradient) { seen.push_back(gradient.sizes()); });
        QVERIFY(!library.gradient(Tensor(parameter)).defined());
        (static_cast<const at::Tensor &>(through) * 2).sum().backward();
        QCOMPARE(accumulated, 1);
        QCOMPARE(seen, std::vector<Shape>{Shape{3}});
        QVERIFY(at::equal(library.gradient(Tensor(parameter)), at::tensor({2.f, 2.f, 2.f})));
        QVERIFY(!hook->follow());
    }

    void valuesGoIntoFilesAndBack()
    {
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.filePath("state.pt").toStdString());
        const at::Tensor tensor = at::rand({2, 3});
        Library::current().save(path, Value::Table{{"text", "words"}, {"count", std::int64_t{7}}, {"rate", 0.5}, {"on", true},
                                                   {"shape", Shape{2, 3}}, {"all", Value::List{Value(Tensor(tensor))}}, {"none", Value()}});
        const Value read = Library::current().load(path);
        QCOMPARE(read.at("text").as<std::string>(), std::string("words"));
        QCOMPARE(read.at("count").as<std::int64_t>(), 7);
        QCOMPARE(read.at("rate").as<double>(), 0.5);
        QVERIFY(read.at("on").as<bool>());
        QCOMPARE(read.at("shape").as<Value::List>().at(1).as<std::int64_t>(), 3);
        QVERIFY(at::equal(read.at("all").as<Value::List>().front().as<Tensor>(), tensor));
        QVERIFY(!read.find("missing"));
        QVERIFY_THROWS_EXCEPTION(std::out_of_range, read.at("missing"));
        QVERIFY_THROWS_EXCEPTION(std::bad_variant_access, read.at("text").as<double>());
    }

    void partsOfWorkAreDoneOnceEach()
    {
        for (const std::int64_t count : {std::int64_t{0}, std::int64_t{1}, std::int64_t{7}, std::int64_t{100003}}) {
            std::vector<std::atomic<int>> done(static_cast<std::size_t>(count));
            inParallel(count, 100, [&](std::int64_t from, std::int64_t to) {
                for (auto i = from; i < to; ++i)
                    ++done[static_cast<std::size_t>(i)];
            });
            QVERIFY(std::ranges::all_of(done, [](const auto &times) { return times == 1; }));
        }
        const auto fail = [] { inParallel(1000, 1, [](std::int64_t, std::int64_t) { throw std::runtime_error("one part"); }); };
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, fail());
    }
};

QTEST_GUILESS_MAIN(TensorTest)
#include "tst_tensor.moc"
