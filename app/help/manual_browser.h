#pragma once

#include <QTextBrowser>

namespace lensboard::app {

/// Shows pages of the manual: Markdown in the theme's colours, with headings as link targets.
class ManualBrowser final : public QTextBrowser
{
    Q_OBJECT

public:
    explicit ManualBrowser(QWidget *parent = nullptr);

    /// Scrolls to the heading with this anchor, as ManualText::anchor() returns it.
    void scrollToHeading(const QString &anchor);
    /// Marks all words of \p typed in the page.
    void mark(const QString &typed);
    /// Selects the next marked word, continuing at the first after the last. Returns false if no word is marked.
    bool goToMark(bool backwards = false);
    QVariant loadResource(int type, const QUrl &name) override;

Q_SIGNALS:
    /// The user clicked a link to an example experiment.
    void experimentWanted(const QString &path);
    /// The user clicked a link to a file that is not embedded. \p path is its path in the source code.
    void missing(const QString &path);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void follow(const QUrl &link);
    void format(const QUrl &url);
    void fitWidth();
    void showMarks();

    QString m_typed;
    bool m_isFormatting = false;
};

} // namespace lensboard::app
