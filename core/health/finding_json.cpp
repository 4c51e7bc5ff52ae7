#include "core/health/finding_json.h"

namespace lensboard::health {

using experiment::Json;

Json toJson(const Finding &finding)
{
    Json evidence = Json::array();
    for (const Evidence &each : finding.evidence)
        evidence.push_back({{"tag", each.tag}, {"layers", each.layers}, {"label", each.label}, {"threshold", each.threshold ? Json(*each.threshold) : Json()}});
    return {{"rule", finding.rule},
            {"severity", toText(finding.severity)},
            {"layers", finding.layers},
            {"first_step", finding.firstStep},
            {"last_step", finding.lastStep},
            {"confidence", finding.confidence},
            {"values", finding.values},
            {"meaning", finding.meaning},
            {"advice", finding.advice},
            {"evidence", evidence}};
}

} // namespace lensboard::health
