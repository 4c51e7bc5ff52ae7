#pragma once

#include <QTreeView>

namespace lensboard::widgets {

/// A tree beside plots: letters and digits are the plots' keys there, and search nothing.
class QuietTreeView : public QTreeView
{
    Q_OBJECT

public:
    using QTreeView::QTreeView;

    void keyboardSearch(const QString &) override {}
};

} // namespace lensboard::widgets
