#pragma once

#include <QTreeView>

namespace lensboard::app {

/// A list of the start page, as high as its rows are together. A click chooses a row, and so does Enter.
class StartList : public QTreeView
{
    Q_OBJECT

public:
    explicit StartList(QWidget *parent = nullptr);

    /// Once.
    void setModel(QAbstractItemModel *model) override;

Q_SIGNALS:
    /// \p row has the first column.
    void chosen(const QModelIndex &row);

protected:
    static constexpr int kRowHeight = 28;

    void changeEvent(QEvent *event) override;

private:
    void fit();
};

} // namespace lensboard::app
