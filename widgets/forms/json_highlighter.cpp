#include "widgets/forms/json_highlighter.h"

#include <QRegularExpression>

namespace lensboard::widgets {

namespace {

struct Colours
{
    QColor key, string, number, word;
};

/// Each colour has a contrast of at least 5:1 to its background.
Colours coloursOf(bool isDark)
{
    if (isDark)
        return {QColor(0x8a, 0xc2, 0xff), QColor(0xa5, 0xd6, 0xa0), QColor(0xf2, 0xb8, 0x6c), QColor(0xd7, 0xa8, 0xf0)};
    return {QColor(0x0b, 0x57, 0xa8), QColor(0x1f, 0x6f, 0x2b), QColor(0x9a, 0x4a, 0x00), QColor(0x7a, 0x2d, 0x9c)};
}

} // namespace

JsonHighlighter::JsonHighlighter(QTextDocument *document) : QSyntaxHighlighter(document) {}

void JsonHighlighter::setDark(bool isDark)
{
    if (std::exchange(m_isDark, isDark) != isDark)
        rehighlight();
}

void JsonHighlighter::highlightBlock(const QString &line)
{
    static const QRegularExpression token(
        QStringLiteral(R"-(("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b)-"));
    const Colours colours = coloursOf(m_isDark);
    for (auto matches = token.globalMatch(line); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const auto paint = [&](int group, const QColor &colour) {
            setFormat(static_cast<int>(match.capturedStart(group)), static_cast<int>(match.capturedLength(group)), colour);
        };
        if (match.capturedLength(1) > 0)
            paint(1, match.capturedLength(2) > 0 ? colours.key : colours.string);
        else if (match.capturedLength(3) > 0)
            paint(3, colours.number);
        else
            paint(4, colours.word);
    }
}

} // namespace lensboard::widgets
