#pragma once

#include <QHash>
#include <QModelIndexList>
#include <QWidget>

class QAction;
class QLabel;
class QToolButton;

namespace lensboard::widgets {

class LayerFilter;
class LayerModel;
class LayerView;
class SearchField;

/// Panel of layers: a search field, and the tree of matching layers.
///
/// Its actions(), also in the menu bar, apply to the selected layers, or to all layers found if none is selected.
class LayerPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit LayerPanel(LayerModel *model, QWidget *parent = nullptr);

    LayerModel *layers() const { return m_model; }
    LayerView *view() const { return m_view; }
    /// Shows the panel and focuses the search field.
    void search();

    /// Sets if the context menu offers to watch a module.
    void setWatchable(bool watchable);

Q_SIGNALS:
    /// The user wants to watch an attribute of \p layer.
    void watchRequested(const QString &layer);
    /// Emitted after a double click, or Enter.
    void layerActivated(const QString &layer);

private:
    void buildActions();
    QWidget *buildSearch();
    void filter();
    void report(const QString &problem);
    void unfold();
    void foldAsBefore();
    void updateActions();
    QModelIndexList chosen() const;

    LayerModel *m_model;
    LayerFilter *m_filter;
    LayerView *m_view;
    SearchField *m_search;
    QToolButton *m_isExpression;
    QAction *m_invalid; ///< sign in the search field for an invalid expression
    QLabel *m_problem;
    QAction *m_solo;
    QAction *m_hide;
    QAction *m_watch;
    QHash<QString, bool> m_expanded; ///< state before the search, by layer
};

} // namespace lensboard::widgets
