#include "app/pages/recent_runs_view.h"

#include "app/pages/recent_runs_model.h"
#include "app/settings.h"
#include "widgets/sparkline.h"

#include <QHeaderView>
#include <QPushButton>

namespace lensboard::app {

RecentRunsView::RecentRunsView(QWidget *parent)
    : StartList(parent), m_runs(new RecentRunsModel(this)),
      m_reader({[this](const std::vector<RecentRun> &runs) { QMetaObject::invokeMethod(this, [this, runs] { m_runs->setRuns(runs); }); },
                [this](const runs::RunSummary &run) { QMetaObject::invokeMethod(this, [this, run] { m_runs->put(run); }); }})
{
    setModel(m_runs);
    setObjectName("recentRuns");
    setAccessibleName(tr("Recent runs"));
    setTextElideMode(Qt::ElideMiddle);
    setItemDelegateForColumn(RecentRunsModel::Curve, new widgets::SparklineDelegate(RecentRunsModel::kCurveRole, this));
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(RecentRunsModel::Name, QHeaderView::Stretch);
    connect(this, &StartList::chosen, this, [this](const QModelIndex &row) { Q_EMIT openRequested(row.data(RecentRunsModel::kPathRole).toString()); });
    connect(m_runs, &QAbstractItemModel::modelReset, this, &RecentRunsView::showButtons);
    connect(m_runs, &QAbstractItemModel::dataChanged, this, &RecentRunsView::showButtons);
    connect(m_runs, &QAbstractItemModel::rowsMoved, this, &RecentRunsView::showButtons);
}

void RecentRunsView::setOnView(bool isOnView)
{
    if (isOnView && m_runs->rowCount() == 0)
        listOpened();
    m_reader.setOnView(isOnView);
}

void RecentRunsView::listOpened()
{
    std::vector<RecentRun> runs;
    for (const QString &path : Settings::recentFiles())
        if (mayBeRun(path.toStdString()) && runs.size() < RecentRunsReader::kMaxRuns)
            runs.push_back({path.toStdString()});
    m_runs->setRuns(runs);
}

/// Shows the buttons in tab order.
void RecentRunsView::showButtons()
{
    QWidget *before = this;
    for (int row = 0; row < m_runs->rowCount(); ++row) {
        const QModelIndex at = m_runs->index(row, RecentRunsModel::Resume);
        if (!at.data(RecentRunsModel::kCanResumeRole).toBool()) {
            setIndexWidget(at, nullptr);
            continue;
        }
        if (!indexWidget(at))
            setIndexWidget(at, makeButton(at));
        setTabOrder(before, indexWidget(at));
        before = indexWidget(at);
    }
}

QWidget *RecentRunsView::makeButton(const QModelIndex &row)
{
    const QString name = row.siblingAtColumn(RecentRunsModel::Name).data().toString();
    auto *button = new QPushButton(tr("Resume"), viewport());
    button->setAutoDefault(true); // Enter presses the button
    button->setMaximumHeight(kRowHeight);
    button->setCursor(Qt::ArrowCursor);
    button->setToolTip(tr("Train %1 on from its checkpoint, in its own file").arg(name));
    button->setAccessibleName(tr("Resume %1").arg(name));
    connect(button, &QPushButton::clicked, this, [this, path = row.data(RecentRunsModel::kPathRole).toString()] { Q_EMIT resumeRequested(path); });
    return button;
}

} // namespace lensboard::app
