#pragma once

#include <QTextBrowser>

namespace lensboard::widgets {

/// A text of a file, as Markdown or as it is. Loads no images or other resources, follows no links and ignores HTML.
class MarkdownText final : public QTextBrowser
{
    Q_OBJECT

public:
    explicit MarkdownText(QWidget *parent = nullptr);

    void setContent(const QString &text);
    const QString &content() const { return m_text; }
    void setFormatted(bool formatted);

    QVariant loadResource(int type, const QUrl &name) override;

private:
    void show();

    QString m_text;
    bool m_formatted = true;
};

} // namespace lensboard::widgets
