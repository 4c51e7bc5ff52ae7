#pragma once

#include <QPlainTextEdit>

#include <set>

namespace lensboard::widgets {

class JsonHighlighter;

/// Text editor for JSON with line numbers and marked lines. The caller provides undo.
class JsonTextEdit final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit JsonTextEdit(QWidget *parent = nullptr);

    /// Replaces the text and keeps the cursor and the scroll position if possible.
    void replaceText(const QString &text);
    /// Line numbers start at 1.
    void markLines(const std::set<int> &lines);
    const std::set<int> &markedLines() const { return m_marked; }
    int currentLine() const;
    /// Moves the cursor to \p line and scrolls to it.
    void goToLine(int line);

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    class LineNumbers;
    int numbersWidth() const;
    void paintNumbers(const QRect &area);
    void showMarks();
    void followTheme();

    JsonHighlighter *m_highlighter;
    QWidget *m_numbers;
    std::set<int> m_marked;
};

} // namespace lensboard::widgets
