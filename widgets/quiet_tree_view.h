#pragma once

#include "widgets/row_delegate.h"

#include <QTreeView>

namespace lensboard::widgets {

/// A tree beside plots: letters and digits are the plots' keys there, and search nothing.
class QuietTreeView : public QTreeView
{
    Q_OBJECT

public:
    explicit QuietTreeView(QWidget *parent = nullptr) : QTreeView(parent) { setItemDelegate(new RowDelegate(this)); }

    void keyboardSearch(const QString &) override {}
};

} // namespace lensboard::widgets
