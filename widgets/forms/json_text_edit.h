#pragma once

#include <QPlainTextEdit>

#include <set>

namespace lensboard::widgets {

class JsonHighlighter;

/// JSON as text, with numbers of lines, some of which are marked. Undoing is left to the caller.
class JsonTextEdit final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit JsonTextEdit(QWidget *parent = nullptr);

    /// Another text, in which the cursor and what is on view stay where they can.
    void replaceText(const QString &text);
    /// Lines count from 1.
    void markLines(const std::set<int> &lines);
    const std::set<int> &markedLines() const { return m_marked; }
    int currentLine() const;
    /// The cursor goes there, and what is on view with it.
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
