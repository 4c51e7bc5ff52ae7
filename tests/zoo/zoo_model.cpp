#include "tests/zoo/zoo_model.h"

#include <torch/script.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::zoo {

using experiment::Json;

namespace {

class ModelMaker
{
public:
    explicit ModelMaker(const Json &spec) : m_spec(spec) { torch::manual_seed(spec.value("seed", 1)); }

    torch::jit::Module make() const
    {
        const auto widths = m_spec.at("widths").get<std::vector<std::int64_t>>();
        torch::jit::Module net = module("__torch__.Mlp");
        std::string forward = "    x = x.flatten(1)[:, :" + std::to_string(widths.front()) + "]\n";
        if (const double momentum = m_spec.value("batch_norm_momentum", 0.0); momentum > 0) {
            net.register_module("norm", batchNorm(widths.front(), momentum));
            forward += "    x = self.norm.forward(x)\n";
        }
        for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
            const std::string number = std::to_string(i);
            net.register_module("fc" + number, linear(static_cast<int>(i), widths[i], widths[i + 1]));
            forward += "    x = self.fc" + number + ".forward(x)\n";
            if (i + 2 < widths.size()) {
                net.register_module("act" + number, activation());
                forward += "    x = self.act" + number + ".forward(x)\n";
            }
            if (m_spec.value("detached", -1) == static_cast<int>(i))
                forward += "    x = x.detach()\n";
        }
        if (m_spec.value("log", false))
            forward += "    x = torch.log(torch.relu(x))\n";
        if (m_spec.value("softmax", false))
            forward += "    x = torch.softmax(x, -1)\n";
        if (m_spec.contains("log_softmax")) {
            net.register_module("log_softmax", logSoftmax());
            forward += "    x = self.log_softmax.forward(x)\n";
        }
        define(net, forward + "    return x\n");
        return net;
    }

private:
    torch::jit::Module module(const std::string &type) const
    {
        torch::jit::Module made(type, m_unit, true);
        made.register_attribute("training", c10::BoolType::get(), true);
        return made;
    }

    static void define(torch::jit::Module &module, const std::string &body) { module.define("def forward(self, x):\n" + body); }

    torch::jit::Module activation() const
    {
        const auto kind = m_spec.value("activation", std::string("relu"));
        torch::jit::Module made = module("__torch__.torch.nn.modules.activation." + std::string(kind == "relu" ? "ReLU" : kind == "tanh" ? "Tanh" : "Sigmoid"));
        define(made, "    return torch." + kind + "(x)\n");
        return made;
    }

    torch::jit::Module logSoftmax() const
    {
        const auto kind = m_spec.at("log_softmax").get<std::string>();
        torch::jit::Module made = module("__torch__.LogSoftmax");
        if (kind == "whole")
            define(made, "    return torch.log_softmax(x, -1)\n");
        else if (kind == "of softmax")
            define(made, "    return torch.log(" + rounded("torch.softmax(x, -1)") + ")\n");
        else
            define(made, "    x = " + rounded("torch.exp(x)") + "\n    sum = " + rounded("x.sum(-1, keepdim=True)") + "\n    return torch.log("
                             + rounded("x / sum") + ")\n");
        return made;
    }

    /// Rounds to the model's compute type, and gradients on their way back too.
    std::string rounded(const std::string &value) const
    {
        return m_spec.value("half", false) ? "(" + value + ").half().float()" : value;
    }

    torch::jit::Module batchNorm(std::int64_t width, double momentum) const
    {
        torch::jit::Module layer = module("__torch__.torch.nn.modules.batchnorm.BatchNorm1d");
        layer.register_parameter("weight", torch::ones({width}).requires_grad_(true), false);
        layer.register_parameter("bias", torch::zeros({width}).requires_grad_(true), false);
        layer.register_buffer("running_mean", torch::zeros({width}));
        layer.register_buffer("running_var", torch::ones({width}));
        define(layer, "    return torch.batch_norm(x, self.weight, self.bias, self.running_mean, self.running_var, self.training, " + std::to_string(momentum)
                          + ", 1e-5, False)\n");
        return layer;
    }

    torch::jit::Module linear(int number, std::int64_t in, std::int64_t out) const
    {
        torch::jit::Module layer = module("__torch__.torch.nn.modules.linear.Linear");
        const bool learns = m_spec.value("frozen", -1) != number;
        at::Tensor bias = scale() * uniform({out}, in);
        if (m_spec.value("dead", -1) == number)
            bias.fill_(-100);
        layer.register_parameter("weight", weight(out, in).requires_grad_(learns), false);
        layer.register_parameter("bias", bias.requires_grad_(learns), false);
        define(layer, "    return " + rounded("torch.linear(x, self.weight, self.bias)") + "\n");
        return layer;
    }

    double scale() const
    {
        const auto init = m_spec.value("init", std::string("default"));
        return init == "zero" ? 0 : init == "huge" ? 100 : init == "tiny" ? 1e-3 : 1;
    }

    at::Tensor weight(std::int64_t out, std::int64_t in) const
    {
        if (m_spec.value("init", std::string()) == "constant")
            return torch::full({out, in}, 0.1);
        return scale() * uniform({out, in}, in);
    }

    static at::Tensor uniform(std::vector<std::int64_t> shape, std::int64_t in)
    {
        return (2 * torch::rand(shape) - 1) / std::sqrt(static_cast<double>(in));
    }

    const Json &m_spec;
    std::shared_ptr<torch::jit::CompilationUnit> m_unit = std::make_shared<torch::jit::CompilationUnit>();
};

} // namespace

void writeModel(const Json &spec, const std::filesystem::path &path)
{
    ModelMaker(spec).make().save(path.string());
}

} // namespace lensboard::zoo
