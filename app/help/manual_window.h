#pragma once

#include "app/help/manual_text.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace lensboard::app {

class ManualBrowser;

/// The manual with table of contents, search and a Back button.
class ManualWindow final : public QDialog
{
    Q_OBJECT

public:
    explicit ManualWindow(QWidget *parent);
    ~ManualWindow() override;

    /// Shows the manual of \p window at \p url, a page of ManualText. Opens a manual if \p window has none yet. Links to example
    /// experiments open them in \p window if it is a PageWindow.
    static ManualWindow *open(QWidget &window, const QUrl &url);

    void goTo(const QUrl &url);

Q_SIGNALS:
    /// The user clicked a link to an example experiment.
    void experimentWanted(const QString &path);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *buildBar();
    void addKeys();
    void search();
    void goOn(bool backwards = false);
    void fillContents(const QList<ManualSection> &sections, bool areFound);
    void choose(const QTreeWidgetItem *item);
    void markCurrent();

    ManualText m_text;
    QLineEdit *m_search;
    QTreeWidget *m_contents;
    ManualBrowser *m_page;
    QLabel *m_note; ///< below the page
    QToolButton *m_back, *m_forward;
};

} // namespace lensboard::app
