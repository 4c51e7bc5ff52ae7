#include "core/health/kept_findings.h"

#include "core/health/finding_json.h"
#include "core/record/clock.h"
#include "core/record/message.h"

namespace lensboard::health {

using experiment::Json;

namespace {

constexpr const char *kKey = "findings";

} // namespace

record::RunEvent toEvent(const KeptFindings &kept)
{
    Json all = Json::array();
    for (const Finding &finding : kept.findings)
        all.push_back(withStructures(toJson(finding), finding));
    const record::Message text = kept.findings.empty() ? record::message("No findings in the ticks so far; old ticks are thinned")
                                                   : record::counted(kept.findings.size(), "%n finding so far is kept here, since old ticks are thinned",
                                                                     "%n findings so far are kept here, since old ticks are thinned");
    return {record::RunEvent::Kind::Notice, kept.step, record::wallSeconds(), text, Json{{kKey, all}}.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

std::optional<KeptFindings> keptFindings(const record::RunEvent &event)
{
    if (event.kind != record::RunEvent::Kind::Notice || event.change.empty())
        return std::nullopt;
    const Json json = Json::parse(event.change, nullptr, false);
    const auto all = json.is_object() ? json.find(kKey) : json.end();
    if (!json.is_object() || all == json.end() || !all->is_array())
        return std::nullopt;
    KeptFindings kept{event.step, {}};
    for (const Json &each : *all) {
        auto finding = findingFrom(each);
        if (!finding)
            return std::nullopt;
        kept.findings.push_back(std::move(*finding));
    }
    return kept;
}

} // namespace lensboard::health
