#pragma once

#include "core/runs/run_column.h"

#include <QVariantMap>
#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

class QAbstractItemModel;
class QBoxLayout;
class QLabel;
class QMenu;
class QModelIndex;
class QToolButton;
class QTreeView;

namespace lensboard::widgets {

class RunGroups;
class RunInsights;
class RunListModel;
class RunTableProxy;
class SearchField;

/// Runs as a table that is searched, filtered and sorted, with columns that are chosen by what differs or by the user. It has a page, or
/// little room in a panel.
class RunTable final : public QWidget
{
    Q_OBJECT

public:
    enum class Room { Page, Panel };

    explicit RunTable(QWidget *parent = nullptr, Room room = Room::Page);

    RunListModel *runs() const { return m_runs; }
    QTreeView *view() const { return m_view; }
    /// Where buttons are put that act on what is selected.
    QBoxLayout *actionBar() const { return m_bar; }
    void search();
    /// What is said above it; in a panel below it, where empty texts take no room.
    void setCaption(const QString &text, const QString &tip);
    /// Takes ownership of \p menu, which is added to the one that chooses columns.
    void addToViewMenu(QMenu *menu);

    QStringList selectedRuns() const;
    /// Those that are shown, in their order.
    QStringList shownRuns() const;
    /// They as they are grouped, with the names of groups; all in one without a name if they are not.
    std::vector<std::pair<QString, QStringList>> groups() const;
    /// Those of a row, which may be a group.
    static QStringList runsOf(const QModelIndex &row);
    /// Those of them that are shown.
    void selectRuns(const QStringList &paths);
    int shownCount() const;
    bool isFiltered() const;
    /// How many of the runs the filter finds.
    QString foundText() const;

    /// Columns, filter, order, baseline and insights, to be kept and set again.
    QVariantMap state() const;
    void setState(const QVariantMap &state);
    /// Columns that show in what the runs differ, chosen anew as runs come and go.
    void chooseColumnsByThemselves();
    void chooseColumns(std::vector<runs::RunColumn> columns);
    void askForColumns();
    /// Below a row for each value of \p column; nothing: as a plain list.
    void groupBy(const std::optional<runs::RunColumn> &column);
    /// The selected run, or none if it is that already.
    void toggleBaseline();
    /// Lets the user choose a column by which runs are coloured: colouringChosen().
    void offerColouring() { m_offersColouring = true; }
    /// As if the user had chosen it; nothing: each run has a colour of its own.
    void colourBy(const std::optional<runs::RunColumn> &column);
    const std::optional<runs::RunColumn> &colouredBy() const { return m_colouredBy; }
    /// What summaries are to have among their quantities: what columns, the filter and groups show.
    const imports::QuantityNames &wanted() const { return m_wanted; }
    /// To be called when runs were put or removed.
    void refresh();

    /// What is shown, as CSV with all digits, or as a table of Markdown.
    QString csv() const;
    QString markdown() const;

Q_SIGNALS:
    void selectionChanged();
    void filterChanged();
    void stateChanged(); ///< by the user
    void colouringChosen();
    void wantedChanged();

private:
    void buildView();
    void buildBar();
    void fillHeaderMenu(QMenu &menu, int section);
    QWidget *makeSplitter();
    void applyFilter();
    void putColumns(std::vector<runs::RunColumn> columns);
    bool isEditing() const;
    void noteWanted();
    void showRows(QAbstractItemModel *rows);
    QAbstractItemModel *rows() const;
    void keepPlace();
    void returnToPlace();
    void takeOrderOfHeader();
    void showHeaderMenu(const QPoint &where);
    void fitColumns();
    void sort(const runs::RunColumn &column, Qt::SortOrder order);

    Room m_room;
    RunListModel *m_runs;
    RunTableProxy *m_shown;
    RunGroups *m_groups;
    RunInsights *m_insights;
    bool m_isGrouped = false;
    bool m_offersColouring = false;
    std::optional<runs::RunColumn> m_colouredBy;
    QLabel *m_caption;
    QToolButton *m_clear; ///< while nothing is found
    SearchField *m_search;
    QLabel *m_problem; ///< of the expression
    QBoxLayout *m_bar;
    QMenu *m_viewMenu;
    QAction *m_automatic;
    QTreeView *m_view;
    runs::RunColumn m_sortedBy;
    imports::QuantityNames m_wanted;
    /// Where the user was before rows were made anew.
    struct
    {
        QStringList selected;
        QStringList collapsed; ///< groups, by their value
        QString current;
        int scrolled = 0;
    } m_place;
    bool m_runsChanged = false;
    bool m_isFitting = false;
    bool m_isSizedByHand = false; ///< the widths of its columns
};

} // namespace lensboard::widgets
