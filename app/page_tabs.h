#pragma once

#include <QTabWidget>

namespace lensboard::app {

class Page;

/// The pages of a window. A tab has a page's title, and a dot that says how what it shows stands; its tool tip and its accessible name
/// say that in words.
class PageTabs final : public QTabWidget
{
    Q_OBJECT

public:
    explicit PageTabs(QWidget *parent = nullptr);

    /// Null if there is no such tab.
    Page *pageAt(int tab) const;
    /// Shows what pages say of themselves now.
    void refresh();

protected:
    void changeEvent(QEvent *event) override;
};

} // namespace lensboard::app
