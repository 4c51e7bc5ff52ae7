#include "app/help/manual_browser.h"

#include "app/help/manual_text.h"

#include <QAbstractTextDocumentLayout>
#include <QDesktopServices>
#include <QEvent>
#include <QFile>
#include <QImage>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextFrame>
#include <QTextTable>

#include <algorithm>

namespace lensboard::app {

namespace {

constexpr int kTextMargin = 24;
constexpr int kTextWidthInLetters = 96;
constexpr double kLineHeight = 130; ///< percent
constexpr double kCellPadding = 5;

void formatHeading(QTextCursor cursor, int level)
{
    QTextBlockFormat block = cursor.blockFormat();
    block.setTopMargin(level == 1 ? 8 : 26 - 2 * level);
    block.setBottomMargin(8);
    cursor.setBlockFormat(block);
}

/// Shades the inline code of \p block.
void shadeCode(const QTextBlock &block, const QColor &shade)
{
    QList<QTextCursor> words;
    for (auto part = block.begin(); !part.atEnd(); ++part)
        if (part.fragment().charFormat().fontFixedPitch()) {
            words << QTextCursor(block);
            words.back().setPosition(part.fragment().position());
            words.back().setPosition(part.fragment().position() + part.fragment().length(), QTextCursor::KeepAnchor);
        }
    QTextCharFormat shaded;
    shaded.setBackground(shade);
    for (QTextCursor &word : words)
        word.mergeCharFormat(shaded);
}

bool hasEmptyHeading(const QTextTable &table)
{
    for (int column = 0; column < table.columns(); ++column)
        if (!table.cellAt(0, column).firstCursorPosition().block().text().isEmpty())
            return false;
    return table.rows() > 1;
}

void formatTable(QTextTable &table, const QColor &line)
{
    if (hasEmptyHeading(table))
        table.removeRows(0, 1);
    QTextTableFormat format = table.format();
    format.setBorderCollapse(true);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorder(1);
    format.setBorderBrush(line);
    format.setCellPadding(kCellPadding);
    format.setCellSpacing(0);
    format.setTopMargin(6);
    format.setBottomMargin(12);
    table.setFormat(format);
}

} // namespace

ManualBrowser::ManualBrowser(QWidget *parent) : QTextBrowser(parent)
{
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    connect(this, &QTextBrowser::anchorClicked, this, &ManualBrowser::follow);
    connect(this, &QTextBrowser::sourceChanged, this, &ManualBrowser::format);
}

void ManualBrowser::follow(const QUrl &link)
{
    const QUrl target = source().resolved(link);
    const QString path = target.path();
    if (target.scheme() != QLatin1String("qrc"))
        QDesktopServices::openUrl(target);
    else if (path.endsWith(QLatin1String(".md")) && QFile::exists(':' + path))
        setSource(target);
    else if (path.startsWith(QLatin1String("/experiments/")) && QFile::exists(':' + path))
        Q_EMIT experimentWanted(':' + path);
    else
        Q_EMIT missing(path.startsWith(QLatin1String("/tests")) || path.startsWith(QLatin1String("/core")) ? path.mid(1) : QLatin1String("resources") + path);
}

/// Limits pictures to the width of the text.
QVariant ManualBrowser::loadResource(int type, const QUrl &name)
{
    const QVariant resource = QTextBrowser::loadResource(type, name);
    if (type != QTextDocument::ImageResource)
        return resource;
    QImage image = QImage::fromData(resource.toByteArray());
    const int most = std::min(viewport()->width() - 2 * kTextMargin, kTextWidthInLetters * fontMetrics().averageCharWidth());
    return image.width() > most && most > 0 ? image.scaledToWidth(most, Qt::SmoothTransformation) : image;
}

/// Sets margins, because Qt's Markdown has none.
void ManualBrowser::format(const QUrl &url)
{
    m_isFormatting = true;
    const QColor shade = palette().color(QPalette::AlternateBase);
    QTextCursor all(document());
    all.beginEditBlock();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        QTextBlockFormat format = block.blockFormat();
        if (format.headingLevel() > 0) {
            formatHeading(cursor, format.headingLevel());
            continue;
        }
        const bool isCode = format.hasProperty(QTextFormat::BlockCodeFence) || format.hasProperty(QTextFormat::BlockCodeLanguage)
            || format.nonBreakableLines();
        if (isCode) {
            format.setBackground(shade);
            format.setNonBreakableLines(false);
        } else {
            format.setLineHeight(kLineHeight, QTextBlockFormat::ProportionalHeight);
            if (!cursor.currentTable())
                format.setBottomMargin(block.textList() ? 4 : 10);
        }
        cursor.setBlockFormat(format);
        if (!isCode)
            shadeCode(block, shade);
    }
    for (QTextFrame *frame : document()->rootFrame()->childFrames())
        if (auto *table = qobject_cast<QTextTable *>(frame))
            formatTable(*table, palette().color(QPalette::Mid));
    all.endEditBlock();
    fitWidth();
    m_isFormatting = false;
    showMarks();
    if (url.hasFragment()) // queued: QTextBrowser scrolls to the top afterwards, and source() is still the previous page
        QMetaObject::invokeMethod(this, [this, anchor = url.fragment()] { scrollToHeading(anchor); }, Qt::QueuedConnection);
}

void ManualBrowser::scrollToHeading(const QString &anchor)
{
    document()->size(); // forces the layout of the whole page
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        if (block.blockFormat().headingLevel() > 0 && ManualText::anchor(block.text()) == anchor)
            return verticalScrollBar()->setValue(static_cast<int>(document()->documentLayout()->blockBoundingRect(block).top()) - kTextMargin / 2);
}

/// Limits the width of the text, because long lines are hard to read.
void ManualBrowser::fitWidth()
{
    QTextFrameFormat format = document()->rootFrame()->frameFormat();
    const int rest = viewport()->width() - kTextMargin - kTextWidthInLetters * fontMetrics().averageCharWidth();
    format.setMargin(kTextMargin);
    format.setRightMargin(std::max(kTextMargin, rest));
    document()->rootFrame()->setFrameFormat(format);
}

void ManualBrowser::mark(const QString &typed)
{
    m_typed = typed;
    showMarks();
}

void ManualBrowser::showMarks()
{
    QList<QTextEdit::ExtraSelection> marks;
    QTextCharFormat marked;
    marked.setBackground(QColor(255, 213, 79));
    marked.setForeground(Qt::black);
    for (const QString &word : m_typed.split(' ', Qt::SkipEmptyParts))
        for (QTextCursor found = document()->find(word); !found.isNull(); found = document()->find(word, found))
            marks << QTextEdit::ExtraSelection{found, marked};
    std::ranges::sort(marks, {}, [](const auto &mark) { return mark.cursor.position(); });
    setExtraSelections(marks);
}

bool ManualBrowser::goToMark(bool backwards)
{
    const auto marks = extraSelections();
    if (marks.isEmpty())
        return false;
    const QTextCursor now = textCursor();
    auto next = std::ranges::find_if(marks, [&](const auto &mark) { return mark.cursor.selectionStart() >= now.selectionEnd(); });
    if (backwards) {
        next = std::ranges::find_if(marks, [&](const auto &mark) { return mark.cursor.selectionStart() >= now.selectionStart(); });
        next = next == marks.begin() ? marks.end() - 1 : next - 1;
    } else if (next == marks.end()) {
        next = marks.begin();
    }
    setTextCursor(next->cursor);
    ensureCursorVisible();
    return true;
}

void ManualBrowser::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || source().isEmpty() || m_isFormatting)
        return;
    const int at = verticalScrollBar()->value();
    reload();
    verticalScrollBar()->setValue(at);
}

void ManualBrowser::resizeEvent(QResizeEvent *event)
{
    QTextBrowser::resizeEvent(event);
    fitWidth();
}

} // namespace lensboard::app
