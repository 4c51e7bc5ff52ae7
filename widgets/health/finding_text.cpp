#include "widgets/health/finding_text.h"

#include "widgets/core_words.h"
#include "widgets/key_names.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <limits>

namespace lensboard::widgets {

using health::Finding;
using health::Severity;

namespace {

constexpr qsizetype kMaxLayers = 6;

struct FindingText
{
    Q_DECLARE_TR_FUNCTIONS(FindingText)
};

} // namespace

ControlIcon iconOf(Severity severity)
{
    switch (severity) {
    case Severity::Problem: return ControlIcon::Error;
    case Severity::Warning: return ControlIcon::Warning;
    case Severity::Note: break;
    }
    return ControlIcon::Information;
}

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Problem: return FindingText::tr("problem");
    case Severity::Warning: return FindingText::tr("warning");
    case Severity::Note: break;
    }
    return FindingText::tr("note");
}

QString titleOf(const Finding &finding)
{
    return kindName(finding.rule);
}

QString layersText(const Finding &finding, qsizetype most)
{
    QStringList names;
    for (const std::string &layer : finding.layers)
        names << text(layer);
    const qsizetype more = names.size() - most;
    if (more <= 1) // "and 1 more" is as long as a name
        return names.join(QStringLiteral(", "));
    names.resize(most);
    return FindingText::tr("%1 and %2 more").arg(names.join(QStringLiteral(", "))).arg(more);
}

QString stepsText(const Finding &finding)
{
    const QString first = QLocale().toString(static_cast<qlonglong>(finding.firstStep));
    const QString last = QLocale().toString(static_cast<qlonglong>(finding.lastStep));
    if (finding.firstStep == finding.lastStep)
        return FindingText::tr("at step %1").arg(first);
    return finding.severity == Severity::Note ? FindingText::tr("steps %1 to %2").arg(first, last) : FindingText::tr("since step %1").arg(first);
}

QString summaryText(const std::vector<Finding> &findings)
{
    return messageText(health::summaryOf(health::verdictOf(findings)));
}

QString summaryText(const Verdict &verdict)
{
    if (!verdict)
        return {};
    const record::Message summary = health::summaryOf(*verdict);
    return summary.empty() ? verdictText(verdict) : messageText(summary);
}

QString worstText(const Verdict &verdict)
{
    return verdict && !verdict->problems.empty() ? summaryText(record::RunVerdict{verdict->problems, {}}) : summaryText(verdict);
}

QString verdictText(const Verdict &verdict)
{
    if (!verdict)
        return {};
    QStringList names;
    for (const auto *rules : {&verdict->problems, &verdict->warnings})
        for (const std::string &rule : *rules)
            names << kindName(rule);
    return names.isEmpty() ? FindingText::tr("fine") : names.join(QStringLiteral(", "));
}

QVariant verdictIcon(const Verdict &verdict)
{
    if (!verdict || *verdict == record::RunVerdict())
        return {};
    return controlIcon(iconOf(verdict->problems.empty() ? Severity::Warning : Severity::Problem));
}

QString findingHtml(const Finding &finding, bool isWhole)
{
    const QString layers = layersText(finding, isWhole ? kMaxLayers : 2);
    QString html = QStringLiteral("<b>%1</b>").arg(titleOf(finding).toHtmlEscaped());
    html += QStringLiteral(" · ") + stepsText(finding);
    if (!layers.isEmpty())
        html += QStringLiteral("<br><i>%1</i>").arg(layers.toHtmlEscaped());
    if (!finding.cause.empty())
        html += QStringLiteral("<br>") + FindingText::tr("Follows from %1").arg(kindName(finding.cause)).toHtmlEscaped();
    if (!finding.before.empty())
        html += QStringLiteral("<br>") + FindingText::tr("Before: %1").arg(messageText(finding.before)).toHtmlEscaped();
    html += QStringLiteral("<br>") + messageText(finding.values).toHtmlEscaped();
    if (!isWhole)
        return html;
    const auto paragraph = [](const QString &words) { return QStringLiteral("<p style='margin-top:4px; margin-bottom:0px'>%1</p>").arg(words); };
    html += paragraph(messageText(finding.meaning).toHtmlEscaped());
    html += paragraph(QStringLiteral("<b>%1</b> %2").arg(FindingText::tr("Try:"), messageText(finding.advice).toHtmlEscaped()));
    html += paragraph(FindingText::tr("%1, %2 % sure").arg(severityText(finding.severity), percentText(finding.confidence)));
    return html;
}

QString plainText(const Finding &finding)
{
    QStringList lines = {QStringLiteral("%1: %2, %3").arg(severityText(finding.severity), titleOf(finding), stepsText(finding))};
    if (!finding.layers.empty())
        lines << FindingText::tr("Layers: %1").arg(layersText(finding, std::numeric_limits<qsizetype>::max()));
    if (!finding.cause.empty())
        lines << FindingText::tr("Follows from %1").arg(kindName(finding.cause));
    if (!finding.before.empty())
        lines << FindingText::tr("Before: %1").arg(messageText(finding.before));
    lines << messageText(finding.values) << messageText(finding.meaning) << FindingText::tr("Try: %1").arg(messageText(finding.advice));
    return lines.join(QChar('\n'));
}

} // namespace lensboard::widgets
