#pragma once

#include "widgets/row_delegate.h"

#include <QTreeView>

namespace lensboard::widgets {

/// A tree beside plots, without keyboard search: letters and digits are shortcuts of the plots.
class QuietTreeView : public QTreeView
{
    Q_OBJECT

public:
    explicit QuietTreeView(QWidget *parent = nullptr) : QTreeView(parent) { setItemDelegate(new RowDelegate(this)); }

    void keyboardSearch(const QString &) override {}
};

} // namespace lensboard::widgets
