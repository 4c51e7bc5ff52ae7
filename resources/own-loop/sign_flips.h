#pragma once

// A custom lens: the share of a parameter's elements that changed sign since the previous tick. watchers.cpp adds it to its
// Inspector, lenses.cpp makes a plug-in of it.

#include <lensboard/lens.h>

#include <torch/types.h>

#include <algorithm>
#include <map>
#include <string>

class SignFlips final : public lensboard::custom::BaseLens
{
public:
    /// \p parameter: name of the parameter in each module; "" means "weight".
    explicit SignFlips(const char *parameter = "") : m_parameter(*parameter ? parameter : "weight") {}

    std::vector<lensboard::record::TagSpec> tags() const override
    {
        return {{.name = "Sign Flips", .lens = {}, .kind = lensboard::record::TagKind::Probability, .quantity = "share of " + m_parameter}};
    }

    void attach(lensboard::custom::Model &model, const std::vector<lensboard::custom::Module> &modules) override
    {
        for (const lensboard::custom::Module &module : modules)
            if (std::ranges::count(module.parameters, m_parameter))
                model.atTickEnd([this, &model, module] { compare(module.name, model.parameter(module, m_parameter)); });
    }

    void detach() override
    {
        m_signs.clear();
        m_shares.clear();
    }

    void plot(lensboard::custom::Plot &out) override
    {
        for (const auto &[layer, share] : m_shares)
            out.line(0, layer, "mean", share);
    }

    void endTick() override { m_shares.clear(); }

private:
    void compare(const std::string &layer, const torch::Tensor &parameter)
    {
        torch::Tensor &before = m_signs[layer];
        const torch::Tensor now = parameter.sign();
        if (before.defined())
            m_shares[layer] = now.ne(before).to(torch::kDouble).mean().item<double>();
        before = now;
    }

    std::string m_parameter;
    std::map<std::string, torch::Tensor> m_signs;
    std::map<std::string, double> m_shares; ///< of this tick
};
