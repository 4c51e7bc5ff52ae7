#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/rule.h"

#include <string>
#include <vector>

namespace lensboard::health {

/// Returns the event that records a fault in the code of a training loop. \p fault: a name in loop_fault.cpp; \p parameters: names of the model's
/// parameters that are concerned; \p numbers: shown in the finding.
/// Errors: std::invalid_argument if there is no such fault.
record::RunEvent loopFault(const std::string &fault, const std::vector<std::string> &parameters, const std::vector<std::string> &numbers = {});

/// The code of the training loop has a fault that the loss hardly shows. Reports the faults that Python's Inspector found in the model, its
/// optimizers and the graphs of its losses: facts, not estimates. A fault is a problem if no training can want it.
/// Source: after TrainCheck, OSDI 2025, invariants of training loops.
class LoopFault final : public Rule
{
public:
    using Settings = settings::rules::LoopFault;

    bool reads(Signal) const override { return false; }
    OfThinned ofThinned() const override { return OfThinned::Reads; }
    void note(const record::RunEvent &event) override;
    std::vector<Finding> findings() const override { return m_findings; }

private:
    std::vector<Finding> m_findings;
};

} // namespace lensboard::health
