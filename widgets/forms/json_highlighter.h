#pragma once

#include <QSyntaxHighlighter>

namespace lensboard::widgets {

/// Colours JSON keys, texts, numbers and words, for light and dark palettes.
class JsonHighlighter final : public QSyntaxHighlighter
{
    Q_OBJECT

public:
    explicit JsonHighlighter(QTextDocument *document);
    void setDark(bool isDark);

protected:
    void highlightBlock(const QString &line) override;

private:
    bool m_isDark = false;
};

} // namespace lensboard::widgets
