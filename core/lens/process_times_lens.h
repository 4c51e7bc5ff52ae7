#pragma once

#include "core/lens/lens.h"

#include <functional>
#include <vector>

namespace lensboard::lens {

/// How long the steps of each of several processes took, and how long each waited for the others: one that holds them up waits least. No
/// experiment lists it: a trainer with several processes adds it to the first.
class ProcessTimesLens final : public Lens
{
public:
    /// Means of the steps of a tick. Units: seconds.
    struct Times
    {
        double step = 0;
        double waiting = 0;
    };

    /// \p times returns those of the tick that ends, by process.
    explicit ProcessTimesLens(std::function<std::vector<Times>()> times);

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(gatherer::Gatherers &, const std::vector<hook::ModuleId> &) override {}
    void detach() override {}
    void plot(Plotter &out) const override;
    void endTick() override {}
    bool takesPushes() const override { return true; } // it needs no layer

private:
    std::vector<record::TagSpec> m_tags;
    std::function<std::vector<Times>()> m_times;
};

} // namespace lensboard::lens
