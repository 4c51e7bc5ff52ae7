#pragma once

#include "core/health/finding.h"
#include "widgets/control_icon.h"

#include <QString>
#include <QVariant>

#include <optional>

namespace lensboard::widgets {

ControlIcon iconOf(health::Severity severity);
QString severityText(health::Severity severity);
/// "Loss Diverging".
QString titleOf(const health::Finding &finding);
/// Layers of a finding: "fc1, fc2 and 3 more"; empty for the whole model.
QString layersText(const health::Finding &finding, qsizetype most);
/// "since step 120", "steps 120 to 300" if it has passed.
QString stepsText(const health::Finding &finding);
/// "1 problem, 2 warnings"; empty if there is neither.
QString summaryText(const std::vector<health::Finding> &findings);

// ---- finished runs; all results are empty if the run was not judged
using Verdict = std::optional<record::RunVerdict>;
/// "1 problem, 2 warnings", or a text that the run is fine.
QString summaryText(const Verdict &verdict);
/// "2 problems", or "1 warning" if there is no problem, or a text that the run is fine.
QString worstText(const Verdict &verdict);
/// Names of the findings, or a text that the run is fine.
QString verdictText(const Verdict &verdict);
/// Icon of the worst severity; a null value if the run is fine.
QVariant verdictIcon(const Verdict &verdict);

/// A finding as rich text with title and numbers; \p isWhole adds meaning and advice.
QString findingHtml(const health::Finding &finding, bool isWhole);
/// Returns the complete finding as plain text, for reports.
QString plainText(const health::Finding &finding);

} // namespace lensboard::widgets
