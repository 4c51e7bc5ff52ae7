#pragma once

#include <QTabWidget>

namespace lensboard::app {

class Page;

/// The pages of a window as tabs. A tab has its page's title and a dot for the state; the tool tip and the accessible name
/// describe the state in words.
class PageTabs final : public QTabWidget
{
    Q_OBJECT

public:
    explicit PageTabs(QWidget *parent = nullptr);

    /// Returns null if there is no such tab.
    Page *pageAt(int tab) const;
    /// Updates titles and states of all tabs.
    void refresh();

protected:
    void changeEvent(QEvent *event) override;
};

} // namespace lensboard::app
