#pragma once

#include "core/runs/run_column.h"

#include <QVariantMap>
#include <QWidget>

#include <optional>
#include <vector>

class QBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace lensboard::widgets {

class RunGroups;
class RunInsights;
class RunListModel;
class RunTableProxy;
class RunRows;
class SearchField;

/// Runs as a table with search, filter and sorting. Columns are chosen by differences or by the user. It fills a page, or a small
/// panel.
class RunTable final : public QWidget
{
    Q_OBJECT

public:
    enum class Room { Page, Panel };

    explicit RunTable(QWidget *parent = nullptr, Room room = Room::Page);

    RunListModel *runs() const { return m_runs; }
    RunRows *view() const { return m_view; }
    /// Bar for buttons that act on the selected runs.
    QBoxLayout *actionBar() const { return m_bar; }
    void search();
    /// Sets the text above the table; in a panel, the text below it, hidden if empty.
    void setCaption(const QString &text, const QString &tip);
    /// Takes ownership of \p menu and adds it to the menu for choosing columns.
    void addToViewMenu(QMenu *menu);

    int shownCount() const;
    bool isFiltered() const;
    /// Text with the number of runs found by the filter.
    QString foundText() const;

    /// Columns, filter, order, baseline and insights, for setState().
    QVariantMap state() const;
    void setState(const QVariantMap &state);
    /// Chooses columns with differing values, and updates them as runs are added or removed.
    void chooseColumnsByThemselves();
    void chooseColumns(std::vector<runs::RunColumn> columns);
    void askForColumns();
    /// Groups runs by the values of \p column; nullopt: a plain list.
    void groupBy(const std::optional<runs::RunColumn> &column);
    /// Makes the selected run the baseline, or removes it if it is the baseline.
    void toggleBaseline();
    /// Lets the user choose a column for colouring runs; emits colouringChosen().
    void offerColouring() { m_offersColouring = true; }
    /// Acts like a choice by the user; nullopt: each run has its own colour.
    void colourBy(const std::optional<runs::RunColumn> &column);
    const std::optional<runs::RunColumn> &colouredBy() const { return m_colouredBy; }
    /// Quantities needed in summaries: used by columns, the filter and groups.
    const runs::QuantityNames &wanted() const { return m_wanted; }
    /// Must be called after runs were added or removed.
    void refresh();

    /// Returns the shown table as CSV with all digits, or as a Markdown table.
    QString csv() const;
    QString markdown() const;

Q_SIGNALS:
    void selectionChanged();
    void filterChanged();
    void stateChanged(); ///< by the user
    void colouringChosen();
    void wantedChanged();

private:
    void buildBar();
    void fillHeaderMenu(QMenu &menu, int section);
    QWidget *makeSplitter();
    void applyFilter();
    void putColumns(std::vector<runs::RunColumn> columns);
    void noteWanted();
    void takeOrderOfHeader();
    void showHeaderMenu(const QPoint &where);

    Room m_room;
    RunListModel *m_runs;
    RunTableProxy *m_shown;
    RunGroups *m_groups;
    RunInsights *m_insights;
    bool m_offersColouring = false;
    std::optional<runs::RunColumn> m_colouredBy;
    QLabel *m_caption;
    QToolButton *m_clear; ///< shown while nothing is found
    SearchField *m_search;
    QLabel *m_problem; ///< problem of the expression
    QBoxLayout *m_bar;
    QMenu *m_viewMenu;
    QAction *m_automatic;
    RunRows *m_view;
    runs::QuantityNames m_wanted;
    bool m_runsChanged = false;
};

} // namespace lensboard::widgets
