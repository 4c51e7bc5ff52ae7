#include "widgets/forms/json_text_edit.h"

#include "widgets/axes/plot_theme.h"
#include "widgets/forms/json_highlighter.h"

#include <QFontDatabase>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>

#include <algorithm>

namespace lensboard::widgets {

namespace {

constexpr int kNumberMargin = 8;
constexpr int kMarkAlpha = 60;
constexpr int kDarkGround = 128; ///< lightness, of 255

} // namespace

class JsonTextEdit::LineNumbers final : public QWidget
{
public:
    explicit LineNumbers(JsonTextEdit *edit) : QWidget(edit), m_edit(edit) {}

protected:
    void paintEvent(QPaintEvent *) override { m_edit->paintNumbers(rect()); }

private:
    JsonTextEdit *m_edit;
};

JsonTextEdit::JsonTextEdit(QWidget *parent)
    : QPlainTextEdit(parent), m_highlighter(new JsonHighlighter(document())), m_numbers(new LineNumbers(this))
{
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setTabChangesFocus(true); // the keyboard must be able to leave the field
    setUndoRedoEnabled(false);
    connect(this, &QPlainTextEdit::blockCountChanged, this, [this] { setViewportMargins(numbersWidth(), 0, 0, 0); });
    connect(this, &QPlainTextEdit::updateRequest, m_numbers, [this] { m_numbers->update(); });
    setViewportMargins(numbersWidth(), 0, 0, 0);
    followTheme();
}

void JsonTextEdit::replaceText(const QString &text)
{
    const int position = textCursor().position(), scrolled = verticalScrollBar()->value();
    setPlainText(text);
    QTextCursor cursor = textCursor();
    cursor.setPosition(std::min(position, static_cast<int>(text.size())));
    setTextCursor(cursor);
    verticalScrollBar()->setValue(scrolled);
}

void JsonTextEdit::markLines(const std::set<int> &lines)
{
    m_marked = lines;
    showMarks();
}

int JsonTextEdit::currentLine() const
{
    return textCursor().blockNumber() + 1;
}

void JsonTextEdit::goToLine(int line)
{
    setTextCursor(QTextCursor(document()->findBlockByNumber(std::clamp(line, 1, blockCount()) - 1)));
    centerCursor();
}

void JsonTextEdit::showMarks()
{
    QColor ground = PlotTheme(palette()).warning;
    ground.setAlpha(kMarkAlpha);
    QList<QTextEdit::ExtraSelection> marks;
    for (const int line : m_marked) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(document()->findBlockByNumber(line - 1));
        mark.format.setBackground(ground);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks << mark;
    }
    setExtraSelections(marks);
    m_numbers->update();
}

void JsonTextEdit::followTheme()
{
    m_highlighter->setDark(palette().color(QPalette::Base).lightness() < kDarkGround);
    showMarks();
}

bool JsonTextEdit::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

void JsonTextEdit::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        followTheme();
}

void JsonTextEdit::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    const QRect inside = contentsRect();
    m_numbers->setGeometry(inside.left(), inside.top(), numbersWidth(), inside.height());
}

int JsonTextEdit::numbersWidth() const
{
    const auto digits = QString::number(std::max(blockCount(), 10)).size();
    return static_cast<int>(digits) * fontMetrics().horizontalAdvance('9') + 2 * kNumberMargin;
}

void JsonTextEdit::paintNumbers(const QRect &area)
{
    const PlotTheme theme(palette());
    QPainter painter(m_numbers);
    painter.fillRect(area, palette().color(QPalette::AlternateBase));
    painter.setFont(font());
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > area.height())
            break;
        const int line = block.blockNumber() + 1;
        painter.setPen(m_marked.contains(line) ? theme.warning : theme.mutedText);
        painter.drawText(QRectF(0, place.top(), area.width() - kNumberMargin, fontMetrics().height()), Qt::AlignRight | Qt::AlignTop,
                         QString::number(line));
    }
}

} // namespace lensboard::widgets
