#include "widgets/media/markdown_text.h"

#include <QRegularExpression>
#include <QTextTable>

namespace lensboard::widgets {

namespace {

constexpr int kTextMargin = 8;      ///< pixels, as kCellPadding
constexpr int kCellPadding = 4;
constexpr qsizetype kMaxFormatted = 20'000; ///< characters
constexpr qsizetype kMaxBackticks = 500;

/// Returns false if Qt could take seconds to format \p text.
bool isQuicklyFormatted(const QString &text)
{
    static const QRegularExpression kNested(QStringLiteral("^[ \\t]*(?:(?:>|[-*+][ \\t]|\\d+[.)][ \\t])[ \\t]*){20}"), QRegularExpression::MultilineOption);
    return text.size() <= kMaxFormatted && text.count(QLatin1Char('`')) <= kMaxBackticks && !text.contains(kNested);
}

} // namespace

MarkdownText::MarkdownText(QWidget *parent) : QTextBrowser(parent)
{
    setFrameShape(QFrame::NoFrame);
    document()->setDocumentMargin(kTextMargin);
    setOpenLinks(false);
    setAccessibleName(tr("Text of this step"));
}

void MarkdownText::setContent(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    show();
}

void MarkdownText::setFormatted(bool formatted)
{
    m_formatted = formatted;
    show();
}

void MarkdownText::show()
{
    if (!m_formatted || !isQuicklyFormatted(m_text))
        return setPlainText(m_text);
    document()->setMarkdown(m_text, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) | QTextDocument::MarkdownNoHTML);
    for (QTextFrame *frame : document()->rootFrame()->childFrames())
        if (auto *table = qobject_cast<QTextTable *>(frame)) {
            QTextTableFormat format = table->format();
            format.setCellPadding(kCellPadding);
            format.setCellSpacing(0);
            format.setBorderCollapse(true);
            table->setFormat(format);
        }
}

/// Returns an empty resource: Qt reads a file itself after a null one.
QVariant MarkdownText::loadResource(int, const QUrl &)
{
    return QByteArray("");
}

} // namespace lensboard::widgets
