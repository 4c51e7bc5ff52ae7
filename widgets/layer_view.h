#pragma once

#include "widgets/quiet_tree_view.h"

namespace lensboard::widgets {

/// The tree of layers. Its columns share the available width: names have priority, and a column too narrow to read is hidden,
/// until the user resizes one.
class LayerView final : public QuietTreeView
{
    Q_OBJECT

public:
    explicit LayerView(QWidget *parent = nullptr);
    void setModel(QAbstractItemModel *model) override;

Q_SIGNALS:
    /// Emitted after a double click, or Enter.
    void layerActivated(const QString &layer);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitSoon();
    void fitColumns();
    bool isOnCheckBox(const QPoint &position) const;
    void activate(const QModelIndex &index);

    bool m_fitPending = false;
    bool m_fitting = false;
    bool m_userSized = false;
};

} // namespace lensboard::widgets
