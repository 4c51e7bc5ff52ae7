#pragma once

#include "core/lens/lens.h"

#include <vector>

namespace lensboard::lens {

/// Base of lenses for values from the trainer instead of the model. Added by the trainer; not listed in an experiment.
class TrainerLens : public Lens
{
public:
    const std::vector<record::TagSpec> &tags() const final { return m_tags; }
    void attach(gatherer::Gatherers &, const std::vector<hook::ModuleId> &) final {}
    void detach() final {}
    void endTick() final {}
    bool takesPushes() const final { return true; } // it needs no layer

protected:
    std::vector<record::TagSpec> m_tags;
};

} // namespace lensboard::lens
