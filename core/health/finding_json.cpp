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
            {"before", finding.before},
            {"cause", finding.cause},
            {"values", finding.values},
            {"meaning", finding.meaning},
            {"advice", finding.advice},
            {"evidence", evidence}};
}

std::optional<Finding> findingFrom(const Json &json)
{
    try {
        const auto severity = severityFromText(json.at("severity").get<std::string>());
        if (!severity)
            return std::nullopt;
        Finding finding{json.at("rule"), *severity, json.at("layers"), json.at("first_step"), json.at("last_step"),
                        json.at("confidence"), json.value("before", ""), json.value("cause", ""), json.at("values"), json.at("meaning"), json.at("advice"), {}};
        for (const Json &each : json.at("evidence")) {
            const Json &threshold = each.at("threshold");
            finding.evidence.push_back({each.at("tag"), each.at("layers"), each.at("label"),
                                        threshold.is_null() ? std::nullopt : std::optional(threshold.get<double>())});
        }
        return finding;
    } catch (const Json::exception &) {
        return std::nullopt;
    }
}

} // namespace lensboard::health
