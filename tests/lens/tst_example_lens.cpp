// The example of a custom lens works together with the built-in lenses.

#include "core/inspector/model_inspector.h"
#include "core/lens/lens_factory.h"
#include "core/model/sequential.h"
#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"
#include "tests/lens/example_lens.h"
#include "tests/support/settings.h"

#include <ATen/ops/randn.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/linear.h>

#include <QTest>

using namespace lensboard;

class ExampleLensTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isPlottedAndRecordedLikeAnyOther()
    {
        auto net = std::make_shared<model::Sequential>();
        const auto fc = net->add<torch::nn::LinearImpl>("fc", 4, 3);
        net->add<torch::nn::ReLUImpl>("relu");
        hook::ModelTap tap(net);
        const auto run = std::make_shared<store::RunStore>();
        store::StoreVisualizer recorder(run);
        inspector::ModelInspector inspector{experiment::InspectorSettings()};
        inspector.add("SignFlips", std::make_unique<example::SignFlipsLens>());
        inspector.add("ParameterNorm", lens::makeLens(test::lensChoice("ParameterNorm")));
        inspector.attach(tap, recorder);

        for (std::int64_t tick = 1; tick <= 3; ++tick) {
            net->forward(at::randn({2, 4})).sum().backward();
            const at::NoGradGuard noGradients;
            fc->weight.select(0, 0).neg_(); // four of twelve weights
            inspector.stepped();
            inspector.tick({tick, 1, tick, 2 * tick, 0});
        }
        inspector.detach();
        QCOMPARE(tap.hookCount(), std::size_t{0});

        store::RunCursor cursor;
        const store::RunChanges all = run->since(cursor);
        std::vector<double> shares;
        for (const auto &frame : run->frames(all.firstFrame, all.lastFrame))
            for (const auto &[series, value] : frame.values)
                if (all.tags[all.series[series].tag].second.name == "Sign Flips") {
                    QCOMPARE(all.series[series].layer, std::string("fc"));
                    shares.push_back(value);
                }
        QCOMPARE(shares, (std::vector<double>{1.0 / 3, 1.0 / 3})); // the first tick has no predecessor
    }
};

QTEST_GUILESS_MAIN(ExampleLensTest)
#include "tst_example_lens.moc"
