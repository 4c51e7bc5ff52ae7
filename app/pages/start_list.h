#pragma once

#include <QTreeView>

namespace lensboard::app {

/// List of the start page, with the height of all its rows. A click or Enter chooses a row.
class StartList : public QTreeView
{
    Q_OBJECT

public:
    explicit StartList(QWidget *parent = nullptr);

    /// Must be called exactly once.
    void setModel(QAbstractItemModel *model) override;

Q_SIGNALS:
    /// \p row is in the first column.
    void chosen(const QModelIndex &row);

protected:
    static constexpr int kRowHeight = 28;

    void changeEvent(QEvent *event) override;

private:
    void fit();
};

} // namespace lensboard::app
