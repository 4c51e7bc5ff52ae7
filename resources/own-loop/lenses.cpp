// A plug-in with lenses, for any experiment that lists them:
//   "custom_lenses": [{"kind": "CustomLens", "lens": "SignFlips", "path": "liblenses.so", "arguments": "bias"}]

#include "sign_flips.h"

#include <lensboard/plugin.h>

#include <numeric>

/// The norm of a layer's output divided by the norm of its input, averaged over a tick.
class Gain final : public lensboard::custom::BaseLens
{
public:
    explicit Gain(const char * /*arguments*/) {}

    std::vector<lensboard::record::TagSpec> tags() const override
    {
        return {{.name = "Gain", .lens = {}, .quantity = "ratio of L2 norms", .logY = true}};
    }

    void attach(lensboard::custom::Model &model, const std::vector<lensboard::custom::Module> &modules) override
    {
        for (const lensboard::custom::Module &module : modules)
            if (module.isLayer && module.hasForward)
                model.afterForward(module, [this, layer = module.name](std::span<const lensboard::Tensor> inputs, const torch::Tensor &output) {
                    if (inputs.empty())
                        return;
                    const torch::Tensor &input = inputs.front();
                    if (input.is_floating_point())
                        m_gains[layer].push_back(output.norm().item<double>() / input.norm().item<double>());
                });
    }

    void detach() override { m_gains.clear(); }

    void plot(lensboard::custom::Plot &out) override
    {
        for (const auto &[layer, gains] : m_gains)
            out.line(0, layer, "mean", std::accumulate(gains.begin(), gains.end(), 0.0) / static_cast<double>(gains.size()));
    }

    void endTick() override { m_gains.clear(); }

private:
    std::map<std::string, std::vector<double>> m_gains; ///< of this tick
};

LENSBOARD_LENSES(SignFlips, Gain)
