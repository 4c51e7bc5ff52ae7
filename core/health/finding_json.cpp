#include "core/health/finding_json.h"

#include "core/record/message_json.h"

#include <utility>

namespace lensboard::health {

using experiment::Json;

namespace {

constexpr std::pair<const char *, record::Message Finding::*> kMessages[] = {
    {"before", &Finding::before}, {"values", &Finding::values}, {"meaning", &Finding::meaning}, {"advice", &Finding::advice}};

} // namespace

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

Json withStructures(Json json, const Finding &finding)
{
    Json structures = Json::object();
    for (const auto &[key, member] : kMessages)
        if (const std::string structure = record::structureJson(finding.*member); !structure.empty())
            structures[key] = structure;
    json["structures"] = structures;
    return json;
}

std::optional<Finding> findingFrom(const Json &json)
{
    try {
        const auto severity = severityFromText(json.at("severity").get<std::string>());
        if (!severity)
            return std::nullopt;
        Finding finding{json.at("rule"), *severity, json.at("layers"), json.at("first_step"), json.at("last_step"), json.at("confidence"), {}, json.value("cause", "")};
        const Json structures = json.value("structures", Json::object());
        for (const auto &[key, member] : kMessages)
            finding.*member = record::messageFrom(member == &Finding::before ? json.value(key, "") : json.at(key).get<std::string>(), structures.value(key, ""));
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
