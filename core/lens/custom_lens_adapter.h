#pragma once

#include "core/lens/custom_lens.h"
#include "core/lens/lens.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::lens {

/// Wraps a custom::BaseLens as a Lens: registers its callbacks at the tap, and converts names in plots to numbers.
/// Errors: std::invalid_argument if \p lens is null, or two of its tags have the same name.
class CustomLensAdapter final : public Lens
{
public:
    CustomLensAdapter(std::string name, std::unique_ptr<custom::BaseLens> lens);
    ~CustomLensAdapter() override;

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override;
    void plot(Plotter &out) const override;
    void endTick() override;
    bool takesPushes() const override { return true; } // true, since it may need no layer
    bool wantsPushes() const override { return m_model != nullptr; }
    void pushLoss(double value, Phase phase) override;
    void pushMetric(const std::string &name, double value) override;

private:
    class Model;

    std::string m_name;
    std::unique_ptr<custom::BaseLens> m_lens;
    std::vector<record::TagSpec> m_tags;
    std::unique_ptr<Model> m_model; ///< null while detached
};

} // namespace lensboard::lens
