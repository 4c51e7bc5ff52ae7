#pragma once

#include "core/health/finding.h"

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace lensboard::widgets {

/// Dismissed findings: until they become worse, for a time, or, by rule, always for an experiment.
class PutAway
{
public:
    using Time = std::chrono::system_clock::time_point;

    void dismiss(const health::Finding &finding) { m_dismissed[keyOf(finding)] = finding.severity; }
    void snooze(const health::Finding &finding, Time until) { m_snoozed[keyOf(finding)] = until; }
    void setIgnored(const std::string &rule, bool isIgnored) { isIgnored ? void(m_ignored.insert(rule)) : void(m_ignored.erase(rule)); }
    void setIgnored(std::set<std::string> rules) { m_ignored = std::move(rules); }
    const std::set<std::string> &ignored() const { return m_ignored; }
    /// Restores \p finding, however it was dismissed.
    void bringBack(const health::Finding &finding)
    {
        m_dismissed.erase(keyOf(finding));
        m_snoozed.erase(keyOf(finding));
        m_ignored.erase(finding.rule);
    }

    /// Returns the earliest return time of a snoozed finding, or nullopt.
    std::optional<Time> nextReturn(Time now) const
    {
        std::optional<Time> next;
        for (const auto &[key, until] : m_snoozed)
            if (until > now && (!next || until < *next))
                next = until;
        return next;
    }

    bool has(const health::Finding &finding, Time now) const
    {
        const auto dismissed = m_dismissed.find(keyOf(finding));
        const auto snoozed = m_snoozed.find(keyOf(finding));
        return m_ignored.contains(finding.rule) || (dismissed != m_dismissed.end() && finding.severity <= dismissed->second)
            || (snoozed != m_snoozed.end() && now < snoozed->second);
    }

private:
    /// Includes the meaning, because a rule may have findings with different meanings.
    static std::string keyOf(const health::Finding &finding) { return finding.rule + '\n' + finding.meaning; }

    std::map<std::string, health::Severity> m_dismissed;
    std::map<std::string, Time> m_snoozed;
    std::set<std::string> m_ignored;
};

} // namespace lensboard::widgets
