#pragma once

#include "core/runs/divergence/divergence.h"

#include <QWidget>

#include <memory>
#include <thread>
#include <vector>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace lensboard::widgets {

/// The values of two runs that differ: a tree of steps and parts of a step, opened at the first difference. Compares on another thread.
/// Thread: the window's.
/// Shutdown: the destructor cancels the comparison and waits for it.
class DivergenceView final : public QWidget
{
    Q_OBJECT

public:
    /// \p names: of the two runs, for the columns.
    DivergenceView(const QStringList &names, std::shared_ptr<const store::Run> first, std::shared_ptr<const store::Run> second,
                   QWidget *parent = nullptr);

    /// Returns the rows with headers. Columns are separated by \p separator and quoted where CSV needs it.
    QString table(QChar separator) const;

Q_SIGNALS:
    /// A difference was activated.
    void chosen(const lensboard::runs::DivergedSeries &difference);

private:
    void show(runs::Divergence divergence);
    void addRow(QTreeWidgetItem *part, std::size_t number);
    void activate(QTreeWidgetItem *row);

    QLabel *m_summary;
    QTreeWidget *m_tree;
    std::vector<runs::DivergedSeries> m_series;
    std::jthread m_thread;
};

} // namespace lensboard::widgets
