// Cost of watching models of real sizes: step time, memory, ticks, size of the run file, and time to open it. Each variant runs in its own process,
// because memory is compared. bench_real_sizes [model…]

#include "core/experiment/experiment_schema.h"
#include "core/inspector/model_inspector.h"
#include "core/lens/lens_factory.h"
#include "core/model/built_in_models.h"
#include "core/model/eager_model.h"
#include "core/model/script_model.h"
#include "core/model/sequential.h"
#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_saver.h"
#include "tests/benchmarks/paired.h"
#include "tests/benchmarks/processes.h"
#include "tests/support/settings.h"

#include <ATen/Parallel.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/pooling.h>
#include <torch/optim/adam.h>
#include <torch/optim/sgd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

using namespace lensboard;
using experiment::Json;
namespace nn = torch::nn;
namespace jit = torch::jit;

namespace {

struct Case
{
    std::string name, title;
    std::function<std::unique_ptr<model::TrainableModel>()> make;
    std::function<at::Tensor()> inputs;
    std::function<at::Tensor()> targets;
    int warmUp, steps, stepsPerTick;
    bool adam = true;
};

std::unique_ptr<model::TrainableModel> builtIn(const char *kind, Json settings, std::vector<std::int64_t> shape, std::int64_t classes)
{
    settings["kind"] = kind;
    return std::make_unique<model::EagerModel>(model::makeModel(settings::OneOf<settings::Model>::parsed(settings), shape, classes));
}

/// Three convolutions beside a shortcut connection; ResNet-50 has sixteen of these blocks.
class BottleneckImpl : public nn::Module
{
public:
    BottleneckImpl(std::int64_t in, std::int64_t width, std::int64_t stride)
    {
        const auto conv = [&](const std::string &name, std::int64_t from, std::int64_t to, std::int64_t kernel, std::int64_t step) {
            auto convolution = std::make_shared<hook::Tapped<nn::Conv2dImpl>>(
                nn::Conv2dOptions(from, to, kernel).stride(step).padding(kernel / 2).bias(false));
            auto norm = std::make_shared<hook::Tapped<nn::BatchNorm2dImpl>>(nn::BatchNorm2dOptions(to));
            register_module(name, convolution);
            register_module(name + "_norm", norm);
            return [convolution, norm](const at::Tensor &x) { return norm->forward(convolution->forward(x)); };
        };
        const auto relu = [&](const std::string &name) {
            auto module = std::make_shared<hook::Tapped<nn::ReLUImpl>>();
            register_module(name, module);
            return [module](const at::Tensor &x) { return module->forward(x); };
        };
        m_path = {conv("conv1", in, width, 1, 1), relu("relu1"), conv("conv2", width, width, 3, stride), relu("relu2"), conv("conv3", width, 4 * width, 1, 1)};
        m_last = relu("relu3");
        if (in != 4 * width || stride != 1)
            m_shortcut = conv("shortcut", in, 4 * width, 1, stride);
    }

    at::Tensor forward(const at::Tensor &input)
    {
        at::Tensor value = input;
        for (const auto &stage : m_path)
            value = stage(value);
        return m_last(value + (m_shortcut ? m_shortcut(input) : input));
    }

private:
    using Stage = std::function<at::Tensor(const at::Tensor &)>;
    std::vector<Stage> m_path;
    Stage m_last, m_shortcut;
};

struct FlatImpl : nn::Module
{
    at::Tensor forward(const at::Tensor &x) { return x.flatten(1); }
};

struct MeanImpl : nn::Module
{
    at::Tensor forward(const at::Tensor &x) { return x.mean(1); }
};

std::unique_ptr<model::TrainableModel> run(const std::shared_ptr<model::Sequential> &net)
{
    return std::make_unique<model::EagerModel>(model::Model{net, [net](const at::Tensor &input) { return net->forward(input); }});
}

std::unique_ptr<model::TrainableModel> resNet50()
{
    auto net = std::make_shared<model::Sequential>();
    net->add<nn::Conv2dImpl>("stem", nn::Conv2dOptions(3, 64, 7).stride(2).padding(3).bias(false));
    net->add<nn::BatchNorm2dImpl>("stem_norm", nn::BatchNorm2dOptions(64));
    net->add<nn::ReLUImpl>("stem_relu");
    net->add<nn::MaxPool2dImpl>("pool", nn::MaxPool2dOptions(3).stride(2).padding(1));
    std::int64_t in = 64, width = 64;
    for (int stage = 0; const int blocks : {3, 4, 6, 3}) {
        for (int block = 0; block < blocks; ++block) {
            net->add<BottleneckImpl>("stage" + std::to_string(stage + 1) + "_" + std::to_string(block + 1), in, width, stage > 0 && block == 0 ? 2 : 1);
            in = 4 * width;
        }
        width *= 2;
        ++stage;
    }
    net->add<nn::AdaptiveAvgPool2dImpl>("average", nn::AdaptiveAvgPool2dOptions(1));
    net->add<FlatImpl>("flat");
    net->add<nn::LinearImpl>("fc", 2048, 1000);
    return run(net);
}

constexpr std::int64_t kRows = 100'000'000;

std::unique_ptr<model::TrainableModel> embedding()
{
    auto net = std::make_shared<model::Sequential>();
    net->add<nn::EmbeddingImpl>("table", nn::EmbeddingOptions(kRows, 4).sparse(true));
    net->add<MeanImpl>("mean");
    net->add<nn::LinearImpl>("fc", 4, 10);
    return run(net);
}

/// GPT-2 small as a TorchScript program, like torch.jit.script's output for PyTorch modules.
class ScriptedGpt
{
public:
    static constexpr std::int64_t kWidth = 768, kHeads = 12, kLayers = 12, kLength = 128, kWords = 512;

    std::unique_ptr<model::TrainableModel> load(const std::filesystem::path &path) const
    {
        jit::Module net = module("__torch__.Gpt");
        net.register_module("word", withWeight("sparse.Embedding", {kWords, kWidth}, {}, "torch.embedding(self.weight, x)"));
        net.register_parameter("place", 0.02 * at::randn({kLength, kWidth}).requires_grad_(), false);
        std::string forward = "    x = self.word.forward(x) + self.place\n";
        for (std::int64_t i = 0; i < kLayers; ++i) {
            net.register_module("block" + std::to_string(i), block());
            forward += "    x = self.block" + std::to_string(i) + ".forward(x)\n";
        }
        net.register_module("norm", norm());
        net.register_module("head", linear(kWidth, kWords));
        define(net, forward + "    return self.head.forward(self.norm.forward(x)).transpose(1, 2)\n");
        net.save(path.string());
        return model::loadScriptModel(path);
    }

private:
    jit::Module module(const std::string &type) const
    {
        jit::Module made(type, m_unit, true);
        made.register_attribute("training", c10::BoolType::get(), true);
        return made;
    }

    static void define(jit::Module &module, const std::string &body) { module.define("def forward(self, x):\n" + body); }

    jit::Module withWeight(const std::string &type, std::vector<std::int64_t> weight, std::vector<std::int64_t> bias, const std::string &result,
                           double least = 0) const
    {
        jit::Module layer = module("__torch__.torch.nn.modules." + type);
        layer.register_parameter("weight", (least + 0.02 * at::randn(weight)).requires_grad_(), false);
        if (!bias.empty())
            layer.register_parameter("bias", at::zeros(bias).requires_grad_(), false);
        define(layer, "    return " + result + "\n");
        return layer;
    }

    jit::Module linear(std::int64_t in, std::int64_t out) const
    {
        return withWeight("linear.Linear", {out, in}, {out}, "torch.linear(x, self.weight, self.bias)");
    }

    jit::Module norm() const
    {
        return withWeight("normalization.LayerNorm", {kWidth}, {kWidth}, "torch.layer_norm(x, [768], self.weight, self.bias)", 1);
    }

    jit::Module block() const
    {
        jit::Module block = module("__torch__.Block"), gelu = module("__torch__.torch.nn.modules.activation.GELU");
        define(gelu, "    return torch.gelu(x)\n");
        block.register_module("norm1", norm());
        block.register_module("qkv", linear(kWidth, 3 * kWidth));
        block.register_module("out", linear(kWidth, kWidth));
        block.register_module("norm2", norm());
        block.register_module("wide", linear(kWidth, 4 * kWidth));
        block.register_module("gelu", gelu);
        block.register_module("narrow", linear(4 * kWidth, kWidth));
        define(block, "    n, t = x.size(0), x.size(1)\n"
                      "    all = self.qkv.forward(self.norm1.forward(x)).view([n, t, 3, 12, 64]).permute([2, 0, 3, 1, 4])\n"
                      "    scores = torch.matmul(all[0], all[1].transpose(-2, -1)) / 8.0\n"
                      "    later = torch.ones([t, t]).tril().eq(0)\n"
                      "    mixed = torch.matmul(torch.softmax(scores.masked_fill(later, -1e9), -1), all[2])\n"
                      "    x = x + self.out.forward(mixed.transpose(1, 2).reshape([n, t, 768]))\n"
                      "    return x + self.narrow.forward(self.gelu.forward(self.wide.forward(self.norm2.forward(x))))\n");
        return block;
    }

    std::shared_ptr<jit::CompilationUnit> m_unit = std::make_shared<jit::CompilationUnit>();
};

std::vector<Case> cases()
{
    const auto classes = [](std::int64_t count, std::int64_t of) { return [count, of] { return at::randint(of, {count}, at::kLong); }; };
    return {{"gpt2", "GPT-2 small: 12 layers, width 768, T 128, vocabulary 512, batch 4, Adam",
             [] { return builtIn("transformer", {{"layers", 12}, {"heads", 12}, {"width", 768}}, {128}, 512); },
             [] { return at::randint(512, {4, 128}, at::kLong); }, classes(4 * 128, 512), 6, 30, 10},
            {"gpt2-script", "the same as a TorchScript program",
             [] {
                 const auto path = std::filesystem::temp_directory_path() / ("gpt2-" + std::to_string(getpid()) + ".pt");
                 auto loaded = ScriptedGpt().load(path);
                 std::filesystem::remove(path);
                 return loaded;
             },
             [] { return at::randint(512, {4, 128}, at::kLong); }, classes(4 * 128, 512), 6, 30, 10},
            {"resnet50", "ResNet-50 layout, 224x224, batch 4, Adam", resNet50, [] { return at::randn({4, 3, 224, 224}); }, classes(4, 1000), 6, 30, 10},
            {"deep", "MLP of 1,000 hidden layers, width 32, batch 32, Adam",
             [] { return builtIn("mlp", {{"hidden", std::vector<int>(1000, 32)}}, {32}, 10); }, [] { return at::randn({32, 32}); }, classes(32, 10), 20,
             100, 20},
            {"embedding", "embedding of 100 million rows of 4, sparse gradients, batch 256, SGD", embedding,
             [] { return at::randint(kRows, {256, 16}, at::kLong); }, classes(256, 10), 20, 200, 100, false}};
}

struct Way
{
    const char *name;
    bool isWatched;
    double budget;
    const char *memory;
};

constexpr Way kWays[] = {{"lenses off", false, 0, ""}, {"all, every step", true, 0, ""}, {"all, 5 %", true, 0.05, ""}, {"all, 5 %, 1 GB", true, 0.05, "1 GB"}};

double peakMegabytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1e3;
}

at::Tensor rows(const at::Tensor &scores)
{
    return scores.dim() > 2 ? scores.movedim(1, -1).flatten(0, -2) : scores;
}

/// A training, watched if a file is given.
struct Training
{
    const Case &c;
    std::unique_ptr<model::TrainableModel> model;
    std::vector<at::Tensor> parameters;
    std::unique_ptr<torch::optim::Optimizer> optimizer;
    at::Tensor inputs, targets;
    std::shared_ptr<store::RunStore> store = std::make_shared<store::RunStore>();
    store::StoreVisualizer recorder{store};
    std::optional<store::RunSaver> saver;
    std::unique_ptr<hook::ModelTap> tap;
    std::optional<inspector::ModelInspector> inspector;
    std::int64_t steps = 0;
    std::vector<double> ticks; ///< seconds

    Training(const Case &of, const Way &way, const std::filesystem::path &file) : c(of)
    {
        at::manual_seed(1);
        model = c.make();
        inputs = c.inputs();
        targets = c.targets();
        for (const auto &[name, parameter] : model->parameters())
            parameters.push_back(parameter);
        if (c.adam)
            optimizer = std::make_unique<torch::optim::Adam>(parameters, torch::optim::AdamOptions(1e-4));
        else
            optimizer = std::make_unique<torch::optim::SGD>(parameters, torch::optim::SGDOptions(0.1));
        if (!way.isWatched)
            return;
        saver.emplace(store, file);
        tap = model->tap();
        experiment::InspectorSettings settings;
        settings.budget = way.budget;
        settings.memory = way.memory;
        inspector.emplace(settings);
        for (const experiment::Section &lens : experiment::lensSchemas())
            inspector->add(lens.kind, lens::makeLens(test::lensChoice(lens.kind)));
        inspector->attach(*tap, recorder);
    }

    void step()
    {
        for (at::Tensor &parameter : parameters)
            parameter.mutable_grad().reset();
        const at::Tensor loss = at::cross_entropy_loss(rows(model->forward(inputs)), targets);
        loss.backward();
        optimizer->step();
        const double value = loss.item<double>();
        ++steps;
        if (!inspector)
            return;
        inspector->stepped();
        inspector->pushLoss(value, lens::Phase::Train);
        if (steps % c.stepsPerTick == 0)
            ticks.push_back(bench::secondsOf([&] { inspector->tick({steps / c.stepsPerTick, 1, steps, steps, 0}); }));
    }
};

/// Returns the peak memory of a training in MB. Call it in a process of its own.
double peak(const Case &c, const Way &way, const std::filesystem::path &file)
{
    Training training(c, way, file);
    for (int i = 0; i < c.warmUp + c.steps; ++i)
        training.step();
    return peakMegabytes();
}

void measure(const Case &c, const Way &way, const std::filesystem::path &file)
{
    Training plain(c, kWays[0], {}), watched(c, way, file);
    std::vector<double> without, with;
    for (int i = 0; i < c.warmUp + c.steps; ++i) {
        const double one = bench::secondsOf([&] { plain.step(); }), other = bench::secondsOf([&] { watched.step(); });
        if (i >= c.warmUp) {
            without.push_back(one);
            with.push_back(other);
        }
    }
    const auto sum = [](const std::vector<double> &values) { return std::accumulate(values.begin(), values.end(), 0.0); };
    std::vector<double> ticks(watched.ticks.begin() + c.warmUp / c.stepsPerTick, watched.ticks.end());
    std::printf(" %10.1f %9.4f %9.4f %9.1f %9.1f", 1e3 * bench::median(without), bench::ratio(with, without), sum(with) / sum(without),
                1e3 * bench::median(ticks), 1e3 * *std::ranges::max_element(ticks));
    if (watched.saver) { // saves the last tick repeatedly, to measure the cost of one more tick
        watched.inspector.reset();
        store::RunStore &store = *watched.store;
        const std::size_t count = store.frameCount();
        record::Frame last = store.frames(count - 1, count).front();
        constexpr int kMore = 1024; // a chunk of each series
        const auto grow = [&] {
            for (int i = 0; i < kMore; ++i) {
                ++last.stamp.tick;
                ++last.stamp.step;
                store.commit(last);
            }
            while (!watched.saver->waitUntilWritten(std::chrono::seconds(60)))
                ;
        };
        grow();
        const auto before = std::filesystem::file_size(file);
        grow();
        const double growth = static_cast<double>(std::filesystem::file_size(file) - before) / kMore;
        watched.saver->finish();
        const double opening = bench::secondsOf([&] {
            const store::RunFile run(file);
            run.trace(0, {record::Axis::Step, 0, 1e9, 1000});
        });
        std::printf(" %8zu %12.0f %9.1f", last.values.size(), growth, 1e3 * opening);
    }
}

void inChild(const std::function<void()> &work)
{
    const bool isWell = bench::inChild([&] {
        bench::keepMemory();
        at::set_num_threads(2); // called before LibTorch starts threads
        work();
    });
    if (!isWell)
        std::printf(" failed");
}

} // namespace

int main(int argc, char **argv)
{
    const std::vector<std::string> wanted(argv + 1, argv + argc);
    const auto folder = std::filesystem::temp_directory_path() / ("bench_real_sizes-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    for (const Case &c : cases()) {
        if (!wanted.empty() && std::ranges::find(wanted, c.name) == wanted.end())
            continue;
        std::printf("\n%s, a tick every %d steps; medians of %d pairs of steps, sums with ticks\n%-18s %9s %10s %9s %9s %9s %9s %8s %12s %9s\n",
                    c.title.c_str(), c.stepsPerTick, c.steps, "", "peak MB", "bare ms", "median", "sum", "tick ms", "longest", "values", "bytes/tick",
                    "open ms");
        for (const Way &way : kWays) {
            const auto file = folder / (c.name + std::to_string(&way - kWays));
            std::printf("%-18s", way.name);
            inChild([&] { std::printf(" %9.0f", peak(c, way, file.string() + "-1.lbrun")); });
            if (way.isWatched)
                inChild([&] { measure(c, way, file.string() + "-2.lbrun"); });
            std::printf("\n");
            std::filesystem::remove_all(folder);
            std::filesystem::create_directories(folder);
        }
    }
    std::filesystem::remove_all(folder);
    return 0;
}
