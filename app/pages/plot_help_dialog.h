#pragma once

#include <QDialog>

#include <string>

class QTextBrowser;

namespace lensboard::record {
struct TagSpec;
}

namespace lensboard::app {

class RunPage;

/// Returns the explanation of a tag's plots as HTML, in the window's language. \p kind is the kind of the lens or monitor. Links
/// go to "settings:" or, with a URL of ManualText, to the manual.
QString plotHelpHtml(const record::TagSpec &tag, const std::string &kind, bool hasSettings);

/// Explains the plots of one tag: quantity, formula, unit, good and bad values, settings.
class PlotHelpDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit PlotHelpDialog(QWidget *parent);

    /// Shows the explanation of \p tag over \p page. Each window has at most one of these dialogs.
    static void open(RunPage &page, const QString &tag);

    void setHtml(const QString &title, const QString &html);

Q_SIGNALS:
    void linkChosen(const QUrl &link);

private:
    QTextBrowser *m_text;
};

} // namespace lensboard::app
