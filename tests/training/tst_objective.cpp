#include "core/dataset/dataset.h"
#include "core/training/gradient_clipping.h"
#include "core/training/objective.h"
#include "tests/support/settings.h"

#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>

#include <QTest>

#include <cmath>

using namespace lensboard;
using experiment::Experiment;
using experiment::Json;
using training::Objective;

namespace {

Experiment with(const Json &loss, const Json &metrics = {"auto"})
{
    return Experiment::fromJson({{"format", 1}, {"dataset", {{"kind", "spirals"}}}, {"model", {{"kind", "mlp"}}},
                                 {"optimizer", {{"kind", "sgd"}}}, {"loss", loss}, {"metrics", metrics}});
}

dataset::Dataset classes(std::int64_t count)
{
    dataset::Dataset data;
    data.classes = count;
    data.training = {at::zeros({2, 3}), at::zeros({2}, at::kLong)};
    data.validation = data.training;
    return data;
}

dataset::Dataset numbers()
{
    dataset::Dataset data;
    data.training = {at::zeros({4, 3}), at::tensor({1.0f, 3.0f, 5.0f, 7.0f}).reshape({4, 1})};
    data.validation = {at::zeros({2, 3}), at::tensor({0.0f, 4.0f}).reshape({2, 1})};
    return data;
}

double valueOf(const Objective &objective, const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets)
{
    return objective.loss(outputs, inputs, targets).item<double>();
}

bool near(double a, double b)
{
    return std::abs(a - b) <= 1e-6 * std::max(1.0, std::abs(b));
}

} // namespace

class ObjectiveTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void crossEntropyIsThatOfTheScores()
    {
        const Objective objective(with({{"kind", "cross_entropy"}}), classes(3));
        QCOMPARE(objective.outputs(), 3);
        const at::Tensor scores = at::tensor({1.0f, 2.0f, 0.5f, 0.0f, 0.0f, 3.0f}).reshape({2, 3});
        const at::Tensor targets = at::tensor({1, 0}, at::kLong);
        const double first = std::log(std::exp(1.0) + std::exp(2.0) + std::exp(0.5)) - 2;
        const double second = std::log(2 + std::exp(3.0));
        QVERIFY(near(valueOf(objective, scores, {}, targets), (first + second) / 2));
        QCOMPARE(objective.metrics(scores, {}, targets, true), (std::vector<std::pair<std::string, double>>{{"train_accuracy", 0.5}}));

        const Objective smooth(with({{"kind", "cross_entropy"}, {"label_smoothing", 0.3}}), classes(3));
        const double all = std::log(std::exp(1.0) + std::exp(2.0) + std::exp(0.5)) - 3.5 / 3;
        QVERIFY(near(valueOf(smooth, scores.narrow(0, 0, 1), {}, targets.narrow(0, 0, 1)), 0.7 * first + 0.3 * all));
    }

    void classesStandInTheSecondDimension()
    {
        const Objective objective(with({{"kind", "cross_entropy"}}, {"accuracy", "top5"}), classes(7));
        at::Tensor scores = at::zeros({2, 7, 4}); // two texts of four positions
        const at::Tensor targets = at::tensor({0, 1, 2, 3, 4, 5, 6, 0}, at::kLong).reshape({2, 4});
        scores.scatter_(1, targets.unsqueeze(1), 50.0);
        QVERIFY(near(valueOf(objective, scores, {}, targets), 0));
        scores[0].t()[0][6] = 60; // one of eight positions is predicted wrong, by a small margin
        const auto metrics = objective.metrics(scores, {}, targets, false);
        QCOMPARE(metrics[0], (std::pair<std::string, double>{"val_accuracy", 0.875}));
        QCOMPARE(metrics[1], (std::pair<std::string, double>{"val_top5", 1.0}));
        objective.check(scores, {}, targets);
        QVERIFY_EXCEPTION_THROWN(objective.check(scores.transpose(1, 2), at::zeros({2, 4}), targets), std::invalid_argument);
    }

    void lossesOfNumbersAreThoseOfTextbooks()
    {
        const at::Tensor outputs = at::tensor({1.0f, 5.0f}).reshape({2, 1}), targets = at::tensor({2.0f, 2.5f}).reshape({2, 1});
        const auto of = [&](const Json &loss) { return valueOf(Objective(with(loss), numbers()), outputs, {}, targets); };
        QVERIFY(near(of({{"kind", "mse"}}), (1 + 6.25) / 2));
        QVERIFY(near(of({{"kind", "l1"}}), (1 + 2.5) / 2));
        QVERIFY(near(of({{"kind", "smooth_l1"}, {"beta", 2.0}}), (0.5 * 1 / 2 + (2.5 - 1)) / 2));
        const Objective objective(with({{"kind", "mse"}}, {"mae", "r2"}), numbers());
        QCOMPARE(objective.outputs(), 1);
        const auto metrics = objective.metrics(outputs, {}, targets, true);
        QVERIFY(near(metrics[0].second, 1.75));
        QVERIFY(near(metrics[1].second, 1 - 3.625 / 5)); // variance of 1, 3, 5, 7
        QVERIFY(near(objective.metrics(outputs, {}, targets, false)[1].second, 1 - 3.625 / 4));
    }

    void binaryCrossEntropyTakesOneScoreForTwoClassesElseOneAClass()
    {
        const auto softplus = [](double x) { return std::log1p(std::exp(x)); };
        const Objective two(with({{"kind", "bce_with_logits"}}), classes(2));
        QCOMPARE(two.outputs(), 1);
        const at::Tensor scores = at::tensor({2.0f, -1.0f}).reshape({2, 1}), targets = at::tensor({1, 1}, at::kLong);
        QVERIFY(near(valueOf(two, scores, {}, targets), (softplus(-2) + softplus(1)) / 2));
        QCOMPARE(two.metrics(scores, {}, targets, true)[0].second, 0.5);
        const Objective three(with({{"kind", "bce_with_logits"}}), classes(3));
        QVERIFY(near(valueOf(three, at::tensor({2.0f, -1.0f, 0.0f}).reshape({1, 3}), {}, at::tensor({0}, at::kLong)),
                     (softplus(-2) + softplus(-1) + softplus(0)) / 3));
    }

    void anAutoencoderIsComparedWithItsInput()
    {
        const Objective objective(with({{"kind", "mse"}, {"target", "input"}}), classes(10));
        QCOMPARE(objective.outputs(), 3);
        const at::Tensor inputs = at::tensor({1.0f, 2.0f, 3.0f}).reshape({1, 3, 1});
        QVERIFY(near(valueOf(objective, at::tensor({1.0f, 2.0f, 5.0f}).reshape({1, 3}), inputs, {}), 4.0 / 3));
        QCOMPARE(objective.metrics(at::zeros({1, 3}), inputs, {}, true)[0], (std::pair<std::string, double>{"train_mae", 2.0}));
    }

    void whatDoesNotSuitTheDataIsReported()
    {
        QVERIFY_EXCEPTION_THROWN(Objective(with({{"kind", "cross_entropy"}}), numbers()), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(Objective(with({{"kind", "mse"}}, {"accuracy"}), numbers()), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(with({{"kind", "cross_entropy"}}, {"mae"}), experiment::ExperimentError);
        QVERIFY_EXCEPTION_THROWN(with({{"kind", "nll"}}), experiment::ExperimentError); // an mlp returns scores
        const Objective objective(with({{"kind", "mse"}}), numbers());
        QVERIFY_EXCEPTION_THROWN(objective.check(at::zeros({4, 2}), at::zeros({4, 3}), at::zeros({4, 1})), std::invalid_argument);
    }

    void gradientsAreClippedByNormOrByValue()
    {
        const auto clipped = [](const Json &clip) {
            Json json = {{"format", 1}, {"dataset", {{"kind", "spirals"}}}, {"model", {{"kind", "mlp"}}}, {"optimizer", {{"kind", "sgd"}}}, {"clip_gradient", clip}};
            std::vector<at::Tensor> parameters = {at::zeros({2}).requires_grad_(), at::zeros({1}).requires_grad_(), at::zeros({1}).requires_grad_()};
            parameters[0].mutable_grad() = at::tensor({3.0f, 0.0f});
            parameters[1].mutable_grad() = at::tensor({-4.0f});
            training::clipGradients(Experiment::fromJson(json).clipGradient.as<settings::Clipping>(), parameters);
            return std::vector<float>{parameters[0].grad()[0].item<float>(), parameters[1].grad()[0].item<float>()};
        };
        QCOMPARE(clipped({{"kind", "none"}}), (std::vector<float>{3, -4}));
        QCOMPARE(clipped({{"kind", "value"}, {"limit", 3.5}}), (std::vector<float>{3, -3.5}));
        QCOMPARE(clipped({{"kind", "norm"}, {"limit", 50}}), (std::vector<float>{3, -4}));
        const auto scaled = clipped({{"kind", "norm"}, {"limit", 1}}); // the norm of all gradients is 5
        QVERIFY(near(scaled[0], 0.6) && near(scaled[1], -0.8));
    }
};

QTEST_APPLESS_MAIN(ObjectiveTest)
#include "tst_objective.moc"
