#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/rule.h"
#include "core/record/message.h"

#include <string>

namespace lensboard::health {

/// Returns the text of the run's warning for \p parameters that differ between processes.
record::Message driftText(const record::Message &parameters);

/// Processes that train one model have different parameters.
/// Source: the warning that a distributed training writes after it compares checksums.
class ReplicaDrift final : public Rule
{
public:
    using Settings = settings::rules::ReplicaDrift;

    bool reads(Signal) const override { return false; }
    OfThinned ofThinned() const override { return OfThinned::Reads; }
    void note(const record::RunEvent &event) override;
    std::vector<Finding> findings() const override;

private:
    record::Message m_text; ///< text of the first warning
    std::int64_t m_first = 0, m_last = 0;
};

} // namespace lensboard::health
