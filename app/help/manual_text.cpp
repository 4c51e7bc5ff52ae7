#include "app/help/manual_text.h"

#include "app/dialogs/fuzzy_match.h"

#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace lensboard::app {

namespace {

/// order of the table of contents
constexpr const char *kManualPages[] = {"window.md", "reading.md", "experiments.md", "monitors-and-recorders.md", "steering.md", "runs.md",
                                        "remote.md", "command-line.md", "python.md", "processes.md", "../own-loop/README.md",
                                        "troubleshooting.md", "files.md"};

/// Returns \p markdown without formatting characters.
QString plainHeading(QString markdown)
{
    static const QRegularExpression kSigns(QStringLiteral("[`*]|\\[|\\]\\([^)]*\\)"));
    return markdown.remove(kSigns).trimmed();
}

} // namespace

ManualText::ManualText()
{
    for (const char *name : kManualPages)
        read(page(QString::fromLatin1(name)));
    for (const ManualSection &section : m_sections)
        m_folded << foldedText(section.title + ' ' + section.text);
}

QUrl ManualText::page(const QString &name)
{
    return QUrl(QStringLiteral("qrc:/manual/")).resolved(QUrl(name));
}

QString ManualText::anchor(const QString &title)
{
    static const QRegularExpression kRemoved(QStringLiteral("[^\\w\\s-]"), QRegularExpression::UseUnicodePropertiesOption);
    return title.toLower().remove(kRemoved).trimmed().replace(' ', '-');
}

void ManualText::read(const QUrl &page)
{
    QFile file(':' + page.path());
    if (!file.open(QIODevice::ReadOnly))
        return;
    static const QRegularExpression kHeading(QStringLiteral("^(#{1,6}) +(.+)$"));
    bool isCode = false, isFirst = true;
    for (const QString &line : QString::fromUtf8(file.readAll()).split('\n')) {
        isCode ^= line.startsWith(QLatin1String("```"));
        const auto heading = isCode ? QRegularExpressionMatch() : kHeading.match(line);
        if (heading.hasMatch()) {
            const QString title = plainHeading(heading.captured(2));
            QUrl url = page;
            if (!std::exchange(isFirst, false))
                url.setFragment(anchor(title));
            m_sections << ManualSection{title, static_cast<int>(heading.capturedLength(1)), url, {}};
        } else if (!isFirst) {
            m_sections.back().text += line + '\n';
        }
    }
}

QList<ManualSection> ManualText::find(const QString &typed) const
{
    const QStringList words = foldedText(typed).split(' ', Qt::SkipEmptyParts);
    QList<ManualSection> found;
    for (qsizetype i = 0; i < m_sections.size(); ++i)
        if (!words.isEmpty() && std::ranges::all_of(words, [&](const QString &word) { return m_folded[i].contains(word); }))
            found << m_sections[i];
    return found;
}

} // namespace lensboard::app
